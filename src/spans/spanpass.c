/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanpass.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/stop.h"
#include "index/shift.h"
#include "index/walk.h"
#include "spans/damages.h"
#include "spans/edges.h"
#include "spans/losses.h"
#include "spans/openspans.h"
#include "spans/spanmaker.h"

enum {
	SETS = 64,	   /* cached sets of wanted rows, because some blocks overlap in time */
	ROWS_A_LOOK = 256, /* rows between two checks of stop: a few ms */
	DEPTH_MAX = UINT16_MAX,
	/*
	 * ns after a switch in which the old thread can still have samples: the kernel reports a
	 * switch before it switches. context-switches has samples up to 10 us later.
	 */
	SWITCH_NS = 100000
};

/* The state of a thread. */
struct task {
	uint64_t tid;	    /* with the part of the recording in the upper bits */
	VEC(uint64_t) ends; /* times of its ends, because numbers of threads are reused */
	uint64_t off;	    /* ns that it has spent off its CPU */
	uint64_t out;	    /* its open span off the CPU; 0: none */
	uint64_t left;	    /* when that span began, */
	uint32_t cpu;	    /* and on which CPU; UINT32_MAX: unknown */
	bool ran;	    /* it was on a CPU in that span */
	bool used;
};

/* The wanted rows of a block. */
struct set {
	uint64_t block; /* number of the block + 1; 0: none */
	uint64_t first_row;
	bool any;
	uint64_t bits[BLOCK_ROWS / 64];
};

/* Where the records of a part were recorded. */
struct recorded {
	bool all_cpus;	  /* the events that end spans were recorded on all CPUs */
	bool all_threads; /* and in all threads: the idle thread has ended a span */
};

struct spanpass {
	struct spanmaking of;
	struct spantable *table; /* the table of the makers */
	struct reader *reader;
	const struct span_kind *kinds;
	struct edges *edges;
	struct openspans *open;
	struct losses **losses;	   /* for each part; NULL: there are no losses */
	struct recorded *recorded; /* for each part */
	struct hash threads;	   /* of struct task */
	struct spanroles roles;
	struct set *sets;
	struct spanmaker makers[2]; /* for this thread, and for the thread that works ahead */
	struct spanrows *rows;

	VEC(uint8_t) name_flags; /* by name: enum name_flag */

	/* The current row, and the rows of its block. */
	uint64_t row, block, first_row, end_row;
	size_t part;
	bool unread; /* not all rows can be read */

	unsigned row_roles; /* of the current row */

	/* With losses or runs: the columns of that block; NULL: it is damaged. */
	bool runs; /* samples can contradict spans off the CPU */
	struct reader *looker;
	struct block *seen;
	const uint64_t *seen_kinds, *seen_times, *seen_cpus, *seen_threads;
};

/* ---- which rows ---- */

/* Return the roles of wanted rows that have no entry. */
static unsigned roles_looked_at(const struct spanpass *p)
{
	return p->of.pair ? EDGE_EXIT : EDGE_EXIT | EDGE_WAKES;
}

/*
 * Add the samples of threads that are on a CPU to the wanted rows: of consecutive samples of a
 * thread, without a wanted row between them, the first and the last.
 */
static void want_runs(struct spanpass *p, uint64_t number, uint64_t *bits)
{
	struct block *block = reader_block(p->reader, number);
	const uint64_t *threads = block ? block_column(block, COL_THREAD) : NULL;
	uint64_t runs[SPAN_WORDS], last = 0; /* last: row + 1 of the previous sample; 0: none */
	bool several = false;		     /* it is not the first of its thread */

	spanroles_match(&p->roles, p->reader, number, EDGE_RUNS, runs);
	for (uint64_t word = 0; threads && word < SPAN_WORDS; word++) {
		for (uint64_t left = runs[word] | bits[word]; left; left &= left - 1) {
			uint64_t at = word * 64 + (uint64_t)__builtin_ctzll(left);
			bool other = bits[word] & left & -left, same;

			same = last && !other && threads[at] == threads[last - 1];
			if (same && several)
				bitset_remove(runs, last - 1);
			several = same;
			last = other ? 0 : at + 1;
		}
	}
	for (size_t i = 0; i < SPAN_WORDS; i++)
		bits[i] |= runs[i];
}

