/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	DIGIT_BITS = 11, /* of a radix sort */
	DIGITS = 1 << DIGIT_BITS
};

size_t spots_function(struct spots *s, const char *dso, size_t dso_len, uint64_t symaddr)
{
	struct annotated_function *f;

	/* few functions have the same name */
	for (size_t i = 0; i < s->functions.n; i++) {
		f = &s->functions.v[i];
		if (f->symaddr == symaddr && strlen(f->dso) == dso_len &&
		    !memcmp(f->dso, dso, dso_len))
			return i;
	}
	f = vec_add(&s->functions);
	f->dso = mem_strndup(dso, dso_len);
	f->symaddr = symaddr;
	return s->functions.n - 1;
}

size_t spots_event(struct spots *s, const char *name)
{
	size_t i = 0;

	while (i < s->events.n && strcmp(s->events.v[i], name) != 0)
		i++;
	if (i == s->events.n && i < ANNOTATION_EVENTS)
		vec_push(&s->events, mem_strdup(name));
	return i;
}

size_t spots_level(struct spots *s, const char *name)
{
	size_t i = 0;

	while (i < s->levels.n && strcmp(s->levels.v[i], name) != 0)
		i++;
	if (i == s->levels.n && i < ANNOTATION_LEVELS)
		vec_push(&s->levels, mem_strdup(name));
	return i;
}

struct plain_counts *spots_plain_counts(struct spots *s, size_t event, size_t function)
{
	struct spot_sum *sum;

	for (size_t i = 0; i < s->sums.n; i++)
		if (s->sums.v[i].event == event && s->sums.v[i].function == function)
			return &s->sums.v[i].counts;
	sum = vec_add(&s->sums);
	sum->event = (uint32_t)event;
	sum->function = (uint32_t)function;
	return &sum->counts;
}

struct spot_key {
	uint64_t order; /* function and offset */
	size_t number;
};

/* One pass of a radix sort, by a digit of the order. */
static void sort_digit(struct spot_key *to, const struct spot_key *from, size_t n, unsigned shift)
{
	size_t at[DIGITS + 1] = { 0 };

	for (size_t i = 0; i < n; i++)
		at[(from[i].order >> shift) % DIGITS + 1]++;
	for (size_t i = 1; i < DIGITS; i++)
		at[i] += at[i - 1];
	for (size_t i = 0; i < n; i++)
		to[at[(from[i].order >> shift) % DIGITS]++] = from[i];
}

static uint64_t order_of(const struct spot *spot)
{
	return (uint64_t)spot->function << 32 | spot->off;
}

static bool is_sorted(const struct spots *s)
{
	for (size_t i = 1; i < s->list.n; i++)
		if (order_of(&s->list.v[i]) < order_of(&s->list.v[i - 1]))
			return false;
	return true;
}

static void sort_list(struct spots *s)
{
	size_t n = s->list.n;
	struct spot_key *keys = mem_alloc((2 * n + 1) * sizeof(*keys)), *from = keys,
			*to = keys + n;
	struct spot *sorted = mem_alloc((n + 1) * sizeof(*sorted));
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		keys[i] = (struct spot_key){ order_of(&s->list.v[i]), i };
		all |= keys[i].order;
	}
	for (unsigned shift = 0; shift < 64 && all >> shift; shift += DIGIT_BITS) {
		struct spot_key *sorted_keys = to;

		sort_digit(to, from, n, shift);
		to = from;
		from = sorted_keys;
	}
	for (size_t i = 0; i < n; i++)
		sorted[i] = s->list.v[from[i].number];
	free(keys);
	free(s->list.v);
	s->list.v = sorted;
	s->list.cap = n + 1;
}

void spots_sort(struct spots *s)
{
	if (!is_sorted(s))
		sort_list(s);
}

void spots_release(struct spots *s)
{
	for (size_t i = 0; i < s->events.n; i++)
		free(s->events.v[i]);
	for (size_t i = 0; i < s->levels.n; i++)
		free(s->levels.v[i]);
	for (size_t i = 0; i < s->functions.n; i++)
		free(s->functions.v[i].dso);
	vec_release(&s->events);
	vec_release(&s->levels);
	vec_release(&s->functions);
	vec_release(&s->list);
	for (size_t i = 0; i < s->sums.n; i++)
		plain_counts_release(&s->sums.v[i].counts);
	vec_release(&s->sums);
	vec_release(&s->memories);
	vec_release(&s->branches);
	vec_release(&s->blocks);
}
