/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanpass.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "index/walk.h"
#include "spans/edges.h"
#include "spans/losses.h"
#include "spans/openspans.h"

enum {
	SETS = 64,	   /* of wanted rows that are kept: some blocks lie over one another */
	ROWS_A_LOOK = 256, /* at stop: some ms */
	DEPTH_MAX = UINT16_MAX
};

/* What is known of a thread. */
struct task {
	uint64_t tid;	/* and the part of the recording above it */
	uint64_t ended; /* when; 0: it has not */
	uint64_t off;	/* ns that it was off its CPU */
	bool used;
};

/* The rows of a block that are looked at. */
struct set {
	uint64_t block; /* its number + 1; 0: none */
	uint64_t first_row;
	bool any;
	uint64_t bits[BLOCK_ROWS / 64];
};

struct spanpass {
	struct recording *recording;
	struct reader *reader;
	const struct span_kind *kinds;
	struct edges *edges;
	const struct spanpair *pair; /* NULL: edges tell what a row does */
	void *pair_state;
	struct spannames *names;
	struct buf text;
	struct spantable *table;
	struct openspans *open;
	struct losses **losses; /* of each part; NULL: nothing tells of any */
	struct hash threads;	/* of struct task */
	VEC(uint8_t) * roles;	/* of the kinds of each part: enum edge_role */
	size_t parts;
	struct set *sets;

	VEC(uint8_t) name_flags; /* by numbers of names: enum name_flag */

	/* The row that is looked at, and the rows of its block. */
	struct row_info info;
	uint64_t block, first_row, end_row;
	uint32_t at;
};

/* ---- which rows ---- */

struct role_of {
	const struct spanpass *pass;
	size_t part;
	unsigned roles;
};

static unsigned roles_of(const struct spanpass *p, size_t part, uint64_t kind)
{
	return kind < p->roles[part].n ? p->roles[part].v[kind] : 0;
}

static bool has_role(void *arg, uint64_t kind)
{
	const struct role_of *r = arg;

	return roles_of(r->pass, r->part, kind) & r->roles;
}

/* Set the bits of a block's rows that have one of these roles. False: it is damaged. */
static bool match_roles(struct spanpass *p, uint64_t number, unsigned roles, uint64_t *bits)
{
	struct block *block = reader_block(p->reader, number);
	struct role_of wanted = { p, 0, roles };

	memset(bits, 0, BLOCK_ROWS / 8);
	if (!block)
		return false;
	wanted.part = reader_block_part(block);
	block_match(block, COL_KIND, has_role, &wanted, bits);
	return true;
}

static enum walk_rows wanted(void *arg, uint64_t row, const uint64_t **bits, uint64_t *first_row)
{
	struct spanpass *p = arg;
	uint64_t block = recording_block_of(p->recording, row);
	struct set *set = &p->sets[block % SETS];

	if (set->block != block + 1) {
		const struct span_rows *rows = spantable_rows(p->table, block);

		set->block = block + 1;
		set->first_row = recording_block(p->recording, block).first_row;
		set->any = false;
		match_roles(p, block, p->pair ? EDGE_EXIT : EDGE_EXIT | EDGE_WAKES, set->bits);
		for (size_t i = 0; i < SPAN_WORDS; i++) {
			if (rows)
				set->bits[i] |= rows->bits[SPAN_BEGINS][i] |
						rows->bits[SPAN_ENDS][i];
			set->any |= set->bits[i] != 0;
		}
	}
	*bits = set->bits;
	*first_row = set->first_row;
	return set->any ? WALK_SOME : WALK_NONE;
}

static void find_roles(struct spanpass *p)
{
	unsigned all = 0;

	p->parts = recording_parts_ready(p->recording);
	p->roles = mem_zalloc(p->parts * sizeof(*p->roles));
	for (size_t part = 0; part < p->parts; part++) {
		uint64_t n = index_kinds(recording_index(p->recording, part));

		for (uint64_t kind = 0; kind < n; kind++) {
			unsigned roles = edges_roles(p->edges, part, kind);

			vec_push(&p->roles[part], (uint8_t)roles);
			all |= roles;
		}
	}
	if (!(all & EDGE_LOSS))
		return;
	p->losses = mem_alloc(p->parts * sizeof(*p->losses));
	for (size_t part = 0; part < p->parts; part++)
		p->losses[part] = losses_open();
}

