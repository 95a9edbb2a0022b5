/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/section_ranges.h"

enum {
	RANGES = 8 /* that are shown */
};

static void ranges_flush(struct section_ranges *r)
{
	if (!r->n)
		return;
	if (r->ranges++ >= RANGES) {
		r->left_out += r->n;
		return;
	}
	buf_addf(r->out, "%s%llu", r->ranges > 1 ? " " : "", (unsigned long long)r->first);
	if (r->n > 1)
		buf_addf(r->out, "-%llu", (unsigned long long)(r->first + r->n - 1));
}

void section_ranges_add(struct section_ranges *r, uint64_t v)
{
	if (r->n && v == r->first + r->n) {
		r->n++;
		return;
	}
	ranges_flush(r);
	r->first = v;
	r->n = 1;
}

void section_ranges_end(struct section_ranges *r)
{
	ranges_flush(r);
	if (r->left_out)
		buf_addf(r->out, " ... %llu more", (unsigned long long)r->left_out);
}
