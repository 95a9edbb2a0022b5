/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/mem.h"
#include "query/chain.h"
#include "query/crew.h"
#include "query/eval.h"
#include "query/gather.h"
#include "recording/symbols.h"
#include "wire/branches.h"
#include "wire/names.h"

/* What is asked of each sample, and, where there are branch stacks, of these. */
enum {
	OF_IP,
	OF_PERIOD,
	OF_WEIGHT,
	OF_DATA_SRC,
	SAMPLE_FIELDS,
	OF_FROM = 0,
	OF_TO,
	OF_MISPRED,
	OF_CYCLES,
	BRANCH_WORDS
};

enum {
	RESOLVED_MAX = 1 << 18, /* addresses that a member remembers */
	NO_PLACE = 0
};
#define FARTHEST (1ull << 32) /* offset in a function */

/* An offset of a function. */
struct spot_place {
	size_t function;
	uint64_t off, addr;
	uint64_t row; /* + 1: the latest with a frame here */
	uint64_t taken, mispredicted;
};

/* What an address was resolved to. */
struct resolved {
	uint64_t version, ip;
	uint32_t mode,
		place; /* mode + 1, 0: the slot is free; NO_PLACE: in no function of the name */
};

struct entry {
	uint64_t v[BRANCH_WORDS];
};

struct counter {
	struct recording *recording;
	const struct annotation_options *options;
	const struct filter *filter;
	uint64_t blocks; /* that are looked at, from the first on */
	struct crew crew;
};

struct member {
	struct counter *counter;
	struct reader *reader;
	struct eval *eval;
	struct gather *gather, *branches;
	struct chain chain;
	struct spots found;
	VEC(struct spot_place) places; /* from 1 on */
	struct hash resolved;
	struct map by_off; /* numbers of places by function and offset */
	struct map spots;  /* numbers of found.list by place and event */
	struct map blocks; /* numbers of found.blocks by both places */
	struct map events; /* numbers of found.events by part and event */
	VEC(struct entry) stack;
	uint64_t passed; /* rows since the last report */
};

/* ---- functions and places ---- */