static enum walk_rows wanted(void *arg, uint64_t row, const uint64_t **bits, uint64_t *first_row)
{
	struct spanpass *p = arg;
	uint64_t block = recording_block_of(p->of.recording, row);
	struct set *set = &p->sets[block % SETS];

	if (set->block != block + 1) {
		const struct span_rows *rows = spantable_rows(p->table, block);

		set->block = block + 1;
		set->first_row = recording_block(p->of.recording, block).first_row;
		set->any = false;
		spanroles_match(&p->roles, p->reader, block, roles_looked_at(p), set->bits);
		for (size_t i = 0; i < SPAN_WORDS; i++) {
			if (rows)
				set->bits[i] |= rows->bits[SPAN_BEGINS][i] |
						rows->bits[SPAN_ENDS][i];
		}
		if (p->runs)
			want_runs(p, block, set->bits);
		for (size_t i = 0; i < SPAN_WORDS; i++)
			set->any |= set->bits[i] != 0;
	}
	*bits = set->bits;
	*first_row = set->first_row;
	return set->any ? WALK_SOME : WALK_NONE;
}

static bool is_damaged(const struct spanpass *p, size_t part)
{
	return index_damages(recording_index(p->of.recording, part));
}

static void open_losses(struct spanpass *p)
{
	bool any = p->roles.all & EDGE_LOSS;

	for (size_t part = 0; part < p->roles.parts; part++)
		any |= is_damaged(p, part);
	if (!any)
		return;
	p->losses = mem_alloc(p->roles.parts * sizeof(*p->losses));
	for (size_t part = 0; part < p->roles.parts; part++) {
		p->losses[part] = losses_open();
		if (is_damaged(p, part))
			damages_find(p->reader, p->of.recording, part, p->losses[part]);
	}
}

/* Were the events that end spans recorded on all CPUs? False: it is not known. */
static bool has_all_cpus(const struct spanpass *p, size_t part)
{
	const struct perf_file *file = recording_file(p->of.recording, part);
	const struct index *index = recording_index(p->of.recording, part);
	uint32_t online = features_cpus_online(&file->features);

	for (uint64_t i = 0; i < index_kinds(index); i++) {
		const struct kind_entry *kind = &index_kind(index, i)->entry;
		bool ends = spanroles_of(&p->roles, part, i) & EDGE_ENDS;

		/* An event has an id for each CPU, and for each thread if these were chosen. */
		if ((p->of.pair ? kind->type == RECORD_SAMPLE : ends) &&
		    (kind->layout < 0 || file->events.list.v[kind->layout].ids.n < online))
			return false;
	}
	return online;
}

static void find_recorded(struct spanpass *p)
{
	p->recorded = mem_zalloc(p->roles.parts * sizeof(*p->recorded));
	for (size_t part = 0; part < p->roles.parts; part++)
		p->recorded[part].all_cpus = has_all_cpus(p, part);
}

/* Make entries for the rows that can begin and end spans. Returns false if stopped. */
static bool make_entries(struct spanpass *p, const _Atomic bool *stop)
{
	uint64_t n = recording_blocks(p->of.recording);
	uint64_t bits[2][SPAN_WORDS];
	const struct block *seen;

	for (uint64_t block = 0; block < n; block++) {
		if (stop_wanted(stop))
			return false;
		if (p->of.pair) {
			p->of.pair->match(p->makers[0].pair_state, block, bits[SPAN_BEGINS],
					  bits[SPAN_ENDS]);
		} else {
			spanroles_match(&p->roles, p->reader, block, EDGE_BEGINS,
					bits[SPAN_BEGINS]);
			spanroles_match(&p->roles, p->reader, block, EDGE_ENDS, bits[SPAN_ENDS]);
		}
		spantable_add_block(p->table, bits[SPAN_BEGINS], bits[SPAN_ENDS]);
		seen = reader_block(p->reader, block);
		p->unread |= !seen || seen->bad;
	}
	spantable_alloc(p->table);
	return true;
}

/* ---- threads ---- */

static bool thread_used(const void *slot)
{
	return ((const struct task *)slot)->used;
}

