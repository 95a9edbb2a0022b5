/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/vec.h"
#include "index/index_private.h"
#include "index/shift.h"

enum {
	KEPT_SPANS = 8, /* released spans that stay in memory, for the next calls */
	STEP_SPANS = 64,
	NARROW_SPANS = 16,
	NARROW_TRIES = 3,
	NARROW_ROWS = 64
};

/* The entries of a span in memory. */
struct held_entries {
	uint32_t span;
	struct cache_entry use;
	struct order_entry *entries;
};

struct span_numbers {
	uint32_t *v;
	size_t n, cap;
};

struct order {
	struct order_file *files;
	size_t n_files;
	uint32_t *first_span; /* of each file, then the total number */
	uint64_t rows;
	bool in_file;

	/* The numbers of all spans, ordered by their first and by their last entry. */
	uint32_t n;
	uint32_t *by_first, *by_last;
	uint64_t *rows_first, *rows_last; /* sum of the rows of the first i spans */
	/*
	 * For every STEP_SPANS-th span of by_first: the list of the earlier spans that reach up to
	 * it. The lists are consecutive; open_at has their beginnings.
	 */
	struct span_numbers open;
	uint64_t *open_at;

	VEC(struct held_entries) held;
	size_t kept; /* number of released spans in held */
	uint64_t clock;
	struct span_numbers between;
	struct order_entry *room;
};

/* ---- spans ---- */

/* Turn an entry of a file's index into an entry of the order. */
static void place_entry(const struct order_file *file, struct order_entry *entry)
{
	entry->row += file->first_row;
	entry->key = shift_time(entry->key, file->shift);
}

/* A block that is not crowded has its number as the number of its span; the pages follow. */
void order_span(const struct order *o, uint32_t span, struct order_span *out)
{
	size_t f = 0;
	uint64_t i, blocks;

	while (f + 1 < o->n_files && span >= o->first_span[f + 1])
		f++;
	out->file = &o->files[f];
	i = span - o->first_span[f];
	blocks = index_blocks(out->file->index);
	if (i < blocks) {
		const struct block_desc *desc = index_block(out->file->index, i);

		out->is_page = false;
		out->number = i;
		out->rows = desc->rows;
		out->first = (struct order_entry){ desc->key_min, desc->first_row };
		out->last = (struct order_entry){ desc->key_max, desc->first_row + desc->rows - 1 };
	} else {
		const struct page_entry *page = index_page(out->file->index, i - blocks);

		out->is_page = true;
		out->number = i - blocks;
		out->rows = page->rows;
		out->first = page->first;
		out->last = page->last;
	}
	place_entry(out->file, &out->first);
	place_entry(out->file, &out->last);
}

uint32_t order_spans(const struct order *o)
{
	return o->n;
}

uint32_t order_span_by(const struct order *o, uint32_t i, bool last)
{
	return last ? o->by_last[i] : o->by_first[i];
}

/* One end of a span, for sorting. */
struct end {
	struct order_entry entry;
	uint32_t span;
};

static int compare(const void *pa, const void *pb)
{
	const struct end *a = pa, *b = pb;

	return entry_before(&a->entry, &b->entry) ? -1 : entry_before(&b->entry, &a->entry);
}

static void sort_spans(const struct order *o, uint32_t *spans, bool last)
{
	struct end *ends = mem_alloc((o->n + 1) * sizeof(*ends));

	for (uint32_t i = 0; i < o->n; i++) {
		struct order_span span;

		order_span(o, spans[i], &span);
		ends[i] = (struct end){ last ? span.last : span.first, spans[i] };
	}
	qsort(ends, o->n, sizeof(*ends), compare);
	for (uint32_t i = 0; i < o->n; i++)
		spans[i] = ends[i].span;
	free(ends);
}

/*
 * Add the blocks that are not crowded, and the pages. The list of crowded blocks is in rising
 * order.
 */