size_t spots_function(struct spots *s, const char *dso, size_t dso_len, uint64_t symaddr)
{
	struct annotated_function *f;

	/* Functions of one name are few. */
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

static bool resolved_used(const void *slot)
{
	return ((const struct resolved *)slot)->mode;
}

static uint64_t resolved_key(const struct resolved *r)
{
	return hash_pair(r->ip, r->version ^ (uint64_t)r->mode << 56);
}

static uint64_t resolved_hash(const void *slot, const void *arg)
{
	(void)arg;
	return resolved_key(slot);
}

static bool resolved_same(const void *slot, const void *key)
{
	const struct resolved *a = slot, *b = key;

	return a->ip == b->ip && a->version == b->version && a->mode == b->mode;
}

static const struct hash_kind kind = { .size = sizeof(struct resolved),
				       .used = resolved_used,
				       .hash = resolved_hash };

static uint32_t add_place(struct member *m, size_t function, uint64_t off, uint64_t addr)
{
	uint32_t *number;
	bool fresh;

	if (off >= FARTHEST)
		return NO_PLACE;
	number = map_put(&m->by_off, (uint64_t)function << 32 | off, &fresh);
	if (fresh) {
		*number = (uint32_t)m->places.n;
		vec_push(&m->places,
			 ((struct spot_place){ .function = function, .off = off, .addr = addr }));
	}
	return *number;
}

static uint32_t look_up(struct member *m, const struct row_info *info, enum cpumode mode, bool any,
			uint64_t ip, bool *timed)
{
	const struct annotation_options *o = m->counter->options;
	struct mappings *mappings = reader_mappings(m->reader);
	const struct mapping *mapping = any ? mappings_find_any(mappings, info, ip, NULL)
					    : mappings_find(mappings, info, mode, ip, NULL);
	struct symbols_answer symbol;

	*timed = false;
	if (!mapping)
		return NO_PLACE;
	symbols_find(reader_symbols(m->reader), info, mapping, ip, &symbol);
	*timed = symbols_timed(reader_symbols(m->reader), info, mapping);
	if (symbol.answer != SYMS_FOUND || symbol.len != o->symbol_len ||
	    memcmp(symbol.name, o->symbol, symbol.len) != 0)
		return NO_PLACE;
	return add_place(
		m, spots_function(&m->found, mapping->dso, strlen(mapping->dso), symbol.start),
		symbol.off, ip - symbol.off);
}

/* The place of an address of a row; any: it may be of the kernel or the user. */
static uint32_t place_of(struct member *m, const struct row_info *info, enum cpumode mode, bool any,
			 uint64_t ip)
{
	struct mappings *mappings = reader_mappings(m->reader);
	struct resolved key = { .ip = ip, .mode = (any ? CPUMODE_MASK + 1u : mode) + 1u }, *slot;
	bool timed;
	uint32_t place;

	key.version = any ? mappings_version_any(mappings, info, ip)
			  : mappings_version(mappings, info, mode);
	slot = hash_find(&m->resolved, &kind, resolved_key(&key), resolved_same, &key);
	if (slot)
		return slot->place;
	place = look_up(m, info, mode, any, ip, &timed);
	if (timed)
		return place;
	if (m->resolved.n >= RESOLVED_MAX)
		hash_release(&m->resolved);
	slot = hash_put(&m->resolved, &kind, NULL, resolved_key(&key), resolved_same, &key);
	key.place = place;
	*slot = key;
	return place;
}

/* ---- one sample ---- */

/* What its fields say. */
struct sample {
	uint64_t v[SAMPLE_FIELDS];
	bool has[SAMPLE_FIELDS];
};

static void read_sample(struct member *m, const struct row_info *info, struct sample *sample)
{
	const struct gather_list *list = gather_row(m->gather, info);

	memset(sample, 0, sizeof(*sample));
	for (size_t i = 0; i < list->values.n; i++) {
		const struct gathered *v = &list->values.v[i];

		sample->v[v->field] = v->num;
		sample->has[v->field] = true;
	}
}

static size_t find_name(struct spots *s, const char *name)
{
	size_t i = 0;

	while (i < s->events.n && strcmp(s->events.v[i], name) != 0)
		i++;
	if (i == s->events.n && i < ANNOTATION_EVENTS)
		vec_push(&s->events, mem_strdup(name));
	return i;
}

/* ANNOTATION_EVENTS: it is not counted. */
static size_t event_of(struct member *m, const struct row_info *info)
{
	uint64_t key = (uint64_t)info->part << 32 | (uint32_t)info->event;
	uint32_t *number;
	bool fresh;

	if (info->event == EVENT_NONE)
		return ANNOTATION_EVENTS;
	number = map_put(&m->events, key, &fresh);
	if (fresh)
		*number = (uint32_t)find_name(
			&m->found, reader_file(m->reader, info)->events.list.v[info->event].name);
	return *number;
}

static size_t level_of(struct spots *s, const char *name)
{
	size_t i = 0;

	while (i < s->levels.n && strcmp(s->levels.v[i], name) != 0)
		i++;
	if (i == s->levels.n && i < ANNOTATION_LEVELS)
		vec_push(&s->levels, mem_strdup(name));
	return i;
}

static void add_memory(struct member *m, const struct sample *sample, struct spot *spot)
{
	struct buf name = BUF_INIT;
	size_t level;

	if (sample->has[OF_WEIGHT] && sample->v[OF_WEIGHT]) {
		spot->memory.weighed++;
		spot->memory.weight += sample->v[OF_WEIGHT];
	}
	if (!sample->has[OF_DATA_SRC])
		return;
	names_mem_level(&name, sample->v[OF_DATA_SRC]);
	level = name.len ? level_of(&m->found, name.p) : ANNOTATION_LEVELS;
	if (level < ANNOTATION_LEVELS)
		spot->memory.levels[level]++;
	buf_release(&name);
}

static void add_sample(struct member *m, const struct row_info *info, const struct sample *sample,
		       size_t event, uint32_t place)
{
	bool fresh;
	uint32_t *number;
	struct spot *spot;

	if (m->places.v[place].row == info->row + 1)
		return;
	m->places.v[place].row = info->row + 1;
	number = map_put(&m->spots, (uint64_t)place << 8 | event, &fresh);
	if (fresh) {
		*number = (uint32_t)m->found.list.n;
		vec_push(&m->found.list, ((struct spot){ .event = event,
							 .function = m->places.v[place].function,
							 .off = m->places.v[place].off,
							 .addr = m->places.v[place].addr,
							 .row = info->row }));
	}
	spot = &m->found.list.v[*number];
	spot->row = info->row < spot->row ? info->row : spot->row;
	annotation_add(&spot->count, &(struct annotation_count){ 1, sample->v[OF_PERIOD] });
	add_memory(m, sample, spot);
}

/* The instruction that it was taken at, or each of its stack: of a caller the call. */
static void add_places(struct member *m, const struct row_info *info, const struct sample *sample,
		       size_t event)
{
	uint32_t place;

	if (!m->counter->options->chains) {
		place = sample->has[OF_IP] ? place_of(m, info, info->misc & CPUMODE_MASK, false,
						      sample->v[OF_IP])
					   : NO_PLACE;
		if (place)
			add_sample(m, info, sample, event, place);
		return;
	}
	if (!chain_read(&m->chain, info))
		return;
	chain_frames(&m->chain);
	for (size_t i = 0; i < m->chain.frames.n; i++) {
		const struct chain_frame *frame = &m->chain.frames.v[i];

		place = place_of(m, info, frame->mode, false, frame->ip);
		if (place && frame->caller && m->places.v[place].off)
			place = add_place(m, m->places.v[place].function,
					  m->places.v[place].off - 1, m->places.v[place].addr);
		if (place)
			add_sample(m, info, sample, event, place);
	}
}

/* ---- branches ---- */

static void read_stack(struct member *m, const struct row_info *info)
{
	const struct gather_list *list = gather_row(m->branches, info);

	m->stack.n = 0;
	for (size_t i = 0; i < list->values.n; i++) {
		const struct gathered *v = &list->values.v[i];

		while (m->stack.n <= v->element && v->element < UINT16_MAX)
			vec_add(&m->stack);
		if (v->element < m->stack.n)
			m->stack.v[v->element].v[v->field] = v->num;
	}
}

/* From the target of a branch to where the next one is. */
static void add_block(struct member *m, uint32_t first, uint32_t last, uint64_t cycles)
{
	const struct spot_place *from = &m->places.v[first], *to = &m->places.v[last];
	struct spot_block *block;
	uint32_t *number;
	bool fresh;

	if (from->function != to->function || from->off > to->off ||
	    to->off - from->off > BRANCH_BLOCK_MAX)
		return;
	number = map_put(&m->blocks, (uint64_t)first << 32 | last, &fresh);
	if (fresh) {
		*number = (uint32_t)m->found.blocks.n;
		vec_push(&m->found.blocks, ((struct spot_block){ .function = from->function,
								 .first = from->off,
								 .last = to->off }));
	}
	block = &m->found.blocks.v[*number];
	block->count++;
	block->timed += cycles != 0;
	block->cycles += cycles;
}

static void add_branches(struct member *m, const struct row_info *info)
{
	struct layout layout;

	reader_layout(m->reader, info, &layout);
	if (!(layout.sample_type & SAMPLE_BRANCH_STACK) || chain_has_calls(&layout))
		return;
	read_stack(m, info);
	for (size_t i = 0; i < m->stack.n; i++) {
		const struct entry *entry = &m->stack.v[i];
		uint32_t from = place_of(m, info, CPUMODE_USER, true, entry->v[OF_FROM]), to;

		if (!from)
			continue;
		m->places.v[from].taken++;
		m->places.v[from].mispredicted += entry->v[OF_MISPRED] != 0;
		if (i + 1 == m->stack.n)
			continue;
		to = place_of(m, info, CPUMODE_USER, true, m->stack.v[i + 1].v[OF_TO]);
		if (to)
			add_block(m, to, from, entry->v[OF_CYCLES]);
	}
}

/* ---- members ---- */

static void count_row(struct member *m, const struct row_info *info)
{
	size_t event = event_of(m, info);
	struct sample sample;

	read_sample(m, info, &sample);
	annotation_add(&m->found.total, &(struct annotation_count){ 1, sample.v[OF_PERIOD] });
	if (event == ANNOTATION_EVENTS)
		return;
	annotation_add(&m->found.all[event], &(struct annotation_count){ 1, sample.v[OF_PERIOD] });
	add_places(m, info, &sample, event);
	add_branches(m, info);
}

static int look_at_block(struct member *m, uint64_t number)
{
	struct counter *c = m->counter;
	struct rows rows;
	int64_t found = eval_block(m->eval, number, &rows);
	struct block *block;

	if (found < 0)
		return found == EVAL_STOPPED
			       ? crew_fail(&c->crew, ERR_STOPPED, "stopped")
			       : crew_fail(&c->crew, ERR_STALE, "the index is damaged");
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS; i = rows_next(&rows, i + 1)) {
		struct row_info info;

		block = reader_block(m->reader, number);
		if (!block || block->bad)
			return crew_fail(&c->crew, ERR_STALE, "the index is damaged");
		reader_row_in(m->reader, block, i, &info);
		count_row(m, &info);
		/* User stacks can take seconds a block. */
		if (c->options->stop && atomic_load(c->options->stop))
			return crew_fail(&c->crew, ERR_STOPPED, "stopped");
	}
	return 0;
}

