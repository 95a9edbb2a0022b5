/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/groupworker.h"

#include <stdlib.h>
#include <string.h>

#include "field/row_values.h"
#include "filter/matcher.h"
#include "filter/spanfields.h"
#include "index/tasks.h"
#include "spans/spans.h"

/*
 * Groups that depend only on columns of the index need no look at each row: a table caches the
 * groups of rows with equal columns.
 */
enum {
	SIGNATURES = 1 << 14,
	RUNS = 1 << 12,	     /* threads whose names are cached */
	FULL_BYTES = 1 << 20 /* of groups */
};

struct signature {
	uint64_t kind, thread, cpu, since;
	uint64_t span;	 /* see span_part() */
	uint64_t error;	 /* with which the span ended; 0: none */
	uint64_t passes; /* filters of aggregates, as bits */
	uint32_t group;	 /* number + 1, 0: the entry is empty; NO_GROUP: the filter excludes it */
};

/*
 * A time in which the name of a thread does not change. The time of its beginning represents the
 * name.
 */
struct name_run {
	uint64_t from, until;
	uint32_t thread; /* number + 1, 0: the entry is empty */
	bool known;	 /* false: the thread was seen once, and the times were not looked up yet */
};

#define NO_GROUP UINT32_MAX
#define NOT_COUNTED UINT64_MAX
#define LOOKED_AT (UINT64_MAX - 1) /* each row must be read */

struct key_columns {
	bool kind, thread, cpu; /* columns that matter; of kind at least its fields */
	bool comm;		/* the thread's name at the time */
	bool spans;		/* columns of its spans (spans/spanblock.h), and their durations */
	bool errors;		/* and the errors of spans */
	bool filtered;		/* the filter only depends on these columns */
	struct eval *filters[AGGREGATES_MAX]; /* for aggregates whose filters do; or NULL */
	struct signature *table;
	struct name_run *runs;
	uint64_t version;    /* of the names in runs and table */
	VEC(uint64_t) parts; /* for each kind: its part of the signature, or one of the two above */
	size_t part;	     /* of the recording, to which these numbers belong */
};

struct groupworker {
	struct recording *recording;
	const struct groupplan *plan;
	struct reader *reader;
	struct eval *eval;
	struct matcher *fail_if;
	struct matcher *filters[AGGREGATES_MAX]; /* for aggregates, or NULL */
	bool passes[AGGREGATES_MAX];		 /* does the current row pass them? */
	struct row_values *row_values;
	/* Values of the current row that do not belong to elements of the plan's list. */
	VEC(const struct row_value *) outside;
	const struct row_value *first[GROUP_FIELDS_MAX]; /* for each field of by, or NULL */
	struct key_columns columns;
	struct grouptable table;
	bool (*full)(void *arg);
	void *arg;
	struct buf key;
	uint64_t matches, first_match, first_ordinal; /* for fail_if */
};

/* ---- rows ---- */

/* Consecutive values of a row: of one element of a list, or all. */
struct value_run {
	const struct row_value *v, *end;
	bool element;
};

static void add_number(struct groupworker *w, struct group_state *state, const struct row_value *v)
{
	const struct groupplan *g = w->plan;
	size_t k = g->aggregate_of[v->field];
	struct numeric_stats *stats = &state->tallies[k];

	if (v->field < g->options->n || !v->is_number || !w->passes[k])
		return;
	if (field_says_unknown(v->id, v->num))
		stats->unknown++;
	else
		w->table.more += numeric_stats_add(stats, groupkey_number(v->id, v->num),
						   aggregate_keeps(&g->options->aggregates[k]));
}

static void add_numbers(struct groupworker *w, struct group_state *state,
			const struct value_run *run)
{
	const struct groupplan *g = w->plan;

	for (const struct row_value *v = run->v; v < run->end; v++)
		add_number(w, state, v);
	for (size_t i = 0; run->element && i < w->outside.n; i++)
		add_number(w, state, w->outside.v[i]);
	for (size_t k = 0; k < g->options->aggregates_n; k++)
		if (g->options->aggregates[k].kind == AGGREGATE_COUNT && w->passes[k])
			numeric_stats_add(&state->tallies[k], 1, false);
}