static void add_spans(struct order *o, const struct index *index, uint32_t first)
{
	uint64_t blocks = index_blocks(index), pages = index_pages(index), crowded = 0;

	for (uint64_t i = 0; i < blocks; i++) {
		if (crowded < index_crowded(index) && index_crowded_at(index, crowded) == i)
			crowded++;
		else
			o->by_first[o->n++] = first + (uint32_t)i;
	}
	for (uint64_t i = 0; i < pages; i++)
		o->by_first[o->n++] = first + (uint32_t)(blocks + i);
}

static uint64_t *sum_rows(const struct order *o, const uint32_t *spans)
{
	uint64_t *sum = mem_alloc((o->n + 1) * sizeof(*sum));
	struct order_span span;

	sum[0] = 0;
	for (uint32_t i = 0; i < o->n; i++) {
		order_span(o, spans[i], &span);
		sum[i + 1] = sum[i] + span.rows;
	}
	return sum;
}

/* Append those of the spans that do not end before an entry to the end of a list. */
static void add_open(const struct order *o, const uint32_t *spans, uint64_t n,
		     const struct order_entry *from, struct span_numbers *out)
{
	struct order_span span;

	for (uint64_t i = 0; i < n; i++) {
		order_span(o, spans[i], &span);
		if (!entry_before(&span.last, from))
			vec_push(out, spans[i]);
	}
}

static void find_open(struct order *o)
{
	uint32_t steps = o->n / STEP_SPANS + 1;
	uint32_t *list;

	o->open_at = mem_zalloc((steps + 1) * sizeof(*o->open_at));
	for (uint32_t i = 0; i < steps; i++) {
		struct order_span span;
		uint64_t from, n;

		if (i && i * STEP_SPANS < o->n) {
			order_span(o, o->by_first[(size_t)i * STEP_SPANS], &span);
			from = o->open_at[i - 1];
			n = o->open_at[i] - from;
			/* Copy the list, because o->open grows and moves while it is read. */
			list = mem_dup(o->open.v + from, n * sizeof(*list));
			add_open(o, list, n, &span.first, &o->open);
			free(list);
			add_open(o, o->by_first + (size_t)(i - 1) * STEP_SPANS, STEP_SPANS,
				 &span.first, &o->open);
		}
		o->open_at[i + 1] = o->open.n;
	}
}

static void arrange(struct order *o)
{
	uint32_t most = o->first_span[o->n_files];

	o->by_first = mem_alloc((most + 1) * sizeof(*o->by_first));
	o->by_last = mem_alloc((most + 1) * sizeof(*o->by_last));
	for (size_t f = 0; f < o->n_files; f++)
		add_spans(o, o->files[f].index, o->first_span[f]);
	memcpy(o->by_last, o->by_first, o->n * sizeof(*o->by_last));
	sort_spans(o, o->by_first, false);
	sort_spans(o, o->by_last, true);
	o->rows_first = sum_rows(o, o->by_first);
	o->rows_last = sum_rows(o, o->by_last);
	find_open(o);
}

struct order *order_open(const struct order_file *files, size_t n)
{
	struct order *o = mem_zalloc(sizeof(*o));

	o->files = mem_alloc(n * sizeof(*files));
	memcpy(o->files, files, n * sizeof(*files));
	o->n_files = n;
	o->kept = KEPT_SPANS;
	o->first_span = mem_zalloc((n + 1) * sizeof(*o->first_span));
	o->room = mem_alloc(BLOCK_ROWS * sizeof(*o->room));
	for (size_t f = 0; f < n; f++) {
		const struct index *index = files[f].index;

		o->rows = files[f].first_row + index_rows(index);
		o->in_file |= !index_has_times(index);
		o->first_span[f + 1] =
			o->first_span[f] + (uint32_t)(index_blocks(index) + index_pages(index));
	}
	if (!o->in_file)
		arrange(o);
	return o;
}

void order_close(struct order *o)
{
	if (!o)
		return;
	for (size_t i = 0; i < o->held.n; i++)
		free(o->held.v[i].entries);
	vec_release(&o->held);
	vec_release(&o->between);
	free(o->rows_first);
	free(o->rows_last);
	free(o->by_first);
	free(o->by_last);
	vec_release(&o->open);
	free(o->open_at);
	free(o->room);
	free(o->first_span);
	free(o->files);
	free(o);
}

uint64_t order_rows(const struct order *o)
{
	return o->rows;
}