/* Make entries for the rows that can begin and end spans. False: stopped. */
static bool make_entries(struct spanpass *p, const _Atomic bool *stop)
{
	uint64_t n = recording_blocks(p->recording);
	uint64_t bits[2][SPAN_WORDS];

	for (uint64_t block = 0; block < n; block++) {
		if (stop && atomic_load(stop))
			return false;
		if (p->pair) {
			p->pair->match(p->pair_state, block, bits[SPAN_BEGINS], bits[SPAN_ENDS]);
		} else {
			match_roles(p, block, EDGE_BEGINS, bits[SPAN_BEGINS]);
			match_roles(p, block, EDGE_ENDS, bits[SPAN_ENDS]);
		}
		spantable_add_block(p->table, bits[SPAN_BEGINS], bits[SPAN_ENDS]);
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
	return (uint64_t)p->info.part << 32 | (uint32_t)tid;
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

static void take_exit(struct spanpass *p)
{
	if (p->info.has_tid)
		put_thread(p, p->info.tid)->ended = p->info.time;
}

/* Whose span is it? False: no thread's. */
static bool thread_of(const struct spanpass *p, const struct edge_side *side, uint64_t *tid)
{
	const struct span_kind *kind = &p->kinds[side->kind - 1];

	*tid = kind->key_is_thread ? side->key : p->info.tid;
	return kind->key_is_thread || kind->scope == SPAN_THREAD;
}

/* Has the thread whose span this is ended since it began? */
static bool has_ended(const struct spanpass *p, const struct edge_side *side,
		      const struct span_begin *begin)
{
	const struct task *task;
	uint64_t tid;

	if (!thread_of(p, side, &tid))
		return false;
	task = find_thread(p, tid);
	return task && task->ended && task->ended >= begin->dur;
}

static bool is_offcpu(const struct span_kind *kind)
{
	return kind->key_is_thread || kind->naming == SPAN_BY_MISC;
}

/* Time off the CPU: until now where a span begins, in between where it ends. */
static void count_off(struct spanpass *p, const struct edge_side *side, uint64_t number, bool ends)
{
	uint64_t tid, *off = spantable_off(p->table, number);
	const struct task *task;

	if (is_offcpu(&p->kinds[side->kind - 1])) {
		if (ends && thread_of(p, side, &tid))
			put_thread(p, tid)->off += spantable_begin(p->table, number)->dur;
		*off = UINT64_MAX;
		return;
	}
	if (!thread_of(p, side, &tid) || !tid) {
		*off = UINT64_MAX;
		return;
	}
	task = find_thread(p, tid);
	*off = (task ? task->off : 0) - (ends ? *off : 0);
}

/* ---- spans ---- */

static struct openspans_key key_of(const struct spanpass *p, const struct edge_side *side)
{
	return (struct openspans_key){ side->owner, side->key, (uint32_t)p->info.part, side->kind };
}

static void take_end(struct spanpass *p, const struct edge *edge)
{
	struct span_end *end =
		spantable_end(p->table, spantable_find(p->table, SPAN_ENDS, p->block, p->at));
	struct openspans_key key = key_of(p, &edge->end);
	uint64_t *open = openspans_find(p->open, &key), number;
	struct span_begin *begin;

	end->kind = (uint8_t)edge->end.kind;
	if (!open || !*open)
		return;
	number = *open;
	begin = spantable_begin(p->table, number);
	if (has_ended(p, &edge->end, begin)) {
		*open = OPENSPANS_NONE;
		return;
	}
	*open = begin->end;
	end->begin = number & ((1ull << 40) - 1);
	begin->end = p->info.row & ((1ull << 48) - 1);
	begin->dur = p->info.time - begin->dur;
	begin->state = SPAN_COMPLETE;
	if (p->table->has_offs)
		count_off(p, &edge->end, number, true);
	if (edge->has_ret) {
		begin->has_ret = true;
		*spantable_ret(p->table, number) = edge->ret;
	}
}

/* Names of the lists of a kind are looked for once for each name. */
enum name_flag {
	NAME_KNOWN = 1,
	NAME_WITHOUT_END = 2,
	NAME_NEVER_WOKEN = 4
};

static bool is_in(const char *const *list, const struct spannames *names, uint32_t name)
{
	size_t len;
	const char *text = spannames_text(names, name, &len);

	for (; list && *list; list++)
		if (strlen(*list) == len && !memcmp(*list, text, len))
			return true;
	return false;
}

static unsigned name_flags(struct spanpass *p, const struct spannames *names, uint32_t kind,
			   uint32_t name)
{
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

static void take_begin(struct spanpass *p, const struct spannames *names, const struct edge *edge)
{
	const struct span_kind *kind = &p->kinds[edge->begin.kind - 1];
	uint64_t number = spantable_find(p->table, SPAN_BEGINS, p->block, p->at);
	struct span_begin *begin = spantable_begin(p->table, number);
	const struct span_begin *around = NULL;
	struct openspans_key key = key_of(p, &edge->begin);
	uint64_t *open = openspans_put(p->open, &key);

	if (*open && !has_ended(p, &edge->begin, spantable_begin(p->table, *open)))
		around = spantable_begin(p->table, *open);
	if (around && kind->again == SPAN_GOES_ON)
		return;
	begin->kind = (uint8_t)edge->begin.kind;
	begin->name = edge->name;
	if (name_flags(p, names, edge->begin.kind, edge->name) & NAME_WITHOUT_END) {
		begin->state = SPAN_NORETURN;
		return;
	}
	begin->state = SPAN_UNFINISHED;
	begin->dur = p->info.time;
	if (p->table->has_offs)
		count_off(p, &edge->begin, number, false);
	if (around && kind->again == SPAN_NESTS) {
		begin->end = *open & ((1ull << 48) - 1);
		begin->depth = (uint16_t)(around->depth + (around->depth < DEPTH_MAX));
	}
	*open = number;
}

/* A thread that is off its CPU is woken: the first one that tells so counts. */
static void take_wakeup(struct spanpass *p, const struct spannames *names, const struct edge *edge)
{
	struct openspans_key key = key_of(p, &edge->wakes);
	const uint64_t *open = openspans_find(p->open, &key);
	const struct span_begin *begin;
	uint64_t *wakeup;

	if (!open || !*open)
		return;
	begin = spantable_begin(p->table, *open);
	wakeup = spantable_wakeup(p->table, *open);
	if (!*wakeup && !has_ended(p, &edge->wakes, begin) &&
	    !(name_flags(p, names, edge->wakes.kind, begin->name) & NAME_NEVER_WOKEN))
		*wakeup = p->info.row + 1;
}

/* What a record says of missing ones. */
static void note_loss(struct spanpass *p)
{
	enum losses_what what = p->info.type == RECORD_LOST	    ? LOSSES_LOST
				: p->info.type == RECORD_THROTTLE   ? LOSSES_THROTTLE
				: p->info.type == RECORD_UNTHROTTLE ? LOSSES_UNTHROTTLE
								    : LOSSES_NOTHING;

	losses_take(p->losses[p->info.part], p->info.has_cpu ? p->info.cpu : UINT32_MAX,
		    p->info.time, what);
}

uint64_t spanpair_thread(const struct row_info *info)
{
	return edges_thread(info);
}

static void get_side(struct spanpass *p, bool begins, struct edge_side *side)
{
	uint64_t key[2];

	if (!spantable_find(p->table, begins ? SPAN_BEGINS : SPAN_ENDS, p->block, p->at) ||
	    !p->pair->key(p->pair_state, &p->info, begins, key))
		return;
	*side = (struct edge_side){ 1, key[0], key[1] };
}

/* What a row does for the spans of a pair. */
static void get_edge(struct spanpass *p, struct edge *edge)
{
	*edge = (struct edge){ .name = 0 };
	get_side(p, false, &edge->end);
	get_side(p, true, &edge->begin);
	if (!edge->begin.kind)
		return;
	buf_reset(&p->text);
	p->pair->name(p->pair_state, &p->info, &p->text);
	edge->name = spannames_add(p->names, p->text.p, p->text.len);
}

static void take_row(struct spanpass *p, const struct spannames *names, unsigned roles)
{
	struct edge edge;

	if (p->losses)
		note_loss(p);
	if (roles & EDGE_EXIT)
		take_exit(p);
	if (p->pair) {
		get_edge(p, &edge);
	} else {
		if (!(roles & (EDGE_BEGINS | EDGE_ENDS | EDGE_WAKES)))
			return;
		edges_get(p->edges, p->reader, &p->info, &edge);
	}
	if (edge.end.kind)
		take_end(p, &edge);
	if (edge.begin.kind)
		take_begin(p, names, &edge);
	if (edge.wakes.kind)
		take_wakeup(p, names, &edge);
}

/* Look at a row, and what it can do. False: it has no time, or its block is damaged. */
static bool look_at(struct spanpass *p, uint64_t row, unsigned *roles)
{
	struct block *block;

	if (row < p->first_row || row >= p->end_row) {
		p->block = recording_block_of(p->recording, row);
		p->first_row = recording_block(p->recording, p->block).first_row;
		p->end_row = p->first_row + recording_block(p->recording, p->block).rows;
	}
	block = reader_block(p->reader, p->block);
	if (!block)
		return false;
	p->at = (uint32_t)(row - block->desc.first_row);
	reader_row_in(p->reader, block, p->at, &p->info);
	*roles = roles_of(p, reader_block_part(block), block_column(block, COL_KIND)[p->at]);
	return !block->bad && p->info.has_time && p->info.time && p->info.time != UINT64_MAX;
}

static bool take_rows(struct spanpass *p, struct order *order, const struct spannames *names,
		      const _Atomic bool *stop)
{
	struct order_entry entry = { 0 };
	/* The records before a loss say since when something is missing. */
	struct walk *walk = walk_open(order, &entry, 1, p->losses ? NULL : wanted, p);
	bool stopped = false;
	unsigned roles;

	for (uint64_t n = 1; !stopped && walk_next(walk, &entry) == WALK_FOUND; n++) {
		if (look_at(p, entry.row, &roles))
			take_row(p, names, roles);
		stopped = n % ROWS_A_LOOK == 0 && stop && atomic_load(stop);
	}
	walk_close(walk);
	return !stopped;
}

/* Those that are open to the end have none. */
static void end_open(struct spanpass *p)
{
	for (uint64_t i = 1; i <= p->table->n[SPAN_BEGINS]; i++) {
		struct span_begin *begin = spantable_begin(p->table, i);

		if (begin->state == SPAN_UNFINISHED) {
			begin->end = 0;
			begin->dur = 0;
		}
	}
}

/* Which of a block's spans are doubtful. */
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

		if (begin->state != SPAN_COMPLETE)
			continue;
		if (p->kinds[begin->kind - 1].scope == SPAN_CPU)
			cpu = (uint32_t)cpus[begin->at];
		if (losses_between(losses, cpu, times[begin->at], times[begin->at] + begin->dur))
			begin->state = SPAN_DOUBTFUL;
	}
}

static void doubt(struct spanpass *p)
{
	for (size_t part = 0; part < p->parts; part++)
		losses_end(p->losses[part]);
	for (uint64_t block = 0; block < recording_blocks(p->recording); block++)
		doubt_block(p, block);
}

static bool run(struct spanpass *p, struct order *order, struct spannames *names,
		const _Atomic bool *stop)
{
	unsigned has = edges_has(p->edges);

	if (p->pair)
		has = 0;
	if ((!p->pair && !has) || order_is_file(order))
		return true;
	find_roles(p);
	p->table->has_rets = has & EDGE_HAS_RET;
	p->table->has_wakeups = has & EDGE_HAS_WAKEUPS;
	p->table->has_offs = has & EDGE_HAS_OFFCPU;
	p->table->spool_dir = recording_spool_dir(p->recording);
	if (!make_entries(p, stop))
		return false;
	p->sets = mem_zalloc(SETS * sizeof(*p->sets));
	p->open = openspans_open(recording_spool_dir(p->recording));
	if (!take_rows(p, order, names, stop))
		return false;
	end_open(p);
	if (p->losses)
		doubt(p);
	return true;
}

bool spanpass_run(struct recording *recording, const struct spanpair *pair, struct spantable *table,
		  struct spannames *names, const _Atomic bool *stop)
{
	struct spanpass p = {
		.recording = recording,
		.kinds = pair ? &pair->kind : span_kinds,
		.pair = pair,
		.names = names,
		.table = table,
	};
	struct order *order = recording_order(recording);
	bool done;

	if (!order)
		return false;
	p.reader = reader_open(recording);
	p.edges = edges_open(recording, names);
	if (pair)
		p.pair_state = pair->open(pair, p.reader, stop);
	done = run(&p, order, names, stop);
	edges_close(p.edges);
	if (pair)
		pair->close(p.pair_state);
	buf_release(&p.text);
	vec_release(&p.name_flags);
	openspans_close(p.open);
	hash_release(&p.threads);
	for (size_t i = 0; i < p.parts; i++) {
		vec_release(&p.roles[i]);
		losses_close(p.losses ? p.losses[i] : NULL);
	}
	free(p.losses);
	free(p.roles);
	free(p.sets);
	reader_close(p.reader);
	order_close(order);
	return done;
}