/* A place among the rows of all parts. */
struct row_position {
	uint64_t block;
	uint32_t row;
};

/* Find the aggregates whose filters a row passes. Returns false if the index is damaged. */
static bool ask_filters(struct groupworker *w, const struct row_position *at)
{
	for (size_t k = 0; k < w->plan->options->aggregates_n; k++) {
		int yes = w->filters[k] ? matcher_row(w->filters[k], at->block, at->row) : 1;

		if (yes < 0)
			return false;
		w->passes[k] = yes;
	}
	return true;
}

/* Append a value to the key of a group. */
static void add_value(struct buf *key, const struct field *field, const struct row_value *v)
{
	struct row_value cut;

	if (v && v->is_number && field->cut != FIELD_WHOLE) {
		cut = *v;
		cut.num = field_cut_number(field, field_info(v->id)->type == FT_SINT, v->num);
		v = &cut;
	}
	groupkey_add(key, v);
}

/* Return the first value of a field; for a field of the list, in the element. */
static const struct row_value *value_of(const struct groupworker *w, size_t field,
					const struct value_run *run)
{
	if (!w->plan->in_list[field])
		return w->first[field];
	for (const struct row_value *v = run->v; v < run->end; v++)
		if (v->field == field)
			return v;
	return NULL;
}

/* Return the number of the group of a row, or of one element of its list. */
static size_t group_of(struct groupworker *w, const struct value_run *run)
{
	const struct grouping_options *options = w->plan->options;

	buf_reset(&w->key);
	for (size_t i = 0; i < options->n; i++)
		add_value(&w->key, &options->by[i], value_of(w, i, run));
	return grouptable_find(&w->table, w->key.p, w->key.len);
}

/* Read all values of a row. */
static struct value_run take_row(struct groupworker *w, const struct row_info *info)
{
	const struct row_value_list *list = row_values_row(w->row_values, info);
	const struct groupplan *g = w->plan;
	/* A list that never had a value has no array. */
	const struct row_value *v = list->values.v;
	struct value_run all = { v, v ? v + list->values.n : NULL, false };

	w->outside.n = 0;
	memset(w->first, 0, sizeof(w->first));
	for (; v < all.end; v++) {
		if (g->in_list[v->field])
			continue;
		vec_push(&w->outside, v);
		if (v->field < g->options->n && !w->first[v->field])
			w->first[v->field] = v;
	}
	return all;
}

/*
 * Take the element that begins at a value, or only that value. Does it have a field that groups are
 * by?
 */
static bool take_element(const struct groupplan *g, struct value_run *run,
			 const struct row_value *end)
{
	const struct row_value *v = run->v;
	bool by = false;

	for (; v < end && g->in_list[v->field] && v->element == run->v->element; v++)
		by = by || v->field < g->options->n;
	run->end = v > run->v ? v : v + 1;
	run->element = true;
	return by;
}

/* Count a row once, or one element of its list. */
static void count_in(struct groupworker *w, const struct row_info *info,
		     const struct value_run *run)
{
	struct group_state *state = grouptable_state(&w->table, group_of(w, run));

	state->count++;
	if (state->last != info->row + 1) {
		state->last = info->row + 1;
		state->rows++;
	}
	if (w->plan->options->aggregates_n)
		add_numbers(w, state, run);
}

/*
 * Check the memory after each row, because keys and stats of one block can be many megabytes.
 * Returns false to stop.
 */
static bool has_room(const struct groupworker *w)
{
	return grouptable_bytes(&w->table) <= FULL_BYTES || w->full(w->arg);
}

