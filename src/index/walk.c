/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/mem.h"
#include "base/vec.h"

/* A span at the current place of the walk. */
struct active {
	const struct order_entry *v;
	uint32_t span;
	uint32_t i, n; /* v[i] is the next entry of the span */
	bool is_page;
	uint64_t *bits; /* wanted rows of a block; NULL: all rows */
	uint64_t first_row;
};

struct order_walk {
	struct order *order;
	int dir;
	walk_wanted wanted;
	void *arg;
	bool in_file;
	uint64_t row;  /* in file order: the next row */
	uint32_t next; /* spans, by first or last entry, that the walk has not reached yet */
	/* The next one of these spans, and its entry that the walk reaches first. */
	uint32_t due;
	struct order_entry due_entry;
	enum walk_found state;
	/* A heap: no span is before the top one in the direction of the walk. */
	VEC(struct active) heap;
};

static bool before(const struct order_walk *w, const struct order_entry *a,
		   const struct order_entry *b)
{
	return w->dir > 0 ? entry_before(a, b) : entry_before(b, a);
}

static const struct order_entry *next_of(const struct active *a)
{
	return &a->v[a->i];
}

/*
 * The rows of entries with the same key can be in any order, so compare the rows, too. No row
 * occurs twice.
 */
static void sift_down(struct order_walk *w)
{
	struct active *v = w->heap.v, top;
	size_t at = 0, n = w->heap.n;

	/* Most entries are followed by another one of the same span. */
	if ((n < 2 || !before(w, next_of(&v[1]), next_of(&v[0]))) &&
	    (n < 3 || !before(w, next_of(&v[2]), next_of(&v[0]))))
		return;
	top = v[0];
	for (;;) {
		size_t child = 2 * at + 1;

		if (child + 1 < n && before(w, next_of(&v[child + 1]), next_of(&v[child])))
			child++;
		if (child >= n || !before(w, next_of(&v[child]), next_of(&top)))
			break;
		v[at] = v[child];
		at = child;
	}
	v[at] = top;
}

