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

/* One thing that a row does: it begins, ends or wakes a span. */
struct span_action {
	const struct spanrow *r;
	const struct span_kind *kind;
	const struct pairing_row *row;
	bool offcpu;	 /* its span is one off the CPU */
	bool has_thread; /* its span belongs to a thread: */
	uint64_t thread;
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

static struct span_action action_of(const struct pairing *p, const struct pairing_row *row,
				    const struct spanrow *r)
{
	const struct span_kind *kind = &p->of->kinds[r->kind - 1];

	return (struct span_action){
		.r = r,
		.kind = kind,
		.row = row,
		.offcpu = kind->key_is_thread || kind->naming == SPAN_BY_MISC,
		.has_thread = kind->key_is_thread || kind->scope == SPAN_THREAD,
		.thread = spanthreads_id(row->part, kind->key_is_thread ? r->key : r->tid),
	};
}

/* Return when the thread of an open span first ended since the span began; 0: it has not. */
static uint64_t ended_at(const struct pairing *p, const struct span_action *a,
			 const struct span_begin *begin)
{
	return a->has_thread ? spanthreads_exit_since(p->threads, a->thread, begin->dur) : 0;
}

/* Store time off the CPU: at the begin of a span the time so far, at its end the difference. */
static void count_off(struct pairing *p, const struct span_action *a, uint64_t number, bool ends)
{
	uint64_t *off = spantable_off(p->table, number);

	if (a->offcpu && a->has_thread && ends)
		spanthreads_add_off(p->threads, a->thread, spantable_begin(p->table, number)->dur);
	if (a->offcpu || !a->has_thread || spanthreads_is_idle(a->thread))
		*off = UINT64_MAX;
	else
		*off = spanthreads_off(p->threads, a->thread) - (ends ? *off : 0);
}

/* Can samples of the thread contradict the span? */
static bool is_watched(const struct pairing *p, const struct span_action *a)
{
	return p->runs && a->offcpu && a->has_thread;
}

/* A thread leaves its CPU: from now on it should have no samples. */
static void leave_cpu(struct pairing *p, const struct span_action *a)
{
	if (is_watched(p, a))
		spanthreads_leave(p->threads, a->thread,
				  &(struct spanthreads_wait){ a->r->number, a->r->time,
							      a->row->cpu });
}

/* A thread runs again. Returns whether it already was on a CPU since it began the span. */
static bool has_run(struct pairing *p, const struct span_action *a, uint64_t number)
{
	return is_watched(p, a) && spanthreads_return(p->threads, a->thread, number);
}

/* ---- spans ---- */

static struct openspans_key key_of(const struct span_action *a)
{
	return (struct openspans_key){ a->r->owner, a->r->key, (uint32_t)a->row->part, a->r->kind };
}

/*
 * The open span with a number, and those around it, get no end. until: the time up to which they
 * lasted at least; 0: unknown.
 */
static void leave_open(struct pairing *p, uint64_t number, uint64_t until)
{
	while (number != OPENSPANS_NONE) {
		struct span_begin *begin = spantable_begin(p->table, number);

		number = begin->end;
		begin->end = 0;
		begin->dur = until > begin->dur ? until - begin->dur : 0;
	}
}

static void take_end(struct pairing *p, const struct span_action *a)
{
	const struct spanrow *r = a->r;
	struct span_end *end = spantable_end(p->table, r->number);
	struct openspans_key key = key_of(a);
	uint64_t *open = openspans_find(p->open, &key), number, ended;
	struct span_begin *begin;

	end->kind = r->kind;
	if (!open || !*open)
		return;
	number = *open;
	begin = spantable_begin(p->table, number);
	ended = ended_at(p, a, begin);
	if (ended) {
		leave_open(p, number, ended);
		*open = OPENSPANS_NONE;
		return;
	}
	*open = begin->end;
	end->begin = number & ((1ull << 40) - 1);
	begin->end = a->row->row & ((1ull << 48) - 1);
	begin->dur = r->time - begin->dur;
	begin->state = has_run(p, a, number) ? SPAN_DOUBTFUL : SPAN_COMPLETE;
	if (p->table->has_offs)
		count_off(p, a, number, true);
	if (r->does & SPANROW_HAS_RET) {
		begin->has_ret = true;
		*spantable_ret(p->table, number) = r->ret;
	}
}

static void take_begin(struct pairing *p, const struct span_action *a)
{
	const struct spanrow *r = a->r;
	struct span_begin *begin = spantable_begin(p->table, r->number);
	const struct span_begin *around = NULL;
	struct openspans_key key = key_of(a);
	uint64_t *open = openspans_put(p->open, &key), ended = 0;

	if (*open)
		ended = ended_at(p, a, spantable_begin(p->table, *open));
	if (*open && !ended)
		around = spantable_begin(p->table, *open);
	if (around && a->kind->again == SPAN_GOES_ON)
		return;
	if (!around || a->kind->again == SPAN_REPLACES) {
		leave_open(p, *open, ended);
		*open = OPENSPANS_NONE;
	}
	begin->kind = r->kind;
	begin->name = r->name;
	if (a->kind->without_end && name_flags(p, r->kind, r->name) & NAME_WITHOUT_END) {
		begin->state = SPAN_NORETURN;
		return;
	}
	begin->state = SPAN_UNFINISHED;
	begin->dur = r->time;
	if (p->table->has_offs)
		count_off(p, a, r->number, false);
	if (around && a->kind->again == SPAN_NESTS) {
		begin->end = *open & ((1ull << 48) - 1);
		begin->depth = (uint16_t)(around->depth + (around->depth < DEPTH_MAX));
	}
	*open = r->number;
	leave_cpu(p, a);
}

/* Note the wakeup of a thread that is off its CPU. Only the first wakeup counts. */
static void take_wakeup(struct pairing *p, const struct span_action *a)
{
	const struct spanrow *r = a->r;
	struct openspans_key key = key_of(a);
	const uint64_t *open = openspans_find(p->open, &key);
	const struct span_begin *begin;
	uint64_t *wakeup;

	if (!open || !*open)
		return;
	begin = spantable_begin(p->table, *open);
	wakeup = spantable_wakeup(p->table, *open);
	if (!*wakeup && !ended_at(p, a, begin) &&
	    !(a->kind->never_woken && name_flags(p, r->kind, begin->name) & NAME_NEVER_WOKEN))
		*wakeup = a->row->row + 1;
}

void pairing_take(struct pairing *p, const struct pairing_row *row, const struct spanrow *r)
{
	struct span_action a;

	if (r->does == SPANROW_EXITS) {
		spanthreads_exit(p->threads, spanthreads_id(row->part, r->tid), r->time);
		return;
	}
	a = action_of(p, row, r);
	if (r->does & SPANROW_ENDS)
		take_end(p, &a);
	else if (r->does == SPANROW_BEGINS)
		take_begin(p, &a);
	else
		take_wakeup(p, &a);
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
		struct spanrow r = { .key = key.key,
				     .tid = (uint32_t)(key.owner >> 32),
				     .kind = (uint8_t)key.kind };
		const struct pairing_row row = { .part = key.part };
		struct span_action a = action_of(p, &row, &r);
		uint64_t ended = ended_at(p, &a, spantable_begin(p->table, number));

		leave_open(p, number, has_run(p, &a, number) ? 0 : ended ? ended : ends[key.part]);
	}
	free(ends);
}
