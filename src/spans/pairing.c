/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/pairing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "index/shift.h"
#include "spans/openspans.h"

enum {
	DEPTH_MAX = UINT16_MAX
};

struct pairing {
	const struct spanmaking *of;
	struct spantable *table;
	struct spanthreads *threads;
	bool runs;
	struct openspans *open;
	VEC(uint8_t) name_flags; /* by name and kind: enum name_flag */
};

struct pairing *pairing_open(const struct spanmaking *of, struct spantable *table,
			     struct spanthreads *threads, bool runs)
{
	struct pairing *p = mem_zalloc(sizeof(*p));

	p->of = of;
	p->table = table;
	p->threads = threads;
	p->runs = runs;
	p->open = openspans_open(table->spool_dir);
	return p;
}

void pairing_close(struct pairing *p)
{
	if (!p)
		return;
	openspans_close(p->open);
	vec_release(&p->name_flags);
	free(p);
}

/* ---- names of spans ---- */

/* Flags of a name, so that the lists of its kind are searched only once. */
enum name_flag {
	NAME_KNOWN = 1,
	NAME_WITHOUT_END = 2,
	NAME_NEVER_WOKEN = 4
};

static bool is_in(const char *const *list, struct spannames *names, uint32_t name)
{
	size_t len;
	const char *text = spannames_text_now(names, name, &len);

	for (; list && *list; list++)
		if (strlen(*list) == len && !memcmp(*list, text, len))
			return true;
	return false;
}

static unsigned name_flags(struct pairing *p, uint32_t kind, uint32_t name)
{
	struct spannames *names = p->of->names;
	const struct span_kind *k = &p->of->kinds[kind - 1];
	size_t at = (size_t)name * SPAN_KINDS_MAX + kind;

	while (p->name_flags.n <= at)
		vec_push(&p->name_flags, 0);
	if (!p->name_flags.v[at])
		p->name_flags.v[at] =
			(uint8_t)(NAME_KNOWN |
				  (is_in(k->without_end, names, name) ? NAME_WITHOUT_END : 0) |
				  (is_in(k->never_woken, names, name) ? NAME_NEVER_WOKEN : 0));
	return p->name_flags.v[at];
}

/* ---- the thread of a span ---- */

static const struct span_kind *kind_of(const struct pairing *p, const struct edge *edge)
{
	return &p->of->kinds[edge->kind - 1];
}

/* Is the thread of the span off its CPU? */
static bool is_offcpu(const struct pairing *p, const struct edge *edge)
{
	const struct span_kind *kind = kind_of(p, edge);

	return kind->key_is_thread || kind->naming == SPAN_BY_MISC;
}

/* Get the thread to which the span belongs. Returns false if it belongs to none. */
static bool get_thread(const struct pairing *p, const struct edge *edge, uint64_t *thread)
{
	const struct span_kind *kind = kind_of(p, edge);

	*thread = spanthreads_id(edge->part, kind->key_is_thread ? edge->key : edge->tid);
	return kind->key_is_thread || kind->scope == SPAN_THREAD;
}

/* Return when the thread of an open span first ended since the span began; 0: it has not. */
static uint64_t ended_at(const struct pairing *p, const struct edge *edge,
			 const struct span_begin *begin)
{
	uint64_t thread;

	return get_thread(p, edge, &thread)
		       ? spanthreads_exit_since(p->threads, thread, begin->since)
		       : 0;
}

/* Store time off the CPU: at the begin of a span the time so far, at its end the difference. */
static void count_off(struct pairing *p, const struct edge *edge, uint64_t number, bool ends)
{
	uint64_t *off = spantable_off(p->table, number), thread;
	bool has_thread = get_thread(p, edge, &thread), offcpu = is_offcpu(p, edge);

	if (offcpu && has_thread && ends)
		spanthreads_add_off(p->threads, thread, spantable_begin(p->table, number)->dur);
	if (offcpu || !has_thread || spanthreads_is_idle(thread))
		*off = UINT64_MAX;
	else
		*off = spanthreads_off(p->threads, thread) - (ends ? *off : 0);
}

/* Get the thread of a span that samples of this thread can contradict. False: it has none. */
static bool get_watched(const struct pairing *p, const struct edge *edge, uint64_t *thread)
{
	return p->runs && is_offcpu(p, edge) && get_thread(p, edge, thread);
}

/* A thread leaves its CPU: from now on it should have no samples. */
static void leave_cpu(struct pairing *p, const struct edge *edge)
{
	uint64_t thread;

	if (get_watched(p, edge, &thread))
		spanthreads_leave(p->threads, thread,
				  &(struct spanthreads_wait){ edge->entry, edge->time, edge->cpu });
}

/* A thread runs again. Returns whether it already was on a CPU since it began the span. */
static bool has_run(struct pairing *p, const struct edge *edge, uint64_t number)
{
	uint64_t thread;

	return get_watched(p, edge, &thread) && spanthreads_return(p->threads, thread, number);
}

/* ---- spans ---- */

static struct openspans_key key_of(const struct edge *edge)
{
	return (struct openspans_key){ edge->owner, edge->key, edge->part, edge->kind };
}

/*
 * The open span with a number, and those around it, get no end. until: the time up to which they
 * lasted at least; 0: unknown.
 */