static void sift_up(struct order_walk *w)
{
	struct active *v = w->heap.v, added = v[w->heap.n - 1];
	size_t at = w->heap.n - 1;

	while (at && before(w, next_of(&added), next_of(&v[(at - 1) / 2]))) {
		v[at] = v[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	v[at] = added;
}

/* Is the entry's row wanted? A page has rows of many blocks. */
static bool is_wanted(struct order_walk *w, const struct active *a)
{
	uint64_t row = next_of(a)->row, first_row;
	const uint64_t *bits;

	if (!w->wanted)
		return true;
	if (!a->is_page)
		return !a->bits || bitset_has(a->bits, row - a->first_row);
	switch (w->wanted(w->arg, row, &bits, &first_row)) {
	case WALK_SOME:
		return bitset_has(bits, row - first_row);
	case WALK_UNKNOWN:
		w->state = WALK_PENDING;
		return false;
	case WALK_ALL:
		return true;
	case WALK_NONE:
	default:
		return false;
	}
}

/*
 * Go to the next wanted entry, starting with the current one. Returns false if the span has none.
 */
static bool settle(struct order_walk *w, struct active *a)
{
	while (a->i < a->n && !is_wanted(w, a) && w->state == WALK_FOUND)
		a->i += (uint32_t)w->dir;
	return a->i < a->n && w->state == WALK_FOUND;
}

static void leave_span(struct order_walk *w, struct active *a)
{
	order_release(w->order, a->span);
	free(a->bits);
	a->bits = NULL;
}

/* Ask which rows of the block are wanted. Returns false if there are none. */
static bool ask_wanted(struct order_walk *w, struct active *a, const struct order_span *span)
{
	const uint64_t *bits;

	if (!w->wanted || span->is_page)
		return true;
	switch (w->wanted(w->arg, span->first.row, &bits, &a->first_row)) {
	case WALK_SOME:
		a->bits = mem_dup(bits, BLOCK_ROWS / 8);
		return true;
	case WALK_ALL:
		return true;
	case WALK_UNKNOWN:
		w->state = WALK_PENDING;
		return false;
	case WALK_NONE:
	default:
		return false;
	}
}

/* Start a span at an entry; NULL: at the end that the walk reaches first. */
static void enter_span(struct order_walk *w, uint32_t number, const struct order_entry *from)
{
	struct active a = { .span = number };
	struct order_span span;

	order_span(w->order, number, &span);
	a.n = span.rows;
	a.is_page = span.is_page;
	if (!ask_wanted(w, &a, &span))
		return;
	a.v = order_hold(w->order, number);
	if (!a.v) {
		w->state = WALK_DAMAGED;
		free(a.bits);
		return;
	}
	a.i = w->dir > 0 ? 0 : a.n - 1;
	if (from) {
		a.i = sort_before(a.v, a.n, from);
		/* When going back, an index below 0 wraps around and is above n. */
		if (w->dir < 0 && (a.i == a.n || entry_before(from, next_of(&a))))
			a.i--;
	}
	if (!settle(w, &a)) {
		leave_span(w, &a);
		return;
	}
	vec_push(&w->heap, a);
	sift_up(w);
}

/* Set the span that the walk reaches next. */
static void find_due(struct order_walk *w)
{
	bool forward = w->dir > 0;
	struct order_span span;

	if (!w->next)
		return;
	w->due = order_span_by(w->order, forward ? order_spans(w->order) - w->next : w->next - 1,
			       !forward);
	order_span(w->order, w->due, &span);
	w->due_entry = forward ? span.first : span.last;
}

/* Start the spans that begin before the next entry, in the direction of the walk. */
static void enter_due(struct order_walk *w)
{
	while (w->next && w->state == WALK_FOUND) {
		uint32_t number = w->due;

		if (w->heap.n && before(w, next_of(&w->heap.v[0]), &w->due_entry))
			break;
		w->next--;
		find_due(w);
		enter_span(w, number, NULL);
	}
}

static enum walk_found next_in_file(struct order_walk *w, struct order_entry *entry)
{
	for (; w->row < order_rows(w->order); w->row += (uint64_t)(int64_t)w->dir) {
		uint64_t first_row;
		const uint64_t *bits;
		enum walk_rows rows = WALK_ALL;

		if (w->wanted)
			rows = w->wanted(w->arg, w->row, &bits, &first_row);
		if (rows == WALK_UNKNOWN)
			return WALK_PENDING;
		if (rows == WALK_NONE ||
		    (rows == WALK_SOME && !bitset_has(bits, w->row - first_row)))
			continue;
		*entry = (struct order_entry){ .row = w->row };
		w->row += (uint64_t)(int64_t)w->dir;
		return WALK_FOUND;
	}
	return WALK_END;
}

struct order_walk *walk_open(struct order *order, const struct order_entry *from, int dir,
			     walk_wanted wanted, void *arg)
{
	struct order_walk *w = mem_zalloc(sizeof(*w));
	const uint32_t *between;
	uint32_t *spans, n;

	w->order = order;
	w->dir = dir;
	w->wanted = wanted;
	w->arg = arg;
	w->state = WALK_FOUND;
	w->in_file = order_is_file(order);
	w->row = from->row;
	if (w->in_file)
		return w;
	w->next = dir > 0 ? order_spans(order) - order_begun(order, from)
			  : order_ended(order, from);
	find_due(w);
	n = order_between(order, from, from, &between);
	spans = mem_dup(between, n * sizeof(*spans));
	for (uint32_t i = 0; i < n && w->state == WALK_FOUND; i++)
		enter_span(w, spans[i], from);
	free(spans);
	return w;
}

void walk_close(struct order_walk *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->heap.n; i++)
		leave_span(w, &w->heap.v[i]);
	vec_release(&w->heap);
	free(w);
}

enum walk_found walk_next(struct order_walk *w, struct order_entry *entry)
{
	struct active *top;

	if (w->in_file)
		return next_in_file(w, entry);
	enter_due(w);
	if (w->state != WALK_FOUND)
		return w->state;
	if (!w->heap.n)
		return WALK_END;
	top = &w->heap.v[0];
	*entry = *next_of(top);
	top->i += (uint32_t)w->dir;
	if (!settle(w, top)) {
		leave_span(w, top);
		*top = w->heap.v[--w->heap.n];
	}
	if (w->heap.n > 1)
		sift_down(w);
	return WALK_FOUND;
}
