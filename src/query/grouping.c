/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/grouping.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/conveyor.h"
#include "query/gather.h"
#include "query/groupspill.h"
#include "query/matcher.h"

enum {
	WORKERS_MAX = 8,
	LOCAL_BYTES = 1 << 20,	/* of the groups that a worker keeps by itself */
	GROUPS_BYTES = 16 << 20 /* of all groups */
};

struct grouping {
	struct recording *recording;
	const struct grouping_options *options;
	const struct field *fields[GROUP_FIELDS_MAX + AGGREGATES_MAX]; /* by, then aggregates' */
	size_t fields_n;
	enum word list; /* that groups are by elements of, or WORD_NONE */
	bool in_list[GROUP_FIELDS_MAX + AGGREGATES_MAX]; /* fields of that list */
	_Atomic uint64_t next;				 /* block */
	_Atomic bool over;				 /* an error, or somebody asked to stop */
	pthread_mutex_t lock;				 /* guards what follows */
	struct grouptable table;
	uint64_t matches, first_match, first_ordinal;
	struct err err;
	uint32_t *order; /* numbers of groups as they are told */
	size_t next_told;
	struct groupspill *spill; /* NULL: all groups are in the table */
};

/*
 * Groups that follow from columns of the index alone are not looked at row by row: a
 * table remembers the groups of rows that agree in those columns.
 */
enum {
	SIGNATURES = 1 << 14
};

struct signature {
	uint64_t kind, thread, cpu;
	uint32_t group; /* number + 1, 0: the entry is empty */
};

#define NOT_COUNTED UINT64_MAX

struct columns {
	bool kind, thread, cpu; /* which columns decide; of kind at least what it has */
	struct signature *table;
	VEC(uint64_t) parts; /* of each kind, what it contributes, or NOT_COUNTED */
	size_t part;	     /* of the recording, whose numbers these are */
};

struct worker {
	struct grouping *grouping;
	struct reader *reader;
	struct eval *eval;
	struct matcher *fail_if;
	struct gather *gather;
	struct columns columns;
	struct grouptable table;
	struct buf key;
	pthread_t thread;
};

static int compare_groups(const void *pa, const void *pb, void *arg)
{
	const struct grouping *g = arg;
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
	size_t len;

	return groupspill_compare(grouptable_state(&g->table, a)->count,
				  grouptable_key(&g->table, a, &len),
				  grouptable_state(&g->table, b)->count,
				  grouptable_key(&g->table, b, &len), g->options->n);
}

static void sort_groups(struct grouping *g)
{
	g->order = mem_alloc((g->table.n + 1) * sizeof(*g->order));
	for (size_t i = 0; i < g->table.n; i++)
		g->order[i] = (uint32_t)i;
	qsort_r(g->order, g->table.n, sizeof(*g->order), compare_groups, g);
}

/* ---- rows ---- */

static int stop_with(struct grouping *g, enum err_code code, const char *what)
{
	pthread_mutex_lock(&g->lock);
	if (!g->err.code)
		err_set(&g->err, code, "%s", what);
	pthread_mutex_unlock(&g->lock);
	g->over = true;
	return code;
}

static void add_numbers(struct worker *w, struct group_state *state, const struct gather_list *list,
			const struct gathered *element)
{
	const struct grouping *g = w->grouping;

	for (size_t i = 0; i < list->values.n; i++) {
		const struct gathered *v = &list->values.v[i];
		size_t k = v->field - g->options->n;

		if (v->field < g->options->n || !v->is_number ||
		    (element && g->in_list[v->field] && v->element != element->element))
			continue;
		w->table.more += tally_add(&state->tallies[k], groupkey_number(v->word, v->num),
					   g->options->aggregates[k].kind == AGGREGATE_PERCENTILE);
	}
}

/* The first value of a field, in a list: of the same element. */
static const struct gathered *value_of(const struct grouping *g, const struct gather_list *list,
				       size_t field, const struct gathered *element)
{
	for (size_t i = 0; i < list->values.n; i++) {
		const struct gathered *v = &list->values.v[i];

		if (v->field == field &&
		    (!g->in_list[field] || !element || v->element == element->element))
			return v;
	}
	return NULL;
}

/* Count a row once, or one element of its list. Returns the number of the group. */
static size_t count_once(struct worker *w, const struct gather_list *list,
			 const struct gathered *element)
{
	const struct grouping *g = w->grouping;
	size_t number;

	buf_reset(&w->key);
	for (size_t i = 0; i < g->options->n; i++)
		groupkey_add(&w->key, value_of(g, list, i, element));
	number = grouptable_find(&w->table, w->key.p, w->key.len);
	grouptable_state(&w->table, number)->count++;
	if (g->options->aggregates_n)
		add_numbers(w, grouptable_state(&w->table, number), list, element);
	return number;
}