static uint64_t thread_hash(const void *slot, const void *arg)
{
	(void)arg;
	return hash_u64(((const struct task *)slot)->tid);
}

static bool thread_same(const void *slot, const void *key)
{
	return ((const struct task *)slot)->tid == *(const uint64_t *)key;
}

static const struct hash_kind threads = {
	.size = sizeof(struct task),
	.used = thread_used,
	.hash = thread_hash,
};

static uint64_t thread_key(const struct spanpass *p, uint64_t tid)
{
	return (uint64_t)p->part << 32 | (uint32_t)tid;
}

static struct task *find_thread(const struct spanpass *p, uint64_t tid)
{
	uint64_t key = thread_key(p, tid);

	return hash_find(&p->threads, &threads, hash_u64(key), thread_same, &key);
}

static struct task *put_thread(struct spanpass *p, uint64_t tid)
{
	uint64_t key = thread_key(p, tid);
	struct task *task = hash_put(&p->threads, &threads, NULL, hash_u64(key), thread_same, &key);

	if (!task->used)
		*task = (struct task){ .tid = key, .used = true };
	return task;
}

/* Get the thread of a span. Returns false if it does not belong to a thread. */
static bool thread_of(const struct spanpass *p, const struct spanrow *r, uint64_t *tid)
{
	const struct span_kind *kind = &p->kinds[r->kind - 1];

	*tid = kind->key_is_thread ? r->key : r->tid;
	return kind->key_is_thread || kind->scope == SPAN_THREAD;
}

/* Return when the thread of a span first ended since the span began; 0: it has not. */
static uint64_t ended_at(const struct spanpass *p, const struct spanrow *r,
			 const struct span_begin *begin)
{
	const struct task *task;
	uint64_t tid;
	size_t at;

	if (!thread_of(p, r, &tid))
		return 0;
	task = find_thread(p, tid);
	if (!task)
		return 0;
	at = search_first(0, task->ends.n, i, task->ends.v[i] < begin->dur);
	return at < task->ends.n ? task->ends.v[at] : 0;
}

static bool is_offcpu(const struct span_kind *kind)
{
	return kind->key_is_thread || kind->naming == SPAN_BY_MISC;
}

/*
 * The open span with a number, and those around it, get no end. until: the time up to which they
 * lasted at least; 0: unknown.
 */
static void leave_open(struct spanpass *p, uint64_t number, uint64_t until)
{
	while (number != OPENSPANS_NONE) {
		struct span_begin *begin = spantable_begin(p->table, number);

		number = begin->end;
		begin->end = 0;
		begin->dur = until > begin->dur ? until - begin->dur : 0;
	}
}

/* Store time off the CPU: at the begin of a span the time so far, at its end the difference. */
static void count_off(struct spanpass *p, const struct spanrow *r, uint64_t number, bool ends)
{
	uint64_t tid, *off = spantable_off(p->table, number);
	const struct task *task;

	if (is_offcpu(&p->kinds[r->kind - 1])) {
		if (ends && thread_of(p, r, &tid))
			put_thread(p, tid)->off += spantable_begin(p->table, number)->dur;
		*off = UINT64_MAX;
		return;
	}
	if (!thread_of(p, r, &tid) || !tid) {
		*off = UINT64_MAX;
		return;
	}
	task = find_thread(p, tid);
	*off = (task ? task->off : 0) - (ends ? *off : 0);
}

/* A thread leaves its CPU: from now on it should have no samples. */
static void leave_cpu(struct spanpass *p, const struct spanrow *r)
{
	struct task *task;
	uint64_t tid;

	if (!p->runs || !is_offcpu(&p->kinds[r->kind - 1]) || !thread_of(p, r, &tid))
		return;
	task = put_thread(p, tid);
	task->out = r->number;
	task->left = r->time;
	task->cpu = p->row_roles & EDGE_HAS_CPU ? (uint32_t)p->seen_cpus[p->row - p->first_row]
						: UINT32_MAX;
	task->ran = false;
}

/* A thread runs again. Returns whether it already was on a CPU since it began the span. */
static bool has_run(struct spanpass *p, const struct spanrow *r, uint64_t number)
{
	struct task *task;
	uint64_t tid;

	if (!p->runs || !is_offcpu(&p->kinds[r->kind - 1]) || !thread_of(p, r, &tid))
		return false;
	task = find_thread(p, tid);
	if (!task || task->out != number)
		return false;
	task->out = 0;
	return task->ran;
}

