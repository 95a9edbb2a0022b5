/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/switch_times.h"

#include <stdlib.h>

enum {
	PARTS = 10, /* a CPU is silent from a tenth of the time on */
	CPUS_NAMED = 3
};

void switch_times_take(struct switch_times *t, uint32_t cpu, uint64_t time)
{
	bool fresh;
	uint32_t *at = map_put(&t->by_cpu, cpu, &fresh);
	struct switch_range *range;

	if (fresh) {
		*at = (uint32_t)t->cpus.n;
		vec_push(&t->cpus, ((struct switch_range){ cpu, time, time }));
	}
	range = &t->cpus.v[*at];
	range->first = time < range->first ? time : range->first;
	range->last = time > range->last ? time : range->last;
}

static void add_silent(struct buf *out, uint32_t cpu, const char *word, uint64_t time)
{
	buf_addf(out, "%sCPU %u %s ", out->len ? ", " : "", cpu, word);
	buf_add_decimals(out, time, 9);
}

static int by_cpu(const void *a, const void *b)
{
	const struct switch_range *x = a, *y = b;

	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

void switch_times_add(struct switch_times *t, struct buf *out)
{
	uint64_t first = UINT64_MAX, last = 0, tenth;
	struct buf text = BUF_INIT;
	size_t named = 0;

	if (t->cpus.n)
		qsort(t->cpus.v, t->cpus.n, sizeof(struct switch_range), by_cpu);
	for (size_t i = 0; i < t->cpus.n; i++) {
		first = t->cpus.v[i].first < first ? t->cpus.v[i].first : first;
		last = t->cpus.v[i].last > last ? t->cpus.v[i].last : last;
	}
	tenth = last > first ? (last - first) / PARTS : 0;
	for (size_t i = 0; tenth && i < t->cpus.n && named < CPUS_NAMED; i++) {
		const struct switch_range *range = &t->cpus.v[i];

		if (range->first - first > tenth)
			add_silent(&text, range->cpu, "before", range->first);
		if (last - range->last > tenth)
			add_silent(&text, range->cpu, "after", range->last);
		named += range->first - first > tenth || last - range->last > tenth;
	}
	buf_adds(out, text.p);
	buf_release(&text);
}

void switch_times_release(struct switch_times *t)
{
	map_release(&t->by_cpu);
	vec_release(&t->cpus);
}