static void *run_member(void *arg)
{
	struct member *m = arg;
	struct counter *c = m->counter;
	uint64_t number;

	while (crew_next(&c->crew, &number) && !look_at_block(m, number))
		if (c->options->done)
			*c->options->done += recording_block(c->recording, number).rows;
	return NULL;
}

static struct member *open_member(struct counter *c)
{
	static const struct field sample_fields[] = { [OF_IP] = { .word = W_ip },
						      [OF_PERIOD] = { .word = W_period },
						      [OF_WEIGHT] = { .word = W_weight },
						      [OF_DATA_SRC] = { .word = W_data_src_raw } },
				  branch_fields[] = { [OF_FROM] = { .word = W_br_from },
						      [OF_TO] = { .word = W_br_to },
						      [OF_MISPRED] = { .word = W_br_mispred },
						      [OF_CYCLES] = { .word = W_br_cycles } };
	static const struct field *const of_samples[] = { &sample_fields[0], &sample_fields[1],
							  &sample_fields[2], &sample_fields[3] };
	static const struct field *const of_branches[] = { &branch_fields[0], &branch_fields[1],
							   &branch_fields[2], &branch_fields[3] };
	struct member *m = mem_zalloc(sizeof(*m));

	m->counter = c;
	m->reader = reader_open(c->recording);
	m->eval = eval_open(m->reader, c->filter);
	eval_stop_at(m->eval, c->options->stop);
	m->gather = gather_open(m->reader, of_samples, SAMPLE_FIELDS);
	gather_fill_period(m->gather, OF_PERIOD);
	m->branches = gather_open(m->reader, of_branches, BRANCH_WORDS);
	chain_init(&m->chain, m->reader);
	vec_add(&m->places); /* NO_PLACE */
	return m;
}