/* Note that the thread of a sample is on a CPU. */
static void note_run(struct spanpass *p, uint32_t at)
{
	const struct index *index = recording_index(p->of.recording, p->part);
	const struct thread_entry *entry = index_thread(index, p->seen_threads[at]);
	struct task *task = entry && entry->tid ? find_thread(p, entry->tid) : NULL;
	uint32_t cpu;

	if (!task || !task->out || task->ran)
		return;
	cpu = p->row_roles & EDGE_HAS_CPU ? (uint32_t)p->seen_cpus[at] : task->cpu;
	task->ran = (cpu != task->cpu && task->cpu != UINT32_MAX) ||
		    p->seen_times[at] > task->left + SWITCH_NS;
}

/* ---- spans ---- */

static struct openspans_key key_of(const struct spanpass *p, const struct spanrow *r)
{
	return (struct openspans_key){ r->owner, r->key, (uint32_t)p->part, r->kind };
}

static void take_end(struct spanpass *p, const struct spanrow *r)
{
	struct span_end *end = spantable_end(p->table, r->number);
	struct openspans_key key = key_of(p, r);
	uint64_t *open = openspans_find(p->open, &key), number, ended;
	struct span_begin *begin;

	end->kind = r->kind;
	p->recorded[p->part].all_threads |= !r->tid;
	if (!open || !*open)
		return;
	number = *open;
	begin = spantable_begin(p->table, number);
	ended = ended_at(p, r, begin);
	if (ended) {
		leave_open(p, number, ended);
		*open = OPENSPANS_NONE;
		return;
	}
	*open = begin->end;
	end->begin = number & ((1ull << 40) - 1);
	begin->end = p->row & ((1ull << 48) - 1);
	begin->dur = r->time - begin->dur;
	begin->state = has_run(p, r, number) ? SPAN_DOUBTFUL : SPAN_COMPLETE;
	if (p->table->has_offs)
		count_off(p, r, number, true);
	if (r->does & SPANROW_HAS_RET) {
		begin->has_ret = true;
		*spantable_ret(p->table, number) = r->ret;
	}
}

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

static unsigned name_flags(struct spanpass *p, uint32_t kind, uint32_t name)
{
	struct spannames *names = p->of.names;
	const struct span_kind *k = &p->kinds[kind - 1];
	size_t at = (size_t)name * SPAN_KINDS_MAX + kind;

	if (!k->without_end && !k->never_woken)
		return 0;
	while (p->name_flags.n <= at)
		vec_push(&p->name_flags, 0);
	if (!p->name_flags.v[at])
		p->name_flags.v[at] =
			(uint8_t)(NAME_KNOWN |
				  (is_in(k->without_end, names, name) ? NAME_WITHOUT_END : 0) |
				  (is_in(k->never_woken, names, name) ? NAME_NEVER_WOKEN : 0));
	return p->name_flags.v[at];
}

static void take_begin(struct spanpass *p, const struct spanrow *r)
{
	const struct span_kind *kind = &p->kinds[r->kind - 1];
	struct span_begin *begin = spantable_begin(p->table, r->number);
	const struct span_begin *around = NULL;
	struct openspans_key key = key_of(p, r);
	uint64_t *open = openspans_put(p->open, &key), ended = 0;

	if (*open)
		ended = ended_at(p, r, spantable_begin(p->table, *open));
	if (*open && !ended)
		around = spantable_begin(p->table, *open);
	if (around && kind->again == SPAN_GOES_ON)
		return;
	if (!around || kind->again == SPAN_REPLACES) {
		leave_open(p, *open, ended);
		*open = OPENSPANS_NONE;
	}
	begin->kind = r->kind;
	begin->name = r->name;
	if (name_flags(p, r->kind, r->name) & NAME_WITHOUT_END) {
		begin->state = SPAN_NORETURN;
		return;
	}
	begin->state = SPAN_UNFINISHED;
	begin->dur = r->time;
	if (p->table->has_offs)
		count_off(p, r, r->number, false);
	if (around && kind->again == SPAN_NESTS) {
		begin->end = *open & ((1ull << 48) - 1);
		begin->depth = (uint16_t)(around->depth + (around->depth < DEPTH_MAX));
	}
	*open = r->number;
	leave_cpu(p, r);
}