static void leave_open(struct pairing *p, uint64_t number, uint64_t until)
{
	while (number != OPENSPANS_NONE) {
		struct span_begin *begin = spantable_begin(p->table, number);

		number = begin->end_or_around;
		begin->end_or_around = 0;
		begin->dur = until > begin->since ? until - begin->since : 0;
	}
}

static void take_end(struct pairing *p, const struct edge *edge)
{
	struct span_end *end = spantable_end(p->table, edge->entry);
	struct openspans_key key = key_of(edge);
	uint64_t *open = openspans_find(p->open, &key), number, ended;
	struct span_begin *begin;

	end->kind = edge->kind;
	if (!open || !*open)
		return;
	number = *open;
	begin = spantable_begin(p->table, number);
	ended = ended_at(p, edge, begin);
	if (ended) {
		leave_open(p, number, ended);
		*open = OPENSPANS_NONE;
		return;
	}
	*open = begin->end_or_around;
	end->begin = number & ((1ull << 40) - 1);
	begin->end_or_around = edge->row & ((1ull << 48) - 1);
	begin->dur = edge->time - begin->since;
	begin->state = has_run(p, edge, number) ? SPAN_DOUBTFUL : SPAN_COMPLETE;
	if (p->table->has_offs)
		count_off(p, edge, number, true);
	if (edge->has_ret) {
		begin->has_ret = true;
		*spantable_ret(p->table, number) = edge->ret;
	}
}

static void take_begin(struct pairing *p, const struct edge *edge)
{
	const struct span_kind *kind = kind_of(p, edge);
	struct span_begin *begin = spantable_begin(p->table, edge->entry);
	const struct span_begin *around = NULL;
	struct openspans_key key = key_of(edge);
	uint64_t *open = openspans_put(p->open, &key), ended = 0;

	if (*open)
		ended = ended_at(p, edge, spantable_begin(p->table, *open));
	if (*open && !ended)
		around = spantable_begin(p->table, *open);
	if (around && kind->again == SPAN_GOES_ON)
		return;
	if (!around || kind->again == SPAN_REPLACES) {
		leave_open(p, *open, ended);
		*open = OPENSPANS_NONE;
	}
	begin->kind = edge->kind;
	begin->name = edge->name;
	if (kind->without_end && name_flags(p, edge->kind, edge->name) & NAME_WITHOUT_END) {
		begin->state = SPAN_NORETURN;
		return;
	}
	begin->state = SPAN_UNFINISHED;
	begin->since = edge->time;
	if (p->table->has_offs)
		count_off(p, edge, edge->entry, false);
	if (around && kind->again == SPAN_NESTS) {
		begin->end_or_around = *open & ((1ull << 48) - 1);
		begin->depth = (uint16_t)(around->depth + (around->depth < DEPTH_MAX));
	}
	*open = edge->entry;
	leave_cpu(p, edge);
}

/* Note the wakeup of a thread that is off its CPU. Only the first wakeup counts. */
static void take_wakeup(struct pairing *p, const struct edge *edge)
{
	const struct span_kind *kind = kind_of(p, edge);
	struct openspans_key key = key_of(edge);
	const uint64_t *open = openspans_find(p->open, &key);
	const struct span_begin *begin;
	uint64_t *wakeup;

	if (!open || !*open)
		return;
	begin = spantable_begin(p->table, *open);
	wakeup = spantable_wakeup(p->table, *open);
	if (!*wakeup && !ended_at(p, edge, begin) &&
	    !(kind->never_woken && name_flags(p, edge->kind, begin->name) & NAME_NEVER_WOKEN))
		*wakeup = edge->row + 1;
}

void pairing_take(struct pairing *p, const struct edge *edge)
{
	switch (edge->does) {
	case EDGE_EXIT:
		spanthreads_exit(p->threads, spanthreads_id(edge->part, edge->tid), edge->time);
		break;
	case EDGE_ENDS:
		take_end(p, edge);
		break;
	case EDGE_BEGINS:
		take_begin(p, edge);
		break;
	case EDGE_WAKES:
		take_wakeup(p, edge);
		break;
	}
}

/* Return the last time of a part; 0: it has no times. */
static uint64_t last_time(const struct recording *recording, size_t part)
{
	uint64_t first, last;

	if (!index_times(recording_index(recording, part), &first, &last))
		return 0;
	return shift_time(last, recording_shift(recording, part));
}

void pairing_end(struct pairing *p)
{
	size_t parts = p->of->roles->parts, at = 0;
	uint64_t *ends = mem_alloc(parts * sizeof(*ends)), number;
	struct openspans_key key;

	for (size_t part = 0; part < parts; part++)
		ends[part] = last_time(p->of->recording, part);
	while ((number = openspans_next(p->open, &at, &key)) != OPENSPANS_NONE) {
		const struct edge end = { .key = key.key,
					  .part = key.part,
					  .tid = (uint32_t)(key.owner >> 32),
					  .kind = (uint8_t)key.kind };
		uint64_t ended = ended_at(p, &end, spantable_begin(p->table, number));

		leave_open(p, number,
			   has_run(p, &end, number) ? 0
			   : ended		    ? ended
						    : ends[key.part]);
	}
	free(ends);
}