static bool begins_element(const struct grouping *g, const struct gather_list *list, size_t i,
			   const struct gathered *last)
{
	const struct gathered *v = &list->values.v[i];

	return v->field < g->options->n && g->in_list[v->field] &&
	       (!last || last->element != v->element);
}

static void count_row(struct worker *w, const struct row_info *info)
{
	const struct grouping *g = w->grouping;
	const struct gather_list *list = gather_row(w->gather, info);
	const struct gathered *last = NULL;

	for (size_t i = 0; g->list && i < list->values.n; i++) {
		if (!begins_element(g, list, i, last))
			continue;
		last = &list->values.v[i];
		count_once(w, list, last);
	}
	if (!last)
		count_once(w, list, NULL);
}

static void note_match(struct grouping *g, const struct row_info *info)
{
	pthread_mutex_lock(&g->lock);
	if (!g->matches++ || info->row < g->first_match) {
		g->first_match = info->row;
		g->first_ordinal = info->ordinal;
	}
	pthread_mutex_unlock(&g->lock);
}

/* ---- columns ---- */

static bool of_columns(const struct grouping_options *options, struct columns *columns)
{
	if (options->aggregates_n)
		return false;
	for (size_t i = 0; i < options->n; i++) {
		switch (options->by[i].word) {
		case W_type:
		case W_event:
		case W_misc:
		case W_cpumode:
			columns->kind = true;
			break;
		case W_pid:
		case W_tid:
			columns->thread = true;
			break;
		case W_cpu:
			columns->cpu = true;
			break;
		case W_file:
			break; /* the table is of one */
		default:
			return false;
		}
	}
	return true;
}

/* What a kind contributes: itself, or only which fields its records have. */
static uint64_t kind_part(const struct worker *w, const struct kind *kind, uint64_t number)
{
	const struct plan *plan = &kind->plan;

	if (!w->grouping->options->filter && kind->entry.type == RECORD_DAMAGE)
		return NOT_COUNTED;
	if (w->columns.kind)
		return number;
	return plan_has(plan, TAP_PID) | plan_has(plan, TAP_TID) << 1 |
	       plan_has(plan, TAP_CPU) << 2;
}

/* Each part of the recording has its own numbers of kinds and threads. */
static void enter_part(struct worker *w, size_t part)
{
	struct columns *c = &w->columns;
	const struct index *index = recording_index(w->grouping->recording, part);

	if (c->part != part) {
		memset(c->table, 0, SIGNATURES * sizeof(*c->table));
		c->parts.n = 0;
		c->part = part;
	}
	for (uint64_t i = c->parts.n; i < index_kinds(index); i++)
		vec_push(&c->parts, kind_part(w, index_kind(index, i), i));
}

static struct signature *find_signature(const struct columns *columns, uint64_t kind,
					uint64_t thread, uint64_t cpu)
{
	uint64_t hash = (kind + 1) * 0x9e3779b97f4a7c15u;

	hash = (hash ^ thread) * 0xc2b2ae3d27d4eb4fu;
	hash = (hash ^ cpu) * 0x9e3779b97f4a7c15u;
	return &columns->table[hash >> 50];
}

static uint32_t group_of(struct worker *w, struct block *block, uint32_t row)
{
	struct row_info info;
	size_t number;

	reader_row_in(w->reader, block, row, &info);
	number = count_once(w, gather_row(w->gather, &info), NULL);
	grouptable_state(&w->table, number)->count--;
	return (uint32_t)number;
}

static void count_columns(struct worker *w, struct block *block, const struct rows *rows)
{
	struct columns *c = &w->columns;
	const uint64_t *kinds = block_column(block, COL_KIND);
	const uint64_t *threads = c->thread ? block_column(block, COL_THREAD) : NULL;
	const uint64_t *cpus = c->cpu ? block_column(block, COL_CPU) : NULL;

	enter_part(w, reader_block_part(block));
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		uint64_t thread = threads ? threads[i] : 0, cpu = cpus ? cpus[i] : 0, kind;
		struct signature *s;

		if (!rows->bits[i / 64])
			i |= 63;
		if (!(rows->bits[i / 64] >> i % 64 & 1))
			continue;
		kind = kinds[i] < c->parts.n ? c->parts.v[kinds[i]] : NOT_COUNTED;
		if (kind == NOT_COUNTED)
			continue;
		s = find_signature(c, kind, thread, cpu);
		if (!s->group || s->kind != kind || s->thread != thread || s->cpu != cpu)
			*s = (struct signature){ kind, thread, cpu, group_of(w, block, i) + 1 };
		grouptable_state(&w->table, s->group - 1)->count++;
	}
}

