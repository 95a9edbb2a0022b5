/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotation_order.h"

#include <stdlib.h>

#include "base/mem.h"

struct rank {
	uint64_t samples;
	size_t number;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* Sort n elements by their samples, most first. places gets the new index of each. */
static void sort_ranks(struct rank *ranks, size_t n, size_t *places)
{
	qsort(ranks, n, sizeof(*ranks), compare_ranks);
	for (size_t i = 0; i < n; i++)
		places[ranks[i].number] = i;
}

static uint64_t samples_of(const struct spot_sum *sum)
{
	struct plain_extent extent;

	plain_counts_extent(&sum->counts, &extent);
	return extent.samples;
}

void annotation_order_events(struct annotation *a, struct spots *s)
{
	struct rank ranks[ANNOTATION_EVENTS] = { { 0, 0 } };
	size_t places[ANNOTATION_EVENTS] = { 0 }, n = 0;

	for (size_t i = 0; i < s->events.n; i++)
		ranks[i].number = i;
	for (size_t i = 0; i < s->list.n; i++)
		ranks[s->list.v[i].event].samples += s->list.v[i].count.samples;
	for (size_t i = 0; i < s->sums.n; i++)
		ranks[s->sums.v[i].event].samples += samples_of(&s->sums.v[i]);
	for (size_t i = 0; i < s->events.n; i++)
		n += ranks[i].samples != 0;
	sort_ranks(ranks, s->events.n, places);
	a->counts = mem_zalloc((n + 1) * sizeof(*a->counts));
	a->all = s->total;
	for (size_t i = 0; i < n; i++) {
		vec_push(&a->events, mem_strdup(s->events.v[ranks[i].number]));
		a->counts[i] = s->all[ranks[i].number];
	}
	for (size_t i = 0; i < s->list.n; i++)
		s->list.v[i].event = (uint32_t)places[s->list.v[i].event];
	for (size_t i = 0; i < s->sums.n; i++)
		s->sums.v[i].event = (uint32_t)places[s->sums.v[i].event];
}

void annotation_order_functions(struct annotation *a, struct spots *s)
{
	size_t n = s->functions.n;
	struct rank *ranks = mem_zalloc((n + 1) * sizeof(*ranks));
	size_t *places = mem_zalloc((n + 1) * sizeof(*places));

	for (size_t i = 0; i < n; i++)
		ranks[i].number = i;
	for (size_t i = 0; i < s->list.n; i++)
		ranks[s->list.v[i].function].samples += s->list.v[i].count.samples;
	for (size_t i = 0; i < s->sums.n; i++)
		ranks[s->sums.v[i].function].samples += samples_of(&s->sums.v[i]);
	sort_ranks(ranks, n, places);
	for (size_t i = 0; i < n; i++) {
		vec_push(&a->functions, s->functions.v[ranks[i].number]);
		s->functions.v[ranks[i].number].dso = NULL;
	}
	for (size_t i = 0; i < s->list.n; i++)
		s->list.v[i].function = (uint32_t)places[s->list.v[i].function];
	for (size_t i = 0; i < s->sums.n; i++)
		s->sums.v[i].function = (uint32_t)places[s->sums.v[i].function];
	for (size_t i = 0; i < s->branches.n; i++)
		s->branches.v[i].function = places[s->branches.v[i].function];
	for (size_t i = 0; i < s->blocks.n; i++)
		s->blocks.v[i].function = places[s->blocks.v[i].function];
	free(ranks);
	free(places);
}