/* Note the wakeup of a thread that is off its CPU. Only the first wakeup counts. */
static void take_wakeup(struct spanpass *p, const struct spanrow *r)
{
	struct openspans_key key = key_of(p, r);
	const uint64_t *open = openspans_find(p->open, &key);
	const struct span_begin *begin;
	uint64_t *wakeup;

	if (!open || !*open)
		return;
	begin = spantable_begin(p->table, *open);
	wakeup = spantable_wakeup(p->table, *open);
	if (!*wakeup && !ended_at(p, r, begin) &&
	    !(name_flags(p, r->kind, begin->name) & NAME_NEVER_WOKEN))
		*wakeup = p->row + 1;
}

static void take_row(struct spanpass *p, const struct spanrow *r)
{
	switch (r->does & ~SPANROW_HAS_RET) {
	case SPANROW_EXITS:
		vec_push(&put_thread(p, r->tid)->ends, r->time);
		break;
	case SPANROW_ENDS:
		take_end(p, r);
		break;
	case SPANROW_BEGINS:
		take_begin(p, r);
		break;
	default:
		take_wakeup(p, r);
		break;
	}
}

/* ---- all rows ---- */

static enum losses_what loss_of(uint32_t type)
{
	switch (type) {
	case RECORD_LOST:
		return LOSSES_LOST;
	case RECORD_THROTTLE:
		return LOSSES_THROTTLE;
	case RECORD_UNTHROTTLE:
		return LOSSES_UNTHROTTLE;
	default:
		return LOSSES_NOTHING;
	}
}

static void enter_block(struct spanpass *p, uint64_t row)
{
	struct block_desc desc;

	p->block = recording_block_of(p->of.recording, row);
	desc = recording_block(p->of.recording, p->block);
	p->first_row = desc.first_row;
	p->end_row = desc.first_row + desc.rows;
	if (!p->looker)
		return;
	p->seen = reader_block(p->looker, p->block);
	if (!p->seen)
		return;
	p->part = reader_block_part(p->seen);
	p->seen_kinds = block_column(p->seen, COL_KIND);
	p->seen_times = block_column(p->seen, COL_TIME);
	p->seen_cpus = block_column(p->seen, COL_CPU);
	p->seen_threads = p->runs ? block_column(p->seen, COL_THREAD) : NULL;
}

/* Note whether a record reports missing records. */
static void note_loss(struct spanpass *p, uint32_t at)
{
	const struct kind *kind;
	size_t part;

	if (!p->seen || p->seen->bad || !block_is_time(p->seen_times[at]))
		return;
	part = reader_block_part(p->seen);
	kind = index_kind(recording_index(p->of.recording, part), p->seen_kinds[at]);
	if (!kind || !plan_has(&kind->plan, INDEX_FIELD_TIME))
		return;
	losses_take(p->losses[part],
		    plan_has(&kind->plan, INDEX_FIELD_CPU) ? (uint32_t)p->seen_cpus[at]
							   : UINT32_MAX,
		    p->seen_times[at], loss_of(kind->entry.type));
}

/* Note what a row can do. Returns false if it begins, ends and wakes nothing. */
static bool note_roles(struct spanpass *p, uint32_t at)
{
	p->row_roles = 0;
	if (!p->seen || p->seen->bad)
		return false;
	p->row_roles = spanroles_of(&p->roles, p->part, p->seen_kinds[at]);
	if (p->row_roles & EDGE_RUNS)
		note_run(p, at);
	return p->row_roles & (EDGE_EXIT | EDGE_WAKES | EDGE_BEGINS | EDGE_ENDS);
}

static void take_all(struct spanpass *p, const struct spanbatch *batch)
{
	uint32_t at = (uint32_t)(p->row - p->first_row), place = batch->place[at];

	p->part = batch->part;
	for (const struct spanrow *r = &batch->v[place - 1]; place && r->at == at; r++)
		take_row(p, r);
}