/* ---- blocks ---- */

static int look_at_matches(struct worker *w, struct block *block, uint64_t number,
			   const struct rows *rows)
{
	struct row_info info;

	for (uint32_t i = 0; w->fail_if && i < block->desc.rows; i++) {
		int yes;

		if (!(rows->bits[i / 64] >> i % 64 & 1))
			continue;
		yes = matcher_row(w->fail_if, number, i);
		if (yes < 0)
			return -1;
		if (!yes)
			continue;
		block = reader_block(w->reader, number);
		if (!block)
			return -1;
		reader_row_in(w->reader, block, i, &info);
		note_match(w->grouping, &info);
	}
	return 0;
}

static int count_block(struct worker *w, uint64_t number)
{
	bool all = !w->grouping->options->filter;
	struct block *block;
	struct rows rows;
	int64_t matches = eval_block(w->eval, number, &rows);

	if (matches <= 0)
		return (int)matches;
	block = reader_block(w->reader, number);
	if (!block || look_at_matches(w, block, number, &rows))
		return -1;
	block = reader_block(w->reader, number);
	if (!block)
		return -1;
	if (w->columns.table) {
		count_columns(w, block, &rows);
		return block->bad ? -1 : 0;
	}
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		struct row_info info;

		if (!(rows.bits[i / 64] >> i % 64 & 1))
			continue;
		reader_row_in(w->reader, block, i, &info);
		if (!all || info.type != RECORD_DAMAGE)
			count_row(w, &info);
	}
	return block->bad ? -1 : 0;
}

static int spill(struct grouping *g, struct err *err)
{
	const struct grouping_options *o = g->options;

	if (!g->spill)
		g->spill = groupspill_open(o->spool_dir, o->n, o->aggregates_n);
	return groupspill_table(g->spill, &g->table, err);
}

/* The groups of a worker join those of all. */
static void hand_over(struct worker *w)
{
	struct grouping *g = w->grouping;
	struct err err = ERR_INIT;
	bool full;
	int rc = 0;

	pthread_mutex_lock(&g->lock);
	grouptable_move(&w->table, &g->table);
	full = grouptable_bytes(&g->table) > GROUPS_BYTES;
	if (full && g->options->spool_dir)
		rc = spill(g, &err);
	pthread_mutex_unlock(&g->lock);
	if (w->columns.table)
		memset(w->columns.table, 0, SIGNATURES * sizeof(*w->columns.table));
	if (rc)
		stop_with(g, err.code, err.msg);
	else if (full && !g->options->spool_dir)
		stop_with(g, ERR_IO,
			  "there are more groups than memory is meant for: group by fewer fields, "
			  "or select fewer records with a filter");
}

static void *run(void *arg)
{
	struct worker *w = arg;
	struct grouping *g = w->grouping;
	const struct grouping_options *options = g->options;
	uint64_t blocks = recording_blocks(g->recording);

	while (!g->over) {
		uint64_t number = g->next++;

		if (number >= blocks)
			break;
		if (options->stop && *options->stop)
			stop_with(g, ERR_STOPPED, "stopped");
		else if (count_block(w, number) < 0)
			stop_with(g, ERR_STALE, "the index is damaged");
		if (options->done)
			*options->done += recording_block(g->recording, number).rows;
		if (grouptable_bytes(&w->table) > LOCAL_BYTES)
			hand_over(w);
	}
	hand_over(w);
	return NULL;
}

static void open_worker(struct worker *w, struct grouping *g)
{
	static const struct filter all = { .root = NULL };
	const struct grouping_options *options = g->options;

	*w = (struct worker){ .grouping = g, .key = BUF_INIT };
	w->reader = reader_open(g->recording);
	w->eval = eval_open(w->reader, options->filter ? options->filter : &all);
	w->fail_if = options->fail_if ? matcher_open(w->reader, options->fail_if) : NULL;
	w->gather = gather_open(w->reader, g->fields, g->fields_n);
	grouptable_init(&w->table, options->aggregates_n);
	if (of_columns(options, &w->columns))
		w->columns.table = mem_zalloc(SIGNATURES * sizeof(*w->columns.table));
}

static void close_worker(struct worker *w)
{
	free(w->columns.table);
	vec_release(&w->columns.parts);
	grouptable_release(&w->table);
	gather_close(w->gather);
	matcher_close(w->fail_if);
	eval_close(w->eval);
	reader_close(w->reader);
	buf_release(&w->key);
}