static void close_member(struct member *m)
{
	chain_release(&m->chain);
	gather_close(m->branches);
	gather_close(m->gather);
	eval_close(m->eval);
	reader_close(m->reader);
	spots_release(&m->found);
	vec_release(&m->places);
	vec_release(&m->stack);
	hash_release(&m->resolved);
	map_release(&m->by_off);
	map_release(&m->spots);
	map_release(&m->blocks);
	map_release(&m->events);
	free(m);
}

/* ---- all together ---- */

static void take_spots(struct spots *to, const struct spots *from, const size_t *functions)
{
	size_t events[ANNOTATION_EVENTS] = { 0 }, levels[ANNOTATION_LEVELS] = { 0 };

	annotation_add(&to->total, &from->total);
	for (size_t i = 0; i < from->events.n; i++) {
		events[i] = find_name(to, from->events.v[i]);
		if (events[i] < ANNOTATION_EVENTS)
			annotation_add(&to->all[events[i]], &from->all[i]);
	}
	for (size_t i = 0; i < from->levels.n; i++)
		levels[i] = level_of(to, from->levels.v[i]);
	for (size_t i = 0; i < from->list.n; i++) {
		struct spot spot = from->list.v[i];

		spot.event = events[spot.event];
		spot.function = functions[spot.function];
		memset(spot.memory.levels, 0, sizeof(spot.memory.levels));
		for (size_t k = 0; k < from->levels.n; k++)
			if (levels[k] < ANNOTATION_LEVELS)
				spot.memory.levels[levels[k]] += from->list.v[i].memory.levels[k];
		if (spot.event < ANNOTATION_EVENTS)
			vec_push(&to->list, spot);
	}
	for (size_t i = 0; i < from->blocks.n; i++) {
		vec_push(&to->blocks, from->blocks.v[i]);
		to->blocks.v[to->blocks.n - 1].function = functions[from->blocks.v[i].function];
	}
}

