/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/plain_counts.h"

void plain_counts_grow(struct plain_counts *counts, uint64_t off)
{
	while (counts->samples.n <= off)
		vec_add(&counts->samples);
}

void plain_counts_add_period(struct plain_counts *counts, uint64_t off, uint64_t more)
{
	while (counts->periods.n <= off)
		vec_add(&counts->periods);
	counts->periods.v[off] += more;
}

struct annotation_count plain_counts_at(const struct plain_counts *counts, uint64_t off)
{
	struct annotation_count count = { .samples = counts->samples.v[off] };

	count.period = count.samples * counts->period;
	if (off < counts->periods.n)
		count.period += counts->periods.v[off];
	return count;
}

size_t plain_counts_places(const struct plain_counts *counts)
{
	size_t n = 0;

	for (size_t off = 0; off < counts->samples.n; off++)
		n += counts->samples.v[off] != 0;
	return n;
}

void plain_counts_move(struct plain_counts *to, struct plain_counts *from)
{
	if (!to->samples.n) {
		*to = *from;
		*from = (struct plain_counts){ .row = 0 };
		return;
	}
	if (from->row < to->row) {
		to->row = from->row;
		to->addr = from->addr;
	}
	if (from->samples.n)
		plain_counts_grow(to, from->samples.n - 1);
	for (size_t off = 0; off < from->samples.n; off++) {
		struct annotation_count count = plain_counts_at(from, off);
		uint64_t more = count.period - count.samples * to->period;

		to->samples.v[off] += (uint32_t)count.samples;
		if (more)
			plain_counts_add_period(to, off, more);
	}
	plain_counts_release(from);
}

void plain_counts_release(struct plain_counts *counts)
{
	vec_release(&counts->samples);
	vec_release(&counts->periods);
}