/* The calling thread is one of the workers. */
static void run_workers(struct grouping *g)
{
	struct worker workers[WORKERS_MAX];
	unsigned n = conveyor_workers(WORKERS_MAX), started = 1;
	uint64_t blocks = recording_blocks(g->recording);

	if (blocks < n)
		n = blocks ? (unsigned)blocks : 1;
	for (unsigned i = 0; i < n; i++)
		open_worker(&workers[i], g);
	while (started < n &&
	       !pthread_create(&workers[started].thread, NULL, run, &workers[started]))
		started++;
	run(&workers[0]);
	for (unsigned i = 1; i < started; i++)
		pthread_join(workers[i].thread, NULL);
	for (unsigned i = 0; i < n; i++)
		close_worker(&workers[i]);
}

/* ---- all of it ---- */

int grouping_check(const struct grouping_options *options, struct err *err)
{
	const char *first = NULL;
	enum word list = WORD_NONE;

	for (size_t i = 0; i < options->n; i++) {
		const char *name = word_name(options->by[i].word);
		enum word own = gather_list_of(&options->by[i]);
		enum word_type type = word_info(options->by[i].word)->type;

		if ((type == WT_LIST || type == WT_OBJECT) && options->by[i].word != W_tp)
			return err_set(err, ERR_PARSE, "--by %s: it has parts; name one of them",
				       name);
		if (own && list && own != list)
			return err_set(err, ERR_PARSE, "--by %s,%s: they stand in different lists",
				       first, name);
		if (own && !list) {
			list = own;
			first = name;
		}
	}
	return 0;
}

static void plan_fields(struct grouping *g)
{
	const struct grouping_options *o = g->options;

	for (size_t i = 0; i < o->n; i++) {
		g->fields[g->fields_n++] = &o->by[i];
		if (gather_list_of(&o->by[i]))
			g->list = gather_list_of(&o->by[i]);
	}
	for (size_t i = 0; i < o->aggregates_n; i++)
		g->fields[g->fields_n++] = &o->aggregates[i].field;
	for (size_t i = 0; g->list && i < g->fields_n; i++)
		g->in_list[i] = gather_list_of(g->fields[i]) == g->list;
}

int grouping_run(struct grouping **out, struct recording *recording,
		 const struct grouping_options *options, struct err *err)
{
	struct grouping *g = mem_zalloc(sizeof(*g));
	int rc;

	g->recording = recording;
	g->options = options;
	g->first_ordinal = ROW_NO_ORDINAL;
	pthread_mutex_init(&g->lock, NULL);
	grouptable_init(&g->table, options->aggregates_n);
	plan_fields(g);
	run_workers(g);
	rc = g->err.code ? err_set(err, g->err.code, "%s", g->err.msg) : 0;
	if (!rc && g->spill) {
		rc = spill(g, err);
		grouptable_release(&g->table);
		grouptable_init(&g->table, options->aggregates_n);
		rc = rc ? rc : groupspill_join(g->spill, err);
	} else if (!rc) {
		sort_groups(g);
	}
	if (rc)
		grouping_free(g);
	else
		*out = g;
	return rc;
}

void grouping_free(struct grouping *g)
{
	if (!g)
		return;
	groupspill_close(g->spill);
	grouptable_release(&g->table);
	pthread_mutex_destroy(&g->lock);
	free(g->order);
	free(g);
}

size_t grouping_groups(const struct grouping *g)
{
	return g->spill ? groupspill_groups(g->spill) : g->table.n;
}

static void set_values(const struct grouping *g, const char *key, struct group *group)
{
	for (size_t i = 0; i < g->options->n; i++)
		key = groupkey_take(key, &group->values[i]);
}

void grouping_group(const struct grouping *g, size_t i, struct group *group)
{
	const struct group_state *state = grouptable_state(&g->table, g->order[i]);
	size_t len;
	const char *p = grouptable_key(&g->table, g->order[i], &len);

	group->count = state->count;
	group->tallies = state->tallies;
	set_values(g, p, group);
}

int grouping_next(struct grouping *g, struct group *group, struct err *err)
{
	const struct group_state *state;
	const char *key;
	int rc;

	if (!g->spill) {
		if (g->next_told == g->table.n)
			return 0;
		grouping_group(g, g->next_told++, group);
		return 1;
	}
	rc = groupspill_next(g->spill, &key, &state, err);
	if (rc <= 0)
		return rc;
	group->count = state->count;
	group->tallies = state->tallies;
	set_values(g, key, group);
	return 1;
}

uint64_t grouping_matches(const struct grouping *g, uint64_t *ordinal)
{
	*ordinal = g->first_ordinal;
	return g->matches;
}