/* Process the next row in time order. */
static void look_at(struct spanpass *p, uint64_t row)
{
	const struct spanbatch *batch;
	struct spanbatch *one = NULL;
	uint32_t at;

	if (row < p->first_row || row >= p->end_row)
		enter_block(p, row);
	p->row = row;
	at = (uint32_t)(row - p->first_row);
	if (p->losses)
		note_loss(p, at);
	if (p->runs && !note_roles(p, at))
		return;
	batch = spanrows_get(p->rows, p->block);
	if (!batch)
		batch = one = spanmaker_make(&p->makers[0], p->block, at, at + 1);
	take_all(p, batch);
	free(one);
}

static bool take_rows(struct spanpass *p, struct order *order, const _Atomic bool *stop)
{
	struct order_entry entry = { 0 };
	/*
	 * With losses, all rows are needed, because the record before a loss has the time of its
	 * beginning.
	 */
	struct order_walk *walk = walk_open(order, &entry, 1, p->losses ? NULL : wanted, p);
	void *const makers[2] = { &p->makers[0], &p->makers[1] };
	enum walk_found found = WALK_FOUND;
	bool stopped = false;

	spanmaker_open(&p->makers[1], &p->of, stop);
	p->rows = spanrows_open(spanmaker_make_block, makers, recording_blocks(p->of.recording));
	for (uint64_t n = 1; !stopped && (found = walk_next(walk, &entry)) == WALK_FOUND; n++) {
		look_at(p, entry.row);
		stopped = n % ROWS_A_LOOK == 0 && stop_wanted(stop);
	}
	p->unread |= found == WALK_DAMAGED;
	spanrows_close(p->rows);
	walk_close(walk);
	return !stopped;
}

/* Return the last time of a part; 0: it has no times. */
static uint64_t last_time(const struct spanpass *p, size_t part)
{
	uint64_t first, last;

	if (!index_times(recording_index(p->of.recording, part), &first, &last))
		return 0;
	return shift_time(last, recording_shift(p->of.recording, part));
}

/* Spans that are still open have no end. */
static void end_open(struct spanpass *p)
{
	uint64_t *ends = mem_alloc(p->roles.parts * sizeof(*ends)), number;
	struct openspans_key key;
	size_t at = 0;

	for (size_t part = 0; part < p->roles.parts; part++)
		ends[part] = last_time(p, part);
	while ((number = openspans_next(p->open, &at, &key)) != OPENSPANS_NONE) {
		struct spanrow r = { .key = key.key,
				     .tid = (uint32_t)(key.owner >> 32),
				     .kind = (uint8_t)key.kind };
		uint64_t ended;

		p->part = key.part;
		ended = ended_at(p, &r, spantable_begin(p->table, number));
		leave_open(p, number, has_run(p, &r, number) ? 0 : ended ? ended : ends[key.part]);
	}
	free(ends);
}

/*
 * Mark a span as doubtful if records in it can be missing; shorten one without an end, so that none
 * can.
 */
static void doubt_span(const struct losses *losses, uint32_t cpu, uint64_t from,
		       struct span_begin *begin)
{
	uint64_t until = from + begin->dur;

	if (begin->state == SPAN_UNFINISHED)
		begin->dur = losses_before(losses, cpu, from, until) - from;
	else if (losses_between(losses, cpu, from, until))
		begin->state = SPAN_DOUBTFUL;
}

/* Do the same for the spans of a block. */
static void doubt_block(struct spanpass *p, uint64_t number)
{
	struct block *block = reader_block(p->reader, number);
	uint64_t first = p->table->first[SPAN_BEGINS].v[number];
	uint64_t end = p->table->first[SPAN_BEGINS].v[number + 1];
	const struct losses *losses;
	const uint64_t *times, *cpus;

	if (!block || first == end)
		return;
	losses = p->losses[reader_block_part(block)];
	if (!losses_any(losses))
		return;
	times = block_column(block, COL_TIME);
	cpus = block_column(block, COL_CPU);
	for (uint64_t i = first + 1; i <= end; i++) {
		struct span_begin *begin = spantable_begin(p->table, i);
		uint32_t cpu = LOSSES_ALL;

		if (begin->state != SPAN_COMPLETE && begin->state != SPAN_UNFINISHED)
			continue;
		if (p->kinds[begin->kind - 1].scope == SPAN_CPU)
			cpu = (uint32_t)cpus[begin->at];
		doubt_span(losses, cpu, times[begin->at], begin);
	}
}