/* Count a row. Returns false if the index is damaged, or if the work must stop. */
static bool count_row(struct groupworker *w, const struct row_info *info,
		      const struct row_position *at)
{
	const struct groupplan *g = w->plan;
	struct value_run all, run;
	bool counted = false;

	if (!ask_filters(w, at))
		return false;
	all = take_row(w, info);
	for (run.v = all.v; g->list && run.v < all.end; run.v = run.end) {
		if (!take_element(g, &run, all.end))
			continue;
		count_in(w, info, &run);
		counted = true;
	}
	if (!counted)
		count_in(w, info, &all);
	return has_room(w);
}

static void note_match(struct groupworker *w, const struct row_info *info)
{
	if (!w->matches++ || info->row < w->first_match) {
		w->first_match = info->row;
		w->first_ordinal = info->ordinal;
	}
}

/* ---- columns ---- */

static bool is_column_field(enum field_id field, struct key_columns *c)
{
	switch (field) {
	case F_type:
	case F_event:
		c->kind = true;
		return true;
	case F_span_errno:
		c->errors = c->spans = true;
		return true;
	case F_span_kind:
	case F_span_name:
	case F_span_state:
		c->spans = true;
		return true;
	default:
		return false;
	}
}

static bool is_of_columns(const struct node *node, void *arg)
{
	switch (node->kind) {
	case NODE_AND:
	case NODE_OR:
	case NODE_NOT:
	case NODE_TRUTH:
	case NODE_COMPARE:
	case NODE_IN:
	case NODE_TEXTS:
	case NODE_MATCH:
	case NODE_NUMBER:
	case NODE_STRING:
		return true;
	case NODE_FIELD:
		return !node->member && is_column_field(node->field, arg);
	default:
		return false;
	}
}

/* Does the result of a filter only depend on the columns? */
static bool asks_columns(struct key_columns *c, const struct filter *filter)
{
	struct key_columns asked = *c;

	if (!filter || !filter->root || !node_visit(filter->root, is_of_columns, &asked))
		return false;
	*c = asked;
	return true;
}

/* Is the aggregate a duration of spans, or a number of rows that pass a filter? */
static bool is_of_spans(struct key_columns *c, const struct aggregate *a)
{
	if (a->filter && !asks_columns(c, a->filter))
		return false;
	if (!a->field.id)
		return a->kind == AGGREGATE_COUNT || a->kind == AGGREGATE_SHAPE;
	c->spans = true;
	return a->field.id == F_span_dur && a->field.cut == FIELD_WHOLE && !a->field.member;
}

static bool of_columns(const struct grouping_options *options, struct key_columns *columns)
{
	for (size_t i = 0; i < options->aggregates_n; i++)
		if (!is_of_spans(columns, &options->aggregates[i]))
			return false;
	for (size_t i = 0; i < options->n; i++) {
		if (options->by[i].cut != FIELD_WHOLE || options->by[i].member)
			return false;
		switch (options->by[i].id) {
		case F_type:
		case F_event:
		case F_misc:
		case F_cpumode:
			columns->kind = true;
			break;
		case F_pid:
		case F_tid:
			columns->thread = true;
			break;
		case F_comm:
			columns->comm = columns->thread = true;
			break;
		case F_cpu:
			columns->cpu = true;
			break;
		case F_span_kind:
		case F_span_name:
		case F_span_state:
			columns->spans = true;
			break;
		case F_file:
		case F_host:
		case F_recorded:
			break; /* the table is for one file */
		default:
			return false;
		}
	}
	return true;
}

/*
 * Return the part of a signature for a kind: the kind itself, or only which fields its records
 * have.
 */
static uint64_t kind_part(const struct groupworker *w, const struct kind *kind, uint64_t number)
{
	const struct plan *plan = &kind->plan;

	if (!w->plan->options->filter && kind->entry.type == RECORD_DAMAGE)
		return NOT_COUNTED;
	if (w->columns.comm && kind->entry.type == RECORD_COMM)
		return LOOKED_AT;
	if (w->columns.kind)
		return number;
	return plan_has(plan, INDEX_FIELD_PID) | plan_has(plan, INDEX_FIELD_TID) << 1 |
	       plan_has(plan, INDEX_FIELD_CPU) << 2;
}

