/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/plain_counts.h"

void plain_counts_grow(struct plain_counts *counts, uint64_t off)
{
	vec_fill(&counts->samples, off + 1);
}

void plain_counts_add_period(struct plain_counts *counts, uint64_t off, uint64_t more)
{
	vec_fill(&counts->periods, off + 1);
	counts->periods.v[off] += more;
}

uint64_t plain_counts_add_many(struct plain_counts *counts, const uint64_t *offs,
			       const uint64_t *periods, size_t n, uint64_t row, uint64_t addr)
{
	uint64_t last = 0, sum = 0, different = 0;
	uint32_t *samples;

	plain_counts_begin(counts, periods[0], row, addr);
	for (size_t i = 0; i < n; i++) {
		last = offs[i] > last ? offs[i] : last;
		different |= periods[i] ^ counts->period;
		sum += periods[i];
	}
	if (counts->samples.n <= last)
		plain_counts_grow(counts, last);
	samples = counts->samples.v;
	for (size_t i = 0; i < n; i++)
		samples[offs[i]]++;
	for (size_t i = 0; different && i < n; i++)
		if (periods[i] != counts->period)
			plain_counts_add_period(counts, offs[i], periods[i] - counts->period);
	return sum;
}

struct annotation_count plain_counts_at(const struct plain_counts *counts, uint64_t off)
{
	struct annotation_count count = { .samples = counts->samples.v[off] };

	count.period = count.samples * counts->period;
	if (off < counts->periods.n)
		count.period += counts->periods.v[off];
	return count;
}

void plain_counts_extent(const struct plain_counts *counts, struct plain_extent *extent)
{
	*extent = (struct plain_extent){ 0 };
	for (size_t off = 0; off < counts->samples.n; off++) {
		if (!counts->samples.v[off])
			continue;
		extent->first = extent->offsets++ ? extent->first : off;
		extent->last = off;
		extent->samples += counts->samples.v[off];
	}
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