bool order_is_file(const struct order *o)
{
	return o->in_file;
}

/* ---- entries of spans ---- */

static struct held_entries *find_held(struct order *o, uint32_t span)
{
	for (size_t i = 0; i < o->held.n; i++)
		if (o->held.v[i].span == span)
			return &o->held.v[i];
	return NULL;
}

/* Free the least recently used of the released spans. Returns false if only few are kept. */
static bool forget_one(struct order *o)
{
	struct cache_spare spare = { 0 };
	struct held_entries *oldest;

	for (size_t i = 0; i < o->held.n; i++)
		cache_consider(&spare, &o->held.v[i].use, i);
	if (spare.n <= o->kept)
		return false;
	oldest = &o->held.v[spare.oldest];
	free(oldest->entries);
	*oldest = o->held.v[--o->held.n];
	return true;
}

static bool load(struct order *o, const struct order_span *span, struct order_entry *out)
{
	const struct index *index = span->file->index;
	bool ok;

	if (span->is_page)
		ok = index_page_load(index, span->number, out);
	else
		ok = sort_load(index, span->number, true, out, o->room);
	for (uint32_t i = 0; ok && i < span->rows; i++)
		place_entry(span->file, &out[i]);
	return ok;
}

const struct order_entry *order_hold(struct order *o, uint32_t number)
{
	struct held_entries *h = find_held(o, number);
	struct order_entry *entries;
	struct order_span span;

	if (h) {
		cache_hold(&h->use, &o->clock);
		return h->entries;
	}
	order_span(o, number, &span);
	entries = mem_alloc(span.rows * sizeof(*entries));
	if (!load(o, &span, entries)) {
		free(entries);
		return NULL;
	}
	h = vec_add(&o->held);
	*h = (struct held_entries){ .span = number, .entries = entries };
	cache_hold(&h->use, &o->clock);
	return entries;
}

void order_release(struct order *o, uint32_t span)
{
	struct held_entries *h = find_held(o, span);

	if (h && !--h->use.holders)
		while (forget_one(o))
			;
}

/* ---- between two entries ---- */

/* Is the first or last entry of span i before an entry, or at it? */
static bool span_before(const struct order *o, size_t i, bool last, const struct order_entry *e,
			bool at)
{
	struct order_span span;
	const struct order_entry *bound;

	order_span(o, order_span_by(o, (uint32_t)i, last), &span);
	bound = last ? &span.last : &span.first;
	return entry_before(bound, e) || (at && !entry_before(e, bound));
}

/* Return how many spans, by first or by last entry, are before an entry, or also at it. */
static uint32_t bisect(const struct order *o, bool last, const struct order_entry *e, bool at)
{
	return (uint32_t)search_first(0, o->n, i, span_before(o, i, last, e, at));
}

uint32_t order_begun(const struct order *o, const struct order_entry *e)
{
	return bisect(o, false, e, true);
}

uint32_t order_ended(const struct order *o, const struct order_entry *e)
{
	return bisect(o, true, e, false);
}

uint32_t order_between(struct order *o, const struct order_entry *first,
		       const struct order_entry *last, const uint32_t **spans)
{
	uint32_t begun = order_begun(o, first), step = begun ? (begun - 1) / STEP_SPANS : 0;
	uint64_t from = o->open_at[step];

	o->between.n = 0;
	if (o->open.n)
		add_open(o, o->open.v + from, o->open_at[step + 1] - from, first, &o->between);
	from = (uint64_t)step * STEP_SPANS;
	add_open(o, o->by_first + from, order_begun(o, last) - from, first, &o->between);
	*spans = o->between.v;
	return (uint32_t)o->between.n;
}

/* Return how many entries are before this one. */
static bool rank(struct order *o, const struct order_entry *entry, uint64_t *before)
{
	const uint32_t *spans;
	uint32_t n = order_between(o, entry, entry, &spans);

	*before = o->rows_last[order_ended(o, entry)];
	for (uint32_t i = 0; i < n; i++) {
		const struct order_entry *v = order_hold(o, spans[i]);
		struct order_span span;

		if (!v)
			return false;
		order_span(o, spans[i], &span);
		*before += sort_before(v, span.rows, entry);
		order_release(o, spans[i]);
	}
	return true;
}