/* Prepare for a part, which has its own numbers of kinds and threads, and its own names. */
static void enter_part(struct groupworker *w, size_t part)
{
	struct key_columns *c = &w->columns;
	struct index *index = recording_index(w->recording, part);
	uint64_t version = c->comm ? tasks_version(index_tasks(index)) : 0;

	if (c->part != part || c->version != version) {
		memset(c->table, 0, SIGNATURES * sizeof(*c->table));
		if (c->runs)
			memset(c->runs, 0, RUNS * sizeof(*c->runs));
		c->version = version;
	}
	if (c->part != part) {
		c->parts.n = 0;
		c->part = part;
	}
	for (uint64_t i = c->parts.n; i < index_kinds(index); i++)
		vec_push(&c->parts, kind_part(w, index_kind(index, i), i));
}

/* The place in the table for rows that agree with one. spans: their spans decide, too. */
static inline struct signature *find_signature(const struct key_columns *columns,
					       const struct signature *row, bool spans)
{
	uint64_t hash = (row->kind + 1) * 0x9e3779b97f4a7c15u;

	hash = (hash ^ row->thread) * 0xc2b2ae3d27d4eb4fu;
	hash = (hash ^ row->cpu) * 0x9e3779b97f4a7c15u;
	hash = (hash ^ row->since) * 0xc2b2ae3d27d4eb4fu;
	if (spans) {
		hash = (hash ^ row->span) * 0x9e3779b97f4a7c15u;
		hash = (hash ^ row->error) * 0xc2b2ae3d27d4eb4fu;
	}
	return &columns->table[hash >> 50];
}

static inline bool same_signature(const struct signature *a, const struct signature *b, bool spans)
{
	return a->kind == b->kind && a->thread == b->thread && a->cpu == b->cpu &&
	       a->since == b->since && (!spans || (a->span == b->span && a->error == b->error));
}

/*
 * Get the time since when a thread has its name at a time. Returns false if that takes longer than
 * reading the row. Earlier parts can name the threads of later ones.
 */
static inline __attribute__((always_inline)) bool name_since(struct groupworker *w, uint64_t thread,
							     uint64_t time, uint64_t *since)
{
	struct index *index = recording_index(w->recording, w->columns.part);
	struct name_run *run = &w->columns.runs[thread % RUNS];
	struct task_moment at = { .time = time, .row = UINT64_MAX };
	bool again = run->thread == thread + 1;

	if (!time || w->columns.part)
		return false;
	if (!again || !run->known || time < run->from || time >= run->until) {
		*run = (struct name_run){ .thread = (uint32_t)thread + 1, .known = again };
		if (!again)
			return false;
		at.tid = index_thread(index, thread)->tid;
		tasks_between(index_tasks(index), &at, &run->from, &run->until);
	}
	*since = run->from;
	return true;
}

static uint32_t group_in(struct groupworker *w, struct block *block, uint32_t row)
{
	struct row_info info;
	struct value_run all;

	reader_row_in(w->reader, block, row, &info);
	all = take_row(w, &info);
	return (uint32_t)group_of(w, &all);
}

/* ---- spans ---- */

/*
 * Return the part of a signature for the span that a row begins, or for the orphaned end; 0:
 * neither.
 */
