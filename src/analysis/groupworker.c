/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/groupworker.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/groupcolumns.h"
#include "field/row_values.h"
#include "filter/matcher.h"

enum {
	FULL_BYTES = 1 << 20, /* of groups */
	NUMBERS = 1 << 12     /* whose groups are cached */
};

/* The group of a number, if rows are grouped by one field. */
struct number_group {
	uint64_t num;
	enum field_id id;
	uint32_t group; /* + 1; 0: the entry is empty */
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
	struct row_values *numbers; /* of aggregates, if columns decide the group; or NULL */
	/* If the plan has a list: values of the current row that do not belong to its elements. */
	VEC(const struct row_value *) outside;
	const struct row_value *first[GROUP_FIELDS_MAX]; /* for each field of by, or NULL */
	struct groupcolumns *columns;			 /* NULL: each row is read */
	struct number_group *number_groups; /* NULL: groups are by several fields, or by columns */
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

/* Add the value of a field, which is given by its number in the plan. */
static void add_number(struct groupworker *w, struct group_state *state, size_t field,
		       const struct row_value *v)
{
	const struct groupplan *g = w->plan;
	size_t k = g->aggregate_of[field];
	struct numeric_stats *stats = &state->stats[k];

	if (field < g->aggregates || !v->is_number || !w->passes[k])
		return;
	if (field_says_unknown(v->id, v->num))
		stats->unknown++;
	else
		w->table.more += numeric_stats_add(stats, groupkey_number(v->id, v->num),
						   aggregate_keeps(&g->options->aggregates[k]));
}

/* Count the row in aggregates that are a number of rows. */
static void add_ones(struct groupworker *w, struct group_state *state)
{
	const struct grouping_options *options = w->plan->options;

	for (size_t k = 0; k < options->aggregates_n; k++)
		if (options->aggregates[k].kind == AGGREGATE_COUNT && w->passes[k])
			numeric_stats_add(&state->stats[k], 1, false);
}

static void add_numbers(struct groupworker *w, struct group_state *state,
			const struct value_run *run)
{
	for (const struct row_value *v = run->v; v < run->end; v++)
		add_number(w, state, v->field, v);
	for (size_t i = 0; run->element && i < w->outside.n; i++)
		add_number(w, state, w->outside.v[i]->field, w->outside.v[i]);
	add_ones(w, state);
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

/* The entry for the value of the only field; NULL: groups of such a value are not cached. */
static struct number_group *number_group(const struct groupworker *w, const struct row_value *v)
{
	if (!v || !v->is_number)
		return NULL;
	return &w->number_groups[hash_u64(v->num) % NUMBERS];
}

/* Return the number of the group of a row, or of one element of its list. */
static size_t group_of(struct groupworker *w, const struct value_run *run)
{
	const struct grouping_options *options = w->plan->options;
	const struct row_value *only = w->number_groups ? value_of(w, 0, run) : NULL;
	struct number_group *cached = number_group(w, only);
	size_t group;

	if (cached && cached->group && cached->num == only->num && cached->id == only->id)
		return cached->group - 1;
	buf_reset(&w->key);
	for (size_t i = 0; i < options->n; i++)
		add_value(&w->key, &options->by[i], value_of(w, i, run));
	group = grouptable_find(&w->table, w->key.p, w->key.len);
	if (cached)
		*cached = (struct number_group){ only->num, only->id, (uint32_t)group + 1 };
	return group;
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
	for (size_t i = 0; i < g->options->n; i++)
		w->first[i] = NULL;
	for (; v < all.end; v++) {
		if (g->in_list[v->field])
			continue;
		if (g->list)
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

/* Is the element an unused entry of a branch stack? perf writes these as branches from 0 to 0. */
static bool is_unused(const struct groupplan *g, const struct value_run *run)
{
	uint64_t ends = 0;

	if (g->list != F_brstack)
		return false;
	for (const struct row_value *v = run->v; v < run->end; v++)
		if (v->field >= g->options->n && v->field < g->aggregates)
			ends |= v->num;
	return !ends;
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
		if (!is_unused(g, &run))
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

static size_t group_of_row(void *arg, const struct row_info *info)
{
	struct value_run all = take_row(arg, info);

	return group_of(arg, &all);
}

/* Add the numbers of a row whose group follows from columns. */
static void add_row(void *arg, struct group_state *state, const struct row_info *info,
		    uint64_t passes)
{
	struct groupworker *w = arg;
	const struct row_value_list *list = row_values_row(w->numbers, info);

	for (size_t k = 0; k < w->plan->options->aggregates_n; k++)
		w->passes[k] = passes >> k & 1;
	for (size_t i = 0; i < list->values.n; i++) {
		const struct row_value *v = &list->values.v[i];

		add_number(w, state, w->plan->aggregates + v->field, v);
	}
	add_ones(w, state);
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

static int count_block_columns(struct groupworker *w, uint64_t number,
			       const struct spanblock *spans)
{
	struct block *block;
	struct rows rows = { { 0 } };
	int64_t matches = groupcolumns_has_filter(w->columns) ? eval_may(w->eval, number)
							      : eval_block(w->eval, number, &rows);

	if (matches <= 0)
		return (int)matches;
	block = reader_block(w->reader, number);
	if (!block || look_at_matches(w, block, number, &rows))
		return -1;
	block = reader_block(w->reader, number);
	if (!block)
		return -1;
	if (groupcolumns_has_filter(w->columns))
		rows_set_all(&rows, block->desc.rows);
	groupcolumns_count(w->columns, block, &rows, spans);
	return block->bad || !has_room(w) ? -1 : 0;
}

int groupworker_block(struct groupworker *w, uint64_t number)
{
	const struct spanblock *spans;
	struct block *block;
	struct rows rows;
	int64_t matches;

	reader_walk(w->reader, number);
	if (w->columns && groupcolumns_spans(w->columns, number, &spans))
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

bool groupworker_count_all(struct groupworker *w, uint64_t *rows)
{
	return w->columns && groupcolumns_count_all(w->columns, rows);
}

/* ---- all of it ---- */

void groupplan_init(struct groupplan *g, const struct grouping_options *o)
{
	static const struct field ends[] = { { .id = F_br_from }, { .id = F_br_to } };

	*g = (struct groupplan){ .options = o };

	g->list = grouping_list(o->by, o->n);
	for (size_t i = 0; i < o->n; i++)
		g->fields[g->fields_n++] = &o->by[i];
	for (size_t i = 0; g->list == F_brstack && i < sizeof(ends) / sizeof(ends[0]); i++)
		g->fields[g->fields_n++] = &ends[i];
	g->aggregates = g->fields_n;
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
	w->columns = groupcolumns_open(&(struct groupcolumns_of){
		.recording = recording,
		.options = options,
		.reader = w->reader,
		.eval = w->eval,
		.table = &w->table,
		.group = group_of_row,
		.add = add_row,
		.arg = w,
	});
	if (options->n == 1 && !w->columns)
		w->number_groups = mem_zalloc(NUMBERS * sizeof(*w->number_groups));
	if (w->columns && groupcolumns_reads(w->columns)) {
		w->numbers = row_values_open(w->reader, plan->fields + plan->aggregates,
					     plan->fields_n - plan->aggregates);
		row_values_fill_period(w->numbers, 0);
	}
	return w;
}

void groupworker_close(struct groupworker *w)
{
	groupcolumns_close(w->columns);
	grouptable_release(&w->table);
	row_values_close(w->row_values);
	row_values_close(w->numbers);
	vec_release(&w->outside);
	matcher_close(w->fail_if);
	for (size_t i = 0; i < AGGREGATES_MAX; i++)
		matcher_close(w->filters[i]);
	eval_close(w->eval);
	reader_close(w->reader);
	buf_release(&w->key);
	free(w->number_groups);
	free(w);
}

struct eval *groupworker_eval(const struct groupworker *w)
{
	return w->eval;
}

/* Groups that are counted again soon stay: then their numbers, which are cached, stay valid. */
void groupworker_move(struct groupworker *w, struct grouptable *to)
{
	grouptable_move(&w->table, to);
	if (grouptable_bytes(&w->table) <= FULL_BYTES / 2)
		return;
	grouptable_clear(&w->table);
	if (w->columns)
		groupcolumns_forget(w->columns);
	if (w->number_groups)
		memset(w->number_groups, 0, NUMBERS * sizeof(*w->number_groups));
}

uint64_t groupworker_matches(const struct groupworker *w, uint64_t *row, uint64_t *ordinal)
{
	*row = w->first_match;
	*ordinal = w->first_ordinal;
	return w->matches;
}