static void doubt(struct spanpass *p)
{
	for (size_t part = 0; part < p->roles.parts; part++)
		losses_end(p->losses[part]);
	for (uint64_t block = 0; block < recording_blocks(p->of.recording); block++)
		doubt_block(p, block);
}

/* Would the end of a span have been recorded? */
static bool is_recorded(const struct spanpass *p, const struct recorded *recorded,
			const struct span_kind *kind)
{
	if (p->unread)
		return false;
	/* The events of a pair with a key are assumed to occur only in recorded threads. */
	return kind->scope == SPAN_CPU ||
	       (recorded->all_cpus &&
		(kind->scope == SPAN_THREAD || p->of.pair || recorded->all_threads));
}

/* It is unknown how long spans lasted whose end may not have been recorded. */
static void forget_lasted(struct spanpass *p)
{
	for (uint64_t block = 0; block < recording_blocks(p->of.recording); block++) {
		uint64_t first = p->table->first[SPAN_BEGINS].v[block], local;
		uint64_t end = p->table->first[SPAN_BEGINS].v[block + 1];
		size_t part = recording_part_of_block(p->of.recording, block, &local);

		for (uint64_t i = first + 1; i <= end; i++) {
			struct span_begin *begin = spantable_begin(p->table, i);

			if (begin->state == SPAN_UNFINISHED &&
			    !is_recorded(p, &p->recorded[part], &p->kinds[begin->kind - 1]))
				begin->dur = 0;
		}
	}
}

static bool run(struct spanpass *p, struct order *order, const _Atomic bool *stop)
{
	unsigned has = edges_has(p->edges);

	if (p->of.pair)
		has = 0;
	if ((!p->of.pair && !has) || order_is_file(order))
		return true;
	spanroles_find(&p->roles, p->edges, p->of.recording);
	open_losses(p);
	find_recorded(p);
	p->runs = has & EDGE_HAS_OFFCPU && p->roles.all & EDGE_RUNS;
	if (p->losses || p->runs)
		p->looker = reader_open(p->of.recording);
	p->table->has_rets = has & EDGE_HAS_RET;
	p->table->has_wakeups = has & EDGE_HAS_WAKEUPS;
	p->table->has_offs = has & EDGE_HAS_OFFCPU;
	p->table->by_symbols = has & EDGE_HAS_SYMBOLS;
	p->table->spool_dir = recording_spool_dir(p->of.recording);
	if (!make_entries(p, stop))
		return false;
	p->sets = mem_zalloc(SETS * sizeof(*p->sets));
	p->open = openspans_open(recording_spool_dir(p->of.recording));
	if (!take_rows(p, order, stop))
		return false;
	end_open(p);
	forget_lasted(p);
	if (p->losses)
		doubt(p);
	return true;
}

bool spanpass_run(struct recording *recording, const struct spanpair *pair, struct spantable *table,
		  struct spannames *names, const _Atomic bool *stop)
{
	struct spanpass p = {
		.of = { recording, pair, names, table, &p.roles },
		.table = table,
		.kinds = pair ? &pair->kind : span_kinds,
	};
	struct order *order = recording_order(recording);
	struct task *task;
	bool done;

	if (!order)
		return false;
	spanmaker_open(&p.makers[0], &p.of, stop);
	p.reader = p.makers[0].reader;
	p.edges = p.makers[0].edges;
	done = run(&p, order, stop);
	spanmaker_close(&p.makers[0]);
	spanmaker_close(&p.makers[1]);
	reader_close(p.looker);
	vec_release(&p.name_flags);
	openspans_close(p.open);
	for (size_t at = 0; (task = hash_next(&p.threads, &threads, &at));)
		vec_release(&task->ends);
	hash_release(&p.threads);
	free(p.recorded);
	for (size_t i = 0; p.losses && i < p.roles.parts; i++)
		losses_close(p.losses[i]);
	free(p.losses);
	spanroles_release(&p.roles);
	free(p.sets);
	order_close(order);
	return done;
}