static uint64_t span_part(const struct spanblock *spans, uint32_t row)
{
	uint32_t begin = spans->place[SPAN_BEGINS][row], end = spans->place[SPAN_ENDS][row];
	enum {
		OF_NAME = 16, /* lower bits: kind and state */
		ORPHANED = SPAN_ORPHANED << 8
	};

	if (begin)
		return spanblock_value(spans, SPANCOL_NAME, begin - 1) << OF_NAME |
		       (spanblock_value(spans, SPANCOL_WHAT, begin - 1) & (SPANWHAT_HAS_RET - 1));
	if (end && !spanblock_value(spans, SPANCOL_END_BEGIN, end - 1))
		return spanblock_value(spans, SPANCOL_END_KIND, end - 1) | ORPHANED;
	return 0;
}

/* Return the number of the error with which the span of a row ended; 0: none. */
static uint64_t span_error(const struct spanblock *spans, uint32_t row)
{
	enum {
		ERRORS = 4095
	};
	uint32_t begin = spans->place[SPAN_BEGINS][row];
	int64_t ret = begin ? spanblock_unfold(spanblock_value(spans, SPANCOL_RET, begin - 1)) : 0;

	return ret < 0 && ret >= -ERRORS ? (uint64_t)-ret : 0;
}

/*
 * Get the duration of the span that a row begins. Returns false if there is none, or if it has no
 * end.
 */
static bool span_duration(const struct spanblock *spans, uint32_t row, uint64_t *dur)
{
	uint32_t begin = spans ? spans->place[SPAN_BEGINS][row] : 0;

	if (!begin || !spanwhat_has_dur(spanblock_value(spans, SPANCOL_WHAT, begin - 1)))
		return false;
	*dur = spanblock_value(spans, SPANCOL_DUR, begin - 1);
	return true;
}

/* Add the row to the aggregates of its group. */
static void aggregate_like(struct groupworker *w, struct group_state *state,
			   const struct signature *s, const struct spanblock *spans, uint32_t row)
{
	const struct grouping_options *options = w->plan->options;
	uint64_t dur = 0;
	bool has_dur = span_duration(spans, row, &dur);

	for (size_t k = 0; k < options->aggregates_n; k++) {
		const struct aggregate *a = &options->aggregates[k];

		if (!(s->passes >> k & 1))
			continue;
		if (a->kind == AGGREGATE_COUNT)
			numeric_stats_add(&state->tallies[k], 1, false);
		else if (has_dur)
			w->table.more += numeric_stats_add(&state->tallies[k],
							   groupkey_number(F_span_dur, dur),
							   aggregate_keeps(a));
	}
}

static inline void count_like(struct groupworker *w, const struct signature *s,
			      const struct spanblock *spans, uint32_t row)
{
	struct group_state *state;

	if (s->group == NO_GROUP)
		return;
	state = grouptable_state(&w->table, s->group - 1);
	state->count++;
	if (w->plan->options->aggregates_n)
		aggregate_like(w, state, s, spans, row);
}

/* Evaluate the filters for a row, and find its group. */
static void learn(struct groupworker *w, struct block *block, uint32_t i, struct signature *row)
{
	const struct key_columns *c = &w->columns;
	struct row_info info;

	row->passes = UINT64_MAX;
	row->group = NO_GROUP;
	reader_row_in(w->reader, block, i, &info);
	if (c->filtered && !eval_row(w->eval, &info))
		return;
	for (size_t k = 0; k < w->plan->options->aggregates_n; k++)
		if (c->filters[k] && !eval_row(c->filters[k], &info))
			row->passes &= ~(1ull << k);
	row->group = group_in(w, block, i) + 1;
}