int order_before(struct order *o, const struct order_entry *entry, uint64_t *position,
		 struct err *err)
{
	*position = entry->row;
	return o->in_file || rank(o, entry, position) ? 0 : index_set_damaged(err);
}

int order_at_time(struct order *o, uint64_t time, uint64_t *position, struct err *err)
{
	struct order_entry entry = { .key = time };

	return order_before(o, &entry, position, err);
}

/* Return the entries of the block that holds a row, in file order. The caller frees them. */
static struct order_entry *entries_around(const struct order *o, uint64_t row, uint32_t *n)
{
	size_t f = 0;
	const struct index *index;
	struct order_entry *entries;
	uint64_t block;

	while (f + 1 < o->n_files && row >= o->files[f + 1].first_row)
		f++;
	index = o->files[f].index;
	block = index_block_of(index, row - o->files[f].first_row);
	*n = index_block(index, block)->rows;
	entries = mem_alloc(*n * sizeof(*entries));
	if (!sort_load(index, block, false, entries, NULL)) {
		free(entries);
		return NULL;
	}
	for (uint32_t i = 0; i < *n; i++)
		place_entry(&o->files[f], &entries[i]);
	return entries;
}

int order_entry_of(struct order *o, uint64_t row, struct order_entry *entry, struct err *err)
{
	struct order_entry *entries;
	uint32_t n;

	*entry = (struct order_entry){ .row = row };
	if (o->in_file)
		return 0;
	entries = entries_around(o, row, &n);
	if (!entries)
		return index_set_damaged(err);
	*entry = entries[row - entries[0].row];
	free(entries);
	return 0;
}

bool order_rows_before(struct order *o, uint64_t row, const struct order_entry *entry,
		       uint64_t *bits)
{
	uint32_t n;
	struct order_entry *entries = entries_around(o, row, &n);
	bool ok;

	for (uint32_t i = 0; entries && i < n; i++)
		bits[i / 64] |= (uint64_t)entry_before(&entries[i], entry) << i % 64;
	ok = entries != NULL;
	free(entries);
	return ok;
}

/* ---- the entry at a position ---- */

/* A span that can contain the entry: the range of its entries that is not ruled out yet. */
struct span_range {
	const struct order_entry *v;
	uint32_t span, lo, hi;
};

static struct span_range *longest(struct span_range *r, uint32_t n)
{
	struct span_range *best = r;

	for (uint32_t i = 1; i < n; i++)
		if (r[i].hi - r[i].lo > best->hi - best->lo)
			best = &r[i];
	return best;
}

/*
 * Find the entry that has this number of entries before it in all ranges. The middle of the longest
 * range is before that entry or not; either result rules out at least half of that range.
 */
static bool select_entry(struct span_range *r, uint32_t n, uint64_t before,
			 struct order_entry *entry)
{
	uint32_t *at = mem_alloc((n + 1) * sizeof(*at));
	bool found = false;

	while (n && !found) {
		struct span_range *middle = longest(r, n);
		struct order_entry pivot;
		uint64_t below = 0;

		if (middle->lo == middle->hi)
			break;
		pivot = middle->v[middle->lo + (middle->hi - middle->lo) / 2];
		for (uint32_t i = 0; i < n; i++) {
			at[i] = r[i].lo + sort_before(r[i].v + r[i].lo, r[i].hi - r[i].lo, &pivot);
			below += at[i] - r[i].lo;
		}
		found = below == before;
		*entry = pivot;
		for (uint32_t i = 0; !found && i < n; i++) {
			if (below > before)
				r[i].hi = at[i];
			else
				r[i].lo = at[i] + (&r[i] == middle);
		}
		if (below < before)
			before -= below + 1;
	}
	free(at);
	return found;
}

/* Return the last span, by one of its ends, with at most `position` rows in the spans before it. */
static uint32_t last_span(const uint64_t *rows, uint32_t n, uint64_t position)
{
	return (uint32_t)search_first(1, n, i, rows[i] <= position) - 1;
}

