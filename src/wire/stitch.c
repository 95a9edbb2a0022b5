/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/stitch.h"

enum {
	COMMON_LEAST = 2, /* common branches needed if the places in the processor are unknown */
	/*
	 * The least and the largest number of branches that a processor keeps (lbr_nr of Linux,
	 * BRBE): powers of two.
	 */
	PLACES_LEAST = 4,
	PLACES = 64
};

size_t stitch_used(const struct branches *stack)
{
	size_t n = stack->list.n;

	while (n && !stack->list.v[n - 1].v[BRANCH_FROM] && !stack->list.v[n - 1].v[BRANCH_TO])
		n--;
	return n;
}

/* Append the branches of a stack from first on. */
static void append(struct stitch *s, const struct branches *stack, size_t first)
{
	size_t n = stitch_used(stack);

	for (size_t i = first; i < n; i++)
		vec_push(&s->path.list, stack->list.v[i]);
}

void stitch_begin(struct stitch *s, uint64_t row, const struct branches *stack, int64_t index)
{
	s->path.list.n = s->samples.n = 0;
	append(s, stack, 0);
	s->index = index;
	vec_push(&s->samples, ((struct stitch_sample){ .row = row }));
}

void stitch_release(struct stitch *s)
{
	branches_release(&s->path);
	vec_release(&s->samples);
}

static bool is_same_branch(const struct branch *a, const struct branch *b)
{
	return a->has == b->has && !memcmp(a->v, b->v, sizeof(a->v));
}

/*
 * Are the path's branches from at on the first branches of a stack? The stack has at least as many.
 */
static bool overlap(const struct stitch *s, const struct branches *stack, size_t at)
{
	if (s->path.list.n - at > stitch_used(stack))
		return false;
	for (size_t i = at; i < s->path.list.n; i++)
		if (!is_same_branch(&s->path.list.v[i], &stack->list.v[i - at]))
			return false;
	return true;
}

/* A processor that reports 0 reports it for all stacks, so 0 shows nothing. */
static bool is_known(const struct stitch *s, int64_t index)
{
	return s->index >= 0 && s->index < PLACES && index >= 0 && index < PLACES &&
	       (s->index || index);
}

/* Can the processor have written n branches since then? It writes them in a circle. */
static bool index_allows(const struct stitch *s, int64_t index, int64_t n)
{
	int64_t by = s->index - index, size = PLACES_LEAST;
	size_t kept = s->path.list.n - s->samples.v[s->samples.n - 1].at;

	if (!is_known(s, index) || by == n)
		return true;
	while (size <= index || size < (int64_t)kept)
		size *= 2;
	for (; by < 0 && size <= PLACES; size *= 2)
		if (by + size == n)
			return true;
	return false;
}

/* Can a stack continue the path at a place, for a sample taken there? */
static bool fits(const struct stitch *s, const struct branches *stack, int64_t index, size_t at)
{
	size_t since = at - s->samples.v[s->samples.n - 1].at;
	size_t least = is_known(s, index) ? 1 : COMMON_LEAST;

	return at + least <= s->path.list.n && index_allows(s, index, (int64_t)since) &&
	       overlap(s, stack, at);
}

bool stitch_add(struct stitch *s, uint64_t row, const struct branches *stack, int64_t index)
{
	size_t n = s->path.list.n, at = s->samples.v[s->samples.n - 1].at;
	struct stitch_sample sample = { .row = row, .from = n };

	while (at < n && !fits(s, stack, index, at))
		at++;
	if (at == n)
		return false;
	sample.at = at;
	sample.common = n - at;
	while (++at < n)
		sample.repeats |= fits(s, stack, index, at);
	append(s, stack, sample.common);
	s->index = index;
	vec_push(&s->samples, sample);
	return true;
}