/* Inlined twice: without spans, which is usual, less is compared. */
static inline __attribute__((always_inline)) void count_rows_like(struct groupworker *w,
								  struct block *block,
								  const struct rows *rows,
								  const struct spanblock *spans)
{
	struct key_columns *c = &w->columns;
	const uint64_t *kinds = block_column(block, COL_KIND);
	const uint64_t *threads = c->thread ? block_column(block, COL_THREAD) : NULL;
	const uint64_t *cpus = c->cpu ? block_column(block, COL_CPU) : NULL;
	const uint64_t *times = c->comm ? block_column(block, COL_TIME) : NULL;

	enter_part(w, reader_block_part(block));
	for (uint32_t i = rows_next(rows, 0); i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		struct signature *s, row = {
			.kind = kinds[i] < c->parts.n ? c->parts.v[kinds[i]] : NOT_COUNTED,
			.thread = threads ? threads[i] : 0,
			.cpu = cpus ? cpus[i] : 0,
			.span = spans ? span_part(spans, i) : 0,
			.error = spans && c->errors ? span_error(spans, i) : 0,
		};

		if (row.kind == NOT_COUNTED)
			continue;
		if (row.kind == LOOKED_AT ||
		    (times &&
		     !name_since(w, row.thread, recording_time_in(w->recording, c->part, times[i]),
				 &row.since))) {
			learn(w, block, i, &row);
			count_like(w, &row, spans, i);
			continue;
		}
		s = find_signature(c, &row, spans);
		if (!s->group || !same_signature(s, &row, spans)) {
			learn(w, block, i, &row);
			*s = row;
		}
		count_like(w, s, spans, i);
	}
}

static void count_columns(struct groupworker *w, struct block *block, const struct rows *rows,
			  const struct spanblock *spans)
{
	if (spans)
		count_rows_like(w, block, rows, spans);
	else
		count_rows_like(w, block, rows, NULL);
}

static bool count_rows(struct groupworker *w, struct block *block, uint64_t number,
		       const struct rows *rows)
{
	bool all = !w->plan->options->filter, good = true;

	for (uint32_t i = rows_next(rows, 0); good && i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		struct row_info info;

		reader_row_in(w->reader, block, i, &info);
		if (!all || info.type != RECORD_DAMAGE)
			good = count_row(w, &info, &(struct row_position){ number, i });
	}
	return good;
}

/* ---- blocks ---- */

static int look_at_matches(struct groupworker *w, struct block *block, uint64_t number,
			   const struct rows *rows)
{
	struct row_info info;

	if (!w->fail_if)
		return 0;
	for (uint32_t i = rows_next(rows, 0); i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		int yes = matcher_row(w->fail_if, number, i);

		if (yes < 0)
			return -1;
		if (!yes)
			continue;
		block = reader_block(w->reader, number);
		if (!block)
			return -1;
		reader_row_in(w->reader, block, i, &info);
		note_match(w, &info);
	}
	return 0;
}

/*
 * Get the spans of a block if columns need them. Returns false if they are not available as
 * columns.
 */
static bool get_spans(struct groupworker *w, uint64_t number, const struct spanblock **spans)
{
	struct spans_view *view;

	*spans = NULL;
	if (!w->columns.spans)
		return true;
	view = spans_view(w->reader, w->plan->options->stop);
	*spans = view ? spans_block(view, number) : NULL;
	return *spans;
}

static int count_block_columns(struct groupworker *w, uint64_t number,
			       const struct spanblock *spans)
{
	struct block *block;
	struct rows rows = { { 0 } };
	int64_t matches = w->columns.filtered ? eval_may(w->eval, number)
					      : eval_block(w->eval, number, &rows);

	if (matches <= 0)
		return (int)matches;
	block = reader_block(w->reader, number);
	if (!block || look_at_matches(w, block, number, &rows))
		return -1;
	block = reader_block(w->reader, number);
	if (!block)
		return -1;
	if (w->columns.filtered)
		rows_set_all(&rows, block->desc.rows);
	count_columns(w, block, &rows, spans);
	return block->bad || !has_room(w) ? -1 : 0;
}