/*
 * Find bounds of the entry at a position: the spans that begin before *first have no more rows than
 * the position, and the spans that end up to *last have more.
 */
static void find_bounds(const struct order *o, uint64_t position, struct order_entry *first,
			struct order_entry *last)
{
	struct order_span span;

	order_span(o, o->by_first[last_span(o->rows_first, o->n, position)], &span);
	*first = span.first;
	order_span(o, o->by_last[last_span(o->rows_last, o->n, position)], &span);
	*last = span.last;
}

/*
 * Estimate the number of entries before an entry without reading spans, as if the keys of each span
 * were spread evenly.
 */
static uint64_t guess_rank(struct order *o, const struct order_entry *entry)
{
	const uint32_t *spans;
	uint32_t n = order_between(o, entry, entry, &spans);
	uint64_t before = o->rows_last[order_ended(o, entry)];

	for (uint32_t i = 0; i < n; i++) {
		struct order_span span;
		uint64_t length;

		order_span(o, spans[i], &span);
		length = span.last.key - span.first.key;
		if (length && entry->key > span.first.key)
			before += (uint64_t)((double)(entry->key - span.first.key) /
					     (double)length * span.rows);
	}
	return before;
}

/* Return the key at which guess_rank() is closest to a rank. */
static struct order_entry guess_entry(struct order *o, uint64_t lo, uint64_t hi, uint64_t rank)
{
	struct order_entry e = { 0 };

	while (hi - lo > 1) {
		e.key = lo + (hi - lo) / 2;
		if (guess_rank(o, &e) <= rank)
			lo = e.key;
		else
			hi = e.key;
	}
	e.key = lo;
	return e;
}

/*
 * Narrow the bounds of the entry at a position, so that few more spans are read than overlap there:
 * guess the place, count how far off it is, and use that for the next guess.
 */
static bool narrow(struct order *o, uint64_t position, struct order_entry *first,
		   struct order_entry *last)
{
	uint64_t target = position;

	for (int tries = 0; tries < NARROW_TRIES; tries++) {
		struct order_entry e = guess_entry(o, first->key, last->key, target);
		uint64_t before, off, expected;

		if (!entry_before(first, &e) || !entry_before(&e, last))
			break;
		expected = guess_rank(o, &e);
		if (!rank(o, &e, &before))
			return false;
		off = before <= position ? position - before : before - position;
		off += off / 8 + NARROW_ROWS;
		if (before <= position) {
			*first = e;
			target = expected + off;
		} else {
			*last = e;
			target = expected > off ? expected - off : 0;
		}
	}
	return true;
}

/* Open the ranges of all spans that can contain the entry. *held: number of spans to release. */
static bool open_ranges(struct order *o, const uint32_t *spans, uint32_t n,
			struct span_range *ranges, uint32_t *held)
{
	for (*held = 0; *held < n; ++*held) {
		struct span_range *r = &ranges[*held];
		struct order_span span;

		order_span(o, spans[*held], &span);
		*r = (struct span_range){ order_hold(o, spans[*held]), spans[*held], 0, span.rows };
		if (!r->v)
			return false;
	}
	return true;
}

int order_at(struct order *o, uint64_t position, struct order_entry *entry, struct err *err)
{
	struct order_entry first, last;
	struct span_range *ranges;
	const uint32_t *spans;
	uint32_t n, held = 0;
	bool ok = true;

	*entry = (struct order_entry){ .row = position };
	if (o->in_file)
		return 0;
	find_bounds(o, position, &first, &last);
	if (order_between(o, &first, &last, &spans) > NARROW_SPANS) {
		o->kept = ORDER_OVERLAP;
		ok = narrow(o, position, &first, &last);
	}
	n = order_between(o, &first, &last, &spans);
	ranges = mem_alloc((n + 1) * sizeof(*ranges));
	ok = ok && open_ranges(o, spans, n, ranges, &held) &&
	     select_entry(ranges, n, position - o->rows_last[order_ended(o, &first)], entry);
	o->kept = KEPT_SPANS;
	for (uint32_t i = 0; i < held; i++)
		order_release(o, ranges[i].span);
	free(ranges);
	return ok ? 0 : index_set_damaged(err);
}