static void take_member(struct spots *to, const struct member *m)
{
	const struct spots *from = &m->found;
	size_t *functions = mem_alloc((from->functions.n + 1) * sizeof(*functions));

	for (size_t i = 0; i < from->functions.n; i++)
		functions[i] = spots_function(to, from->functions.v[i].dso,
					      strlen(from->functions.v[i].dso),
					      from->functions.v[i].symaddr);
	take_spots(to, from, functions);
	for (size_t i = 1; i < m->places.n; i++) {
		const struct spot_place *place = &m->places.v[i];

		if (place->taken)
			vec_push(&to->branches,
				 ((struct spot_branch){ functions[place->function], place->off,
							place->taken, place->mispredicted }));
	}
	free(functions);
}

static int run_members(struct counter *c, struct spots *spots, struct err *err)
{
	void *members[CREW_MAX];
	unsigned n;
	int rc;

	crew_init(&c->crew, c->recording, c->options->stop);
	c->crew.worker = c->options->worker;
	c->crew.blocks = c->blocks < c->crew.blocks ? c->blocks : c->crew.blocks;
	n = crew_size(&c->crew);
	for (unsigned i = 0; i < n; i++)
		members[i] = open_member(c);
	rc = crew_run(&c->crew, run_member, members, n);
	if (rc)
		err_set(err, c->crew.err.code, "%s", c->crew.err.msg);
	for (unsigned i = 0; i < n; i++) {
		take_member(spots, members[i]);
		close_member(members[i]);
	}
	crew_release(&c->crew);
	return rc;
}

int spots_count(struct spots *spots, struct recording *recording,
		const struct annotation_options *options, uint64_t blocks, struct err *err)
{
	struct counter c = { .recording = recording, .options = options, .blocks = blocks };
	struct buf where = BUF_INIT;
	struct filter *filter = NULL;
	int rc;

	buf_adds(&where, "type == SAMPLE");
	if (*options->where)
		buf_addf(&where, " and (%s)", options->where);
	rc = filter_parse(&filter, where.p, err);
	c.filter = filter;
	if (!rc)
		rc = run_members(&c, spots, err);
	filter_free(filter);
	buf_release(&where);
	return rc;
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
	vec_release(&s->branches);
	vec_release(&s->blocks);
}
