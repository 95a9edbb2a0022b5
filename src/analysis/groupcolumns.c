/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/groupcolumns.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/groupkey.h"
#include "analysis/namestays.h"
#include "filter/spanfields.h"
#include "index/shift.h"
#include "spans/spans.h"

enum {
	SIGNATURES = 1 << 14,
	KINDS_TALLIED = 2048 /* if there are more, most are not in a block */
};

struct signature {
	uint64_t kind, thread, cpu, since;
	uint64_t span;	 /* see span_part() */
	uint64_t error;	 /* with which the span ended; 0: none */
	uint64_t passes; /* filters of aggregates, as bits */
	uint32_t group;	 /* number + 1, 0: the entry is empty; NO_GROUP: the filter excludes it */
};

#define NO_GROUP UINT32_MAX
#define NOT_COUNTED UINT64_MAX
/* With the part of the signature: COMM, whose record has the name. */
#define NAMES (1ull << 63)

/* Rows of a kind, if their groups depend on nothing else. */
struct kind_tally {
	uint32_t rows;	/* of the current block */
	uint32_t group; /* as in struct signature */
};

struct groupcolumns {
	struct groupcolumns_of of;
	bool kind, thread, cpu; /* columns that matter; of kind at least its fields */
	bool comm;		/* the thread's name at the time */
	bool spans;		/* columns of its spans (spans/spanblock.h), and their durations */
	bool errors;		/* and the errors of spans */
	bool reads;		/* numbers of aggregates that no column has */
	bool filtered;		/* the filter only depends on these columns */
	struct eval *filters[AGGREGATES_MAX]; /* for aggregates whose filters do; or NULL */
	struct signature *table;
	struct namestays *stays;	/* NULL: names do not matter */
	VEC(uint64_t) parts;		/* for each kind: its part of the signature, as above */
	VEC(struct kind_tally) tallies; /* for each kind */
	size_t part;			/* of the recording, to which these numbers belong */
};

/* ---- which columns ---- */

static bool is_column_field(enum field_id field, struct groupcolumns *c)
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
static bool asks_columns(struct groupcolumns *c, const struct filter *filter)
{
	struct groupcolumns asked = *c;

	if (!filter || !filter->root || !node_visit(filter->root, is_of_columns, &asked))
		return false;
	*c = asked;
	return true;
}

/* Does the aggregate need no numbers, or only durations of spans? */
static bool is_of_spans(const struct aggregate *a)
{
	if (!a->field.id)
		return a->kind == AGGREGATE_COUNT || a->kind == AGGREGATE_SHAPE;
	return (a->field.id == F_span_dur || a->field.id == F_span_lasted) &&
	       a->field.cut == FIELD_WHOLE && !a->field.member;
}