int groupworker_block(struct groupworker *w, uint64_t number)
{
	const struct spanblock *spans;
	struct block *block;
	struct rows rows;
	int64_t matches;

	if (w->columns.table && get_spans(w, number, &spans))
		return count_block_columns(w, number, spans);
	matches = eval_block(w->eval, number, &rows);
	if (matches <= 0)
		return (int)matches;
	block = reader_block(w->reader, number);
	/*
	 * Evaluate filters first, because later the reader has values of the rows that are being
	 * counted.
	 */
	if (!block || look_at_matches(w, block, number, &rows) ||
	    !ask_filters(w, &(struct row_position){ number, 0 }))
		return -1;
	block = reader_block(w->reader, number);
	if (!block)
		return -1;
	return count_rows(w, block, number, &rows) && !block->bad ? 0 : -1;
}

/* ---- all of it ---- */

void groupplan_init(struct groupplan *g, const struct grouping_options *o)
{
	*g = (struct groupplan){ .options = o };

	g->list = grouping_list(o->by, o->n);
	for (size_t i = 0; i < o->n; i++)
		g->fields[g->fields_n++] = &o->by[i];
	for (size_t i = 0; i < o->aggregates_n; i++) {
		if (!o->aggregates[i].field.id)
			continue;
		g->aggregate_of[g->fields_n] = i;
		g->fields[g->fields_n++] = &o->aggregates[i].field;
	}
	for (size_t i = 0; g->list && i < g->fields_n; i++)
		g->in_list[i] = row_values_list_of(g->fields[i]) == g->list;
}

struct groupworker *groupworker_open(struct recording *recording, const struct groupplan *plan,
				     bool (*full)(void *arg), void *arg)
{
	const struct grouping_options *options = plan->options;
	struct groupworker *w = mem_zalloc(sizeof(*w));

	*w = (struct groupworker){
		.recording = recording, .plan = plan, .full = full, .arg = arg, .key = BUF_INIT
	};
	w->reader = reader_open(recording);
	w->eval = eval_open(w->reader, options->filter);
	reader_stop_at(w->reader, options->stop);
	w->fail_if = options->fail_if ? matcher_open(w->reader, options->fail_if) : NULL;
	w->row_values = row_values_open(w->reader, plan->fields, plan->fields_n);
	row_values_fill_period(w->row_values, options->n);
	grouptable_init(&w->table, options->aggregates_n);
	for (size_t i = 0; i < options->aggregates_n; i++)
		if (options->aggregates[i].filter)
			w->filters[i] = matcher_open(w->reader, options->aggregates[i].filter);
	if (of_columns(options, &w->columns))
		w->columns.table = mem_zalloc(SIGNATURES * sizeof(*w->columns.table));
	for (size_t i = 0; w->columns.table && i < options->aggregates_n; i++)
		if (options->aggregates[i].filter)
			w->columns.filters[i] = eval_open(w->reader, options->aggregates[i].filter);
	if (w->columns.table && !options->fail_if && spanfields_in(options->filter))
		w->columns.filtered = asks_columns(&w->columns, options->filter);
	if (w->columns.table && w->columns.comm)
		w->columns.runs = mem_zalloc(RUNS * sizeof(*w->columns.runs));
	return w;
}

void groupworker_close(struct groupworker *w)
{
	free(w->columns.table);
	free(w->columns.runs);
	vec_release(&w->columns.parts);
	grouptable_release(&w->table);
	row_values_close(w->row_values);
	vec_release(&w->outside);
	matcher_close(w->fail_if);
	for (size_t i = 0; i < AGGREGATES_MAX; i++) {
		matcher_close(w->filters[i]);
		if (w->columns.filters[i])
			eval_close(w->columns.filters[i]);
	}
	eval_close(w->eval);
	reader_close(w->reader);
	buf_release(&w->key);
	free(w);
}

struct grouptable *groupworker_table(struct groupworker *w)
{
	return &w->table;
}

void groupworker_taken(struct groupworker *w)
{
	if (w->columns.table)
		memset(w->columns.table, 0, SIGNATURES * sizeof(*w->columns.table));
}

uint64_t groupworker_matches(const struct groupworker *w, uint64_t *row, uint64_t *ordinal)
{
	*row = w->first_match;
	*ordinal = w->first_ordinal;
	return w->matches;
}