static bool of_columns(const struct grouping_options *options, struct groupcolumns *columns)
{
	for (size_t i = 0; i < options->aggregates_n; i++) {
		const struct aggregate *a = &options->aggregates[i];

		if (a->filter && !asks_columns(columns, a->filter))
			return false;
		columns->reads = columns->reads || !is_of_spans(a);
	}
	for (size_t i = 0; i < options->aggregates_n && !columns->reads; i++)
		columns->spans = columns->spans || options->aggregates[i].field.id;
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

/* ---- rows that agree in all columns ---- */

/*
 * Return the part of a signature for a kind: the kind itself, or only which fields its records
 * have.
 */
static uint64_t kind_part(const struct groupcolumns *c, const struct kind *kind, uint64_t number)
{
	const struct index_offsets *offsets = &kind->offsets;
	uint64_t names = c->comm && kind->entry.type == RECORD_COMM ? NAMES : 0;

	if (!c->of.options->filter && kind->entry.type == RECORD_DAMAGE)
		return NOT_COUNTED;
	if (c->kind)
		return names | number;
	return names | index_offsets_has(offsets, INDEX_FIELD_PID) |
	       index_offsets_has(offsets, INDEX_FIELD_TID) << 1 |
	       index_offsets_has(offsets, INDEX_FIELD_CPU) << 2;
}

/*
 * Prepare for a block of a part, which has its own numbers of kinds and threads, and its own names.
 * While the index is being built, the name of a thread at the beginning of its time stays in the
 * table. If a later record changes it, everything is counted again (query/examined.h).
 */
static void enter_part(struct groupcolumns *c, size_t part)
{
	struct index *index = recording_index(c->of.recording, part);

	if (c->part != part) {
		memset(c->table, 0, SIGNATURES * sizeof(*c->table));
		c->parts.n = c->tallies.n = 0;
		c->part = part;
	}
	if (c->stays)
		namestays_enter(c->stays, part);
	for (uint64_t i = c->parts.n; i < index_kinds(index); i++) {
		uint64_t kind = kind_part(c, index_kind(index, i), i);
		struct kind_tally tally = { .group = kind == NOT_COUNTED ? NO_GROUP : 0 };

		vec_push(&c->parts, kind);
		vec_push(&c->tallies, tally);
	}
}

/* The place in the table for rows that agree with one. spans: their spans decide, too. */
static inline struct signature *find_signature(const struct groupcolumns *c,
					       const struct signature *row, bool spans)
{
	/* Members that are always 0 cost nothing. */
	uint64_t hash = row->kind * 0x9e3779b97f4a7c15u ^ row->thread * 0xc2b2ae3d27d4eb4fu ^
			row->cpu * 0xd6e8feb86659fd93u ^ row->since * 0xff51afd7ed558ccdu;

	if (spans)
		hash ^= row->span * 0x165667b19e3779f9u ^ row->error * 0xc4ceb9fe1a85ec53u;
	return &c->table[hash >> 50];
}

static inline bool same_signature(const struct signature *a, const struct signature *b, bool spans)
{
	return a->kind == b->kind && a->thread == b->thread && a->cpu == b->cpu &&
	       a->since == b->since && (!spans || (a->span == b->span && a->error == b->error));
}

/* Does the thread have a name of its own, of which its COMM is the record? Numbers of -1 do not. */
static bool has_name(const struct groupcolumns *c, uint64_t thread)
{
	const struct thread_entry *t =
		index_thread(recording_index(c->of.recording, c->part), thread);

	return (int32_t)t->pid >= 0 && (int32_t)t->tid >= 0;
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
 * Get how long the span that a row begins lasted at least, and whether it has an end. Returns false
 * if there is no span, or nothing is known.
 */
static bool span_duration(const struct spanblock *spans, uint32_t row, uint64_t *dur, bool *ends)
{
	uint32_t begin = spans ? spans->place[SPAN_BEGINS][row] : 0;

	*ends = begin && spanwhat_has_dur(spanblock_value(spans, SPANCOL_WHAT, begin - 1));
	*dur = begin ? spanblock_value(spans, SPANCOL_DUR, begin - 1) : 0;
	return *ends || *dur;
}

/* Add the row to the aggregates of its group. */
static void aggregate_like(struct groupcolumns *c, struct group_state *state,
			   const struct signature *s, const struct spanblock *spans, uint32_t row)
{
	const struct grouping_options *options = c->of.options;
	uint64_t dur;
	bool ends, lasted = span_duration(spans, row, &dur, &ends);

	for (size_t k = 0; k < options->aggregates_n; k++) {
		const struct aggregate *a = &options->aggregates[k];

		if (!(s->passes >> k & 1))
			continue;
		if (a->kind == AGGREGATE_COUNT)
			numeric_stats_add(&state->stats[k], 1, false);
		else if (a->field.id == F_span_lasted ? lasted : ends)
			c->of.table->more += numeric_stats_add(&state->stats[k],
							       groupkey_number(F_span_dur, dur),
							       aggregate_keeps(a));
	}
}

/* Count n consecutive rows with a signature; n is 1 if there are aggregates. */
static inline void count_like(struct groupcolumns *c, const struct signature *s,
			      struct block *block, const struct spanblock *spans, uint32_t row,
			      uint32_t n)
{
	struct group_state *state;

	if (s->group == NO_GROUP)
		return;
	state = grouptable_state(c->of.table, s->group - 1);
	state->count += n;
	if (c->reads) {
		struct row_info info;

		reader_row_in(c->of.reader, block, row, &info);
		c->of.add(c->of.arg, state, &info, s->passes);
	} else if (c->of.options->aggregates_n) {
		aggregate_like(c, state, s, spans, row);
	}
}

/* Evaluate the filters for a row, and find its group. */
static void learn_row(struct groupcolumns *c, const struct row_info *info, struct signature *row)
{
	row->passes = UINT64_MAX;
	row->group = NO_GROUP;
	if (c->filtered && !eval_row(c->of.eval, info))
		return;
	for (size_t k = 0; k < c->of.options->aggregates_n; k++)
		if (c->filters[k] && !eval_row(c->filters[k], info))
			row->passes &= ~(1ull << k);
	row->group = (uint32_t)c->of.group(c->of.arg, info) + 1;
}

/*
 * A record that is read is compared with its whole row. The index may lack the name of a COMM that
 * does not begin the time of a name.
 */
static void learn(struct groupcolumns *c, struct block *block, uint32_t i, struct signature *row)
{
	struct row_info info;

	reader_row_head(c->of.reader, block, i, &info);
	if (c->reads || (info.type == RECORD_COMM && !row->since)) {
		reader_row_in(c->of.reader, block, i, &info);
	} else {
		info.cpu = (uint32_t)row->cpu;
		if (c->comm)
			info.time = block_column(block, COL_TIME)[i];
	}
	learn_row(c, &info, row);
}

/* ---- rows of a block ---- */

static bool only_kinds(const struct groupcolumns *c)
{
	return !c->thread && !c->cpu && !c->spans && !c->of.options->aggregates_n;
}

/* Count the rows of each kind. Returns the number of kinds whose group is not known. */
static size_t tally_rows(struct groupcolumns *c, const uint64_t *kinds, const struct rows *rows)
{
	struct kind_tally *tally = c->tallies.v;
	size_t tallies = c->tallies.n, unknown = 0;

	for (size_t k = 0; k < tallies; k++)
		tally[k].rows = 0;
	for (uint32_t w = 0; w < BLOCK_ROWS / 64; w++, kinds += 64) {
		uint64_t left = rows->bits[w];

		for (uint32_t i = 0; left == ~0ull && i < 64; i++)
			if (kinds[i] < tallies)
				tally[kinds[i]].rows++;
		for (left = left == ~0ull ? 0 : left; left; left &= left - 1) {
			uint64_t kind = kinds[__builtin_ctzll(left)];

			if (kind < tallies)
				tally[kind].rows++;
		}
	}
	for (size_t k = 0; k < tallies; k++)
		unknown += tally[k].rows && !tally[k].group;
	return unknown;
}

/* Find the groups of n kinds, in the order of their first rows. */
static void learn_kinds(struct groupcolumns *c, struct block *block, const uint64_t *kinds,
			const struct rows *rows, size_t n)
{
	for (uint32_t i = rows_next(rows, 0); n && i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		struct signature row = { 0 };

		if (kinds[i] >= c->tallies.n || c->tallies.v[kinds[i]].group)
			continue;
		learn(c, block, i, &row);
		c->tallies.v[kinds[i]].group = row.group;
		n--;
	}
}

static void count_kinds(struct groupcolumns *c, struct block *block, const struct rows *rows)
{
	const uint64_t *kinds = block_column(block, COL_KIND);
	size_t unknown = tally_rows(c, kinds, rows);

	if (unknown)
		learn_kinds(c, block, kinds, rows, unknown);
	for (size_t k = 0; k < c->tallies.n; k++) {
		const struct kind_tally *tally = &c->tallies.v[k];

		if (tally->rows && tally->group != NO_GROUP)
			grouptable_state(c->of.table, tally->group - 1)->count += tally->rows;
	}
}

/* The columns of a block that matter; NULL: it does not. */
struct block_columns {
	const uint64_t *kinds, *threads, *cpus, *times;
	uint64_t shift; /* of times */
};

static inline __attribute__((always_inline)) struct signature
signature_of(const struct groupcolumns *c, const struct block_columns *columns,
	     const struct spanblock *spans, uint32_t i)
{
	uint64_t kind = columns->kinds[i];

	return (struct signature){
		.kind = kind < c->parts.n ? c->parts.v[kind] : NOT_COUNTED,
		.thread = columns->threads ? columns->threads[i] : 0,
		.cpu = columns->cpus ? columns->cpus[i] : 0,
		.span = spans ? span_part(spans, i) : 0,
		.error = spans && c->errors ? span_error(spans, i) : 0,
	};
}

/* The time of a row, without the shift of the recording. */
static inline uint64_t time_of(const struct block_columns *columns, uint32_t i)
{
	return shift_back(columns->times[i], columns->shift);
}

/*
 * Must the row be read? Otherwise its signature is complete afterwards, and *stay is the time in
 * which its thread has its name, up to the next call. A COMM agrees with the rows that have its
 * name.
 */
static inline __attribute__((always_inline)) bool
must_read(struct groupcolumns *c, const struct block *block, const struct block_columns *columns,
	  uint32_t i, struct signature *row, const struct task_stay **stay)
{
	bool names = row->kind & NAMES;

	*stay = NULL;
	if (!columns->times)
		return false;
	*stay = namestays_at(c->stays, row->thread, time_of(columns, i), names);
	if (!*stay ||
	    (names && ((*stay)->row != block->desc.first_row + i || !has_name(c, row->thread))))
		return true;
	row->kind &= ~NAMES;
	row->since = (*stay)->from;
	return false;
}

/*
 * Find the end of the rows from i on that agree with a signature, so that the name of its thread
 * need not be looked up for each of them. stay: the time in which it has the name.
 */
static inline uint32_t agree_until(const struct groupcolumns *c,
				   const struct block_columns *columns, const struct signature *s,
				   const struct task_stay *stay, uint32_t i, uint32_t end)
{
	for (; i < end; i++) {
		uint64_t kind = columns->kinds[i], time = time_of(columns, i);

		if (kind >= c->parts.n || c->parts.v[kind] != s->kind ||
		    columns->threads[i] != s->thread ||
		    (columns->cpus && columns->cpus[i] != s->cpu) || !time ||
		    !task_stay_has(stay, time))
			break;
	}
	return i;
}

/* The entry for the rows that agree with one. */
static inline __attribute__((always_inline)) struct signature *
known_signature(struct groupcolumns *c, struct block *block, const struct spanblock *spans,
		uint32_t i, struct signature *row)
{
	struct signature *s = find_signature(c, row, spans);

	if (!s->group || !same_signature(s, row, spans)) {
		learn(c, block, i, row);
		*s = *row;
	}
	return s;
}

/*
 * Inlined three times, because less is compared without spans, and still less if only the kind and
 * the thread matter. Consecutive rows often agree: they are counted together.
 */
static inline __attribute__((always_inline)) void
count_rows_like(struct groupcolumns *c, struct block *block, const struct rows *rows,
		const struct spanblock *spans, bool threads_only)
{
	const struct block_columns columns = {
		.kinds = block_column(block, COL_KIND),
		.threads = c->thread ? block_column(block, COL_THREAD) : NULL,
		.cpus = !threads_only && c->cpu ? block_column(block, COL_CPU) : NULL,
		.times = !threads_only && c->comm ? block_column(block, COL_TIME) : NULL,
		.shift = recording_shift(c->of.recording, c->part),
	};
	bool together = !c->of.options->aggregates_n;
	/* Where the kind matters, consecutive rows agree less often. */
	bool runs = columns.times && together && !spans && !c->kind;
	struct signature *s = NULL; /* of the row before */
	const struct task_stay *stay;
	uint32_t agree = 0; /* rows up to that one that are not counted yet */
	uint32_t gap = 0;   /* the next row that is not in the set */

	rows_each(rows, i)
	{
		struct signature row = signature_of(c, &columns, spans, i);
		uint32_t end = i + 1;

		if (row.kind == NOT_COUNTED)
			continue;
		if (must_read(c, block, &columns, i, &row, &stay)) {
			learn(c, block, i, &row);
			count_like(c, &row, block, spans, i, 1);
			continue;
		}
		if (!s || !same_signature(s, &row, spans)) {
			if (agree)
				count_like(c, s, block, spans, i, agree);
			agree = 0;
			s = known_signature(c, block, spans, i, &row);
		}
		if (runs) {
			gap = gap > i ? gap : rows_gap(rows, i);
			end = agree_until(c, &columns, s, stay, end, gap);
		}
		if (together)
			agree += end - i;
		else
			count_like(c, s, block, spans, i, 1);
		i = end - 1;
	}
	if (agree)
		count_like(c, s, block, spans, 0, agree);
}

/* ---- all of it ---- */

struct groupcolumns *groupcolumns_open(const struct groupcolumns_of *of)
{
	const struct grouping_options *o = of->options;
	struct groupcolumns *c = mem_zalloc(sizeof(*c));

	c->of = *of;
	if (!of_columns(o, c)) {
		free(c);
		return NULL;
	}
	c->table = mem_zalloc(SIGNATURES * sizeof(*c->table));
	for (size_t i = 0; i < o->aggregates_n; i++)
		if (o->aggregates[i].filter)
			c->filters[i] = eval_open(of->reader, o->aggregates[i].filter);
	/* Elsewhere, evaluating a filter for all rows of a block at once costs less. */
	if (!o->fail_if && (only_kinds(c) || spanfields_in(o->filter)))
		c->filtered = asks_columns(c, o->filter);
	if (c->comm)
		c->stays = namestays_open(of->recording);
	return c;
}

void groupcolumns_close(struct groupcolumns *c)
{
	if (!c)
		return;
	free(c->table);
	namestays_close(c->stays);
	vec_release(&c->parts);
	vec_release(&c->tallies);
	for (size_t i = 0; i < AGGREGATES_MAX; i++)
		if (c->filters[i])
			eval_close(c->filters[i]);
	free(c);
}

bool groupcolumns_reads(const struct groupcolumns *c)
{
	return c->reads;
}

bool groupcolumns_has_filter(const struct groupcolumns *c)
{
	return c->filtered;
}

bool groupcolumns_spans(const struct groupcolumns *c, uint64_t number,
			const struct spanblock **spans)
{
	struct spans_view *view;

	*spans = NULL;
	if (!c->spans)
		return true;
	view = spans_view(c->of.reader, c->of.options->stop);
	*spans = view ? spans_block(view, number) : NULL;
	return *spans;
}

void groupcolumns_count(struct groupcolumns *c, struct block *block, const struct rows *rows,
			const struct spanblock *spans)
{
	enter_part(c, reader_block_part(block));
	if (spans)
		count_rows_like(c, block, rows, spans, false);
	else if (only_kinds(c) && c->tallies.n <= KINDS_TALLIED)
		count_kinds(c, block, rows);
	else if (!c->cpu && !c->comm)
		count_rows_like(c, block, rows, NULL, true);
	else
		count_rows_like(c, block, rows, NULL, false);
}

/* Do all parts have the number of rows of each kind? */
static bool are_counted(const struct recording *recording)
{
	size_t parts = recording_parts(recording);

	if (recording_parts_ready(recording) < parts)
		return false;
	for (size_t i = 0; i < parts; i++)
		if (!index_is_counted(recording_index(recording, i)))
			return false;
	return true;
}

/* Count the rows of a part, and return their number. */
static uint64_t count_part(struct groupcolumns *c, size_t part)
{
	const struct index *index = recording_index(c->of.recording, part);
	uint64_t all = 0;

	enter_part(c, part);
	for (size_t k = 0; k < c->tallies.n; k++) {
		uint64_t rows = index_kind_rows(index, k);
		struct signature row = { 0 };
		struct row_info info;

		all += rows;
		if (!rows || c->tallies.v[k].group == NO_GROUP)
			continue;
		reader_kind(c->of.reader, part, k, &info);
		learn_row(c, &info, &row);
		if (row.group != NO_GROUP)
			grouptable_state(c->of.table, row.group - 1)->count += rows;
	}
	return all;
}

bool groupcolumns_count_all(struct groupcolumns *c, uint64_t *rows)
{
	const struct grouping_options *o = c->of.options;

	*rows = 0;
	if (!only_kinds(c) || (o->filter && !c->filtered) || o->fail_if ||
	    !are_counted(c->of.recording))
		return false;
	for (size_t i = 0; i < recording_parts(c->of.recording); i++)
		*rows += count_part(c, i);
	return true;
}

void groupcolumns_forget(struct groupcolumns *c)
{
	memset(c->table, 0, SIGNATURES * sizeof(*c->table));
	for (size_t k = 0; k < c->tallies.n; k++)
		if (c->tallies.v[k].group != NO_GROUP)
			c->tallies.v[k].group = 0;
}
