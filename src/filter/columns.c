/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions of a filter (leaves of its tree), answered from the columns of a block. */
#include <stdlib.h>
#include <string.h>

#include "filter/cost.h"
#include "filter/eval_private.h"
#include "filter/nametest.h"
#include "filter/spanfields.h"
#include "wire/tracefmt.h"
#include "wire/vocabulary.h"

/* ---- the way to answer a leaf ---- */

struct fields {
	bool kind_only; /* the leaf depends only on the row's kind */
	bool rows_only; /* the leaf depends only on what the index has */
	bool several;
	enum field_id field; /* the only field of the leaf */
};

static bool note_field(const struct node *node, void *arg)
{
	struct fields *f = arg;
	enum cost cost;

	if (node->kind != NODE_FIELD && node->kind != NODE_ELEMENT)
		return true;
	cost = node->slot >= 0 || node->kind == NODE_ELEMENT ? COST_WALK
							     : cost_of_field(node->field);
	f->kind_only = f->kind_only && cost <= COST_KIND;
	f->rows_only = f->rows_only && cost <= COST_ROW;
	if (f->field && f->field != node->field)
		f->several = true;
	f->field = node->field;
	return true;
}

static enum leaf_by by_field(enum field_id field)
{
	switch (field) {
	case F_pid:
	case F_tid:
		return BY_THREAD;
	case F_cpu:
		return BY_CPU;
	case F_time:
		return BY_TIME;
	case F_size:
		return BY_SIZE;
	case F_ordinal:
		return BY_ORDINAL;
	case F_offset:
		return BY_OFFSET;
	default:
		return getter_is_from(field, GETTER_FROM_COLUMN)  ? BY_TIME
		       : getter_is_from(field, GETTER_FROM_NOTES) ? BY_NOTE
								  : BY_ROW;
	}
}

/* The order of a column's numbers as unsigned numbers: signed ones are shifted up. */
static uint64_t key_of(enum field_id field, uint64_t v)
{
	return field_info(field)->type == FT_SINT && field != F_rel ? v ^ 1ull << 63 : v;
}

/*
 * Add the numbers from lo to hi as ranges of the column's numbers, without those that it cannot
 * have.
 */
static void add_range(struct eval *e, struct leaf *leaf, s128 lo, s128 hi)
{
	bool is_signed = field_info(leaf->field)->type == FT_SINT && leaf->field != F_rel;
	s128 least = is_signed ? INT64_MIN : 0, most = is_signed ? INT64_MAX : UINT64_MAX;

	if (leaf->field == F_rel) {
		lo += e->span.first;
		hi += e->span.first;
	}
	lo = lo < least ? least : lo;
	hi = hi > most ? most : hi;
	if (lo <= hi)
		vec_push(&leaf->ranges, ((struct range){ key_of(leaf->field, (uint64_t)lo),
							 key_of(leaf->field, (uint64_t)hi) }));
}

static void add_compared(struct eval *e, struct leaf *leaf, enum op op, s128 v)
{
	const s128 least = -((s128)1 << 100), most = (s128)1 << 100;

	if (op == OP_EQ)
		add_range(e, leaf, v, v);
	if (op == OP_LT || op == OP_NE)
		add_range(e, leaf, least, v - 1);
	if (op == OP_LE)
		add_range(e, leaf, least, v);
	if (op == OP_GT || op == OP_NE)
		add_range(e, leaf, v + 1, most);
	if (op == OP_GE)
		add_range(e, leaf, v, most);
}

static bool is_moderate(s128 v)
{
	return v > -((s128)1 << 99) && v < (s128)1 << 99;
}

/*
 * Make ranges of a condition that compares the field with numbers only. Returns false for any other
 * condition.
 */
static bool make_ranges(struct eval *e, struct leaf *leaf)
{
	const struct node *node = leaf->node;
	s128 lo, hi;

	/* Times of day wrap around in 64 bits, so they are compared one by one. */
	if (node->a->kind != NODE_FIELD || leaf->field == F_wall)
		return false;
	if (leaf->field == F_rel && !e->span.has)
		return false;
	if (node->kind == NODE_TRUTH) {
		add_compared(e, leaf, OP_NE, 0);
		return true;
	}
	if (node->kind == NODE_COMPARE) {
		if (!match_constant(e, node->b, &lo) || !is_moderate(lo))
			return false;
		add_compared(e, leaf, node->op, lo);
		return true;
	}
	if (node->kind != NODE_IN)
		return false;
	for (size_t i = 0; i < node->ranges.n; i++) {
		const struct value_range *r = &node->ranges.v[i];

		if (!match_constant(e, r->lo, &lo) ||
		    !match_constant(e, r->hi ? r->hi : r->lo, &hi) || !is_moderate(lo) ||
		    !is_moderate(hi)) {
			leaf->ranges.n = 0;
			return false;
		}
		add_range(e, leaf, lo, hi);
	}
	return true;
}

void leaf_open(struct eval *e, struct leaf *leaf, const struct node *node)
{
	struct fields f = { .kind_only = true, .rows_only = true };

	node_visit(node, note_field, &f);
	*leaf = (struct leaf){ .node = node, .field = f.field };
	if (f.kind_only)
		leaf->by = BY_KIND;
	else if (!f.rows_only)
		leaf->by = BY_RECORD;
	else
		leaf->by = f.several ? BY_ROW : by_field(f.field);
	if (leaf->by >= BY_THREAD && leaf->by <= BY_OFFSET)
		leaf->simple = make_ranges(e, leaf);
	if (leaf->by == BY_ROW || leaf->by == BY_RECORD)
		leaf->text = texttest_open(e->reader, node);
	if (leaf->by == BY_ROW && f.field == F_comm && !f.several)
		leaf->comms = commtest_open(e->reader);
}

void leaf_forget(struct leaf *leaf)
{
	texttest_forget(leaf->text);
	commtest_forget(leaf->comms);
	free(leaf->kinds.v);
	free(leaf->threads.v);
	free(leaf->having.v);
	free(leaf->kernel.v);
	leaf->kinds = leaf->threads = leaf->having = leaf->kernel = (struct truth){ NULL };
}

void leaf_close(struct leaf *leaf)
{
	leaf_forget(leaf);
	texttest_close(leaf->text);
	commtest_close(leaf->comms);
	vec_release(&leaf->ranges);
}

/* ---- answers for kinds and threads ---- */

static bool in_ranges(const struct leaf *leaf, uint64_t key)
{
	for (size_t i = 0; i < leaf->ranges.n; i++)
		if (key >= leaf->ranges.v[i].lo && key <= leaf->ranges.v[i].hi)
			return true;
	return false;
}

/* Ask the question for each new number up to n, and keep the answers. */
static void learn(struct eval *e, struct leaf *leaf, struct truth *t, uint64_t n,
		  bool (*ask)(struct eval *, const struct leaf *, uint64_t))
{
	if (n <= t->n)
		return;
	t->v = mem_realloc(t->v, n);
	for (; t->n < n; t->n++) {
		bool yes = ask(e, leaf, t->n);

		t->v[t->n] = yes;
		*(yes ? &t->bits : &t->others) |= 1ull << (t->n & 63);
	}
}

static struct row_info info_of_kind(const struct eval *e, uint64_t number)
{
	const struct kind_entry *kind = &index_kind(e->index, number)->entry;

	return (struct row_info){
		.part = e->part,
		.type = kind->type,
		.misc = kind->misc,
		.event = kind->event,
		.layout = kind->layout,
		.flags = kind->flags,
	};
}

static bool ask_kind(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	struct row_info info = info_of_kind(e, number);

	return match_node(e, leaf->node, &info);
}

/* Can records of a kind have a field? For columns that every row has, the kind determines it. */
static bool may_have(struct eval *e, const struct row_info *info, const struct node *field)
{
	struct layout layout;

	if (field->slot >= 0)
		return true;
	reader_layout(e->reader, info, &layout);
	if (field->field == F_tp || field->field == F_tp_field)
		return info->type == RECORD_SAMPLE && layout.format &&
		       (!field->member || tracefmt_has(layout.format, field->member));
	if (field->field == F_bytes)
		return info->type != RECORD_DAMAGE;
	if (field->kind == NODE_FIELD && spanfields_is(field->field))
		return spanfields_may_have(e->reader, info, field->field);
	if (field->kind == NODE_FIELD && cost_of_field(field->field) != COST_WALK)
		return true;
	if (field->kind == NODE_FIELD && getter_of(field->field) && !vocabulary_base(field->field))
		return vocabulary_may_have(field->field, info->type);
	return field_offsets_get(&e->places, info, &layout, field->field)->kind != OFFSET_NONE;
}

/*
 * Can all fields of an expression have a value? Conditions on elements of lists are not examined.
 */
static bool may_be(struct eval *e, const struct row_info *info, const struct node *node)
{
	if (!node)
		return true;
	if (node->kind == NODE_FIELD || node->kind == NODE_ELEMENT)
		return may_have(e, info, node);
	return may_be(e, info, node->a) && may_be(e, info, node->b);
}

/* Numbers of tracepoints are not text. */
static bool lacks_text(struct eval *e, const struct row_info *info, const struct node *node)
{
	struct layout layout;

	if ((node->kind != NODE_TEXTS && node->kind != NODE_MATCH) || node->a->field != F_tp_field)
		return false;
	reader_layout(e->reader, info, &layout);
	return layout.format && !tracefmt_has_text(layout.format);
}

/*
 * A condition is false if a field on its left is absent; a comparison also if one on its right is.
 */
static bool ask_fields(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	struct row_info info = info_of_kind(e, number);
	const struct node *node = leaf->node;

	if (node->kind == NODE_ELEMENT)
		return may_have(e, &info, node);
	return !lacks_text(e, &info, node) && may_be(e, &info, node->a) &&
	       (node->kind != NODE_COMPARE || may_be(e, &info, node->b)) &&
	       (!leaf->text || texttest_kind(leaf->text, number, &info));
}

/* Find the kinds that can have the fields of a condition. */
static void learn_fields(struct eval *e, struct leaf *leaf)
{
	if (leaf->text && texttest_renew(leaf->text)) {
		free(leaf->kinds.v);
		leaf->kinds = (struct truth){ NULL };
	}
	learn(e, leaf, &leaf->kinds, index_kinds(e->index), ask_fields);
}

static uint64_t sign32(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

/* Does the condition hold for a number of the column whose row has the field? */
static bool column_holds(struct eval *e, const struct leaf *leaf, uint64_t v)
{
	struct row_info info = { .part = e->part, .event = EVENT_NONE, .layout = EVENT_NONE };

	if (leaf->simple)
		return in_ranges(leaf, key_of(leaf->field, v));
	info.has_pid = info.has_tid = info.has_cpu = info.has_time = true;
	info.pid = info.tid = info.cpu = (uint32_t)v;
	info.time = info.size = v;
	return match_node(e, leaf->node, &info);
}

static bool ask_thread(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	const struct thread_entry *t = index_thread(e->index, number);

	return number && column_holds(e, leaf, sign32(leaf->field == F_pid ? t->pid : t->tid));
}

/* ---- a block ---- */

/* The state while a leaf is evaluated for the numbers of a block's column. */
struct question {
	struct eval *eval;
	struct leaf *leaf;
};

static bool is_true(void *arg, uint64_t number)
{
	const struct truth *t = arg;

	return number < t->n && t->v[number];
}

static bool is_cpu(void *arg, uint64_t cpu)
{
	struct question *q = arg;

	return column_holds(q->eval, q->leaf, sign32((uint32_t)cpu));
}

static bool is_number(void *arg, uint64_t v)
{
	struct question *q = arg;

	return column_holds(q->eval, q->leaf, v);
}

static enum index_field index_field_of(const struct leaf *leaf)
{
	switch (leaf->by) {
	case BY_THREAD:
		return leaf->field == F_pid ? INDEX_FIELD_PID : INDEX_FIELD_TID;
	case BY_CPU:
		return INDEX_FIELD_CPU;
	default:
		return INDEX_FIELD_TIME;
	}
}

/* Do the records of a kind have the field of the leaf's column? */
static bool ask_having(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	return plan_has(&index_kind(e->index, number)->plan, index_field_of(leaf));
}

/*
 * Set the rows of these kinds. Only rows in care matter; all of them are set if the block has no
 * other kinds.
 */
static void rows_of_kinds(struct truth *kinds, struct block *block, const struct rows *care,
			  struct rows *rows)
{
	if (!(block->desc.kinds & kinds->others)) {
		*rows = *care;
		return;
	}
	block_match(block, COL_KIND, is_true, kinds, rows->bits);
}

/* A column has 0 if the record lacks the field. If 0 matches, the kinds decide. */
static void rows_of_column(struct question *q, struct block *block, enum column_id id,
			   bool (*yes)(void *arg, uint64_t v), void *arg, struct rows *rows)
{
	struct rows has = { { 0 } }, found = { { 0 } };

	block_match(block, id, yes, arg, found.bits);
	if (rows_none(&found))
		return;
	learn(q->eval, q->leaf, &q->leaf->having, index_kinds(q->eval->index), ask_having);
	rows_of_kinds(&q->leaf->having, block, &found, &has);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		rows->bits[i] = found.bits[i] & has.bits[i];
}

static bool may_have_cpu(const struct leaf *leaf, const struct block_desc *desc)
{
	for (size_t i = 0; leaf->simple && i < leaf->ranges.n; i++) {
		uint64_t lo = leaf->ranges.v[i].lo, hi = leaf->ranges.v[i].hi;

		if (hi - lo >= 63)
			return true;
		for (uint64_t cpu = lo; cpu <= hi; cpu++)
			if (desc->cpus >> (cpu & 63) & 1)
				return true;
	}
	return !leaf->simple;
}

/*
 * Times of 0 and UINT64_MAX are not in the range of times of the block's description: it has flags
 * for them.
 */
static bool may_have_time(const struct leaf *leaf, const struct block_desc *desc)
{
	for (size_t i = 0; leaf->simple && i < leaf->ranges.n; i++) {
		const struct range *r = &leaf->ranges.v[i];

		if ((!r->lo && desc->flags & BLOCK_TIME_0) ||
		    (r->hi == UINT64_MAX && desc->flags & BLOCK_TIME_MAX) ||
		    (r->lo <= desc->time_max && r->hi >= desc->time_min))
			return true;
	}
	return !leaf->simple;
}

static bool may_have_ordinal(const struct leaf *leaf, const struct block_desc *desc)
{
	for (size_t i = 0; leaf->simple && i < leaf->ranges.n; i++)
		if (leaf->ranges.v[i].hi >= desc->first_ordinal &&
		    leaf->ranges.v[i].lo < desc->first_ordinal + desc->rows)
			return true;
	return !leaf->simple;
}

/* Does a row of the block have a note or a flag? */
static bool may_be_noted(const struct eval *e, uint64_t rows)
{
	size_t i = e->notes ? notes_place(e->notes, e->first) : 0;

	return e->notes && i < e->notes->list.n && e->notes->list.v[i].row < e->first + rows;
}

bool leaf_may(struct eval *e, struct leaf *leaf, const struct block_desc *desc)
{
	switch (leaf->by) {
	case BY_KIND:
		learn(e, leaf, &leaf->kinds, index_kinds(e->index), ask_kind);
		return leaf->kinds.bits & desc->kinds;
	case BY_RECORD:
	case BY_ROW:
		learn_fields(e, leaf);
		return leaf->kinds.bits & desc->kinds;
	case BY_THREAD:
		learn(e, leaf, &leaf->threads, index_threads(e->index), ask_thread);
		return leaf->threads.bits & desc->threads;
	case BY_CPU:
		return may_have_cpu(leaf, desc);
	case BY_TIME:
		return may_have_time(leaf, desc);
	case BY_ORDINAL:
		return may_have_ordinal(leaf, desc);
	case BY_NOTE:
		return may_be_noted(e, desc->rows);
	default:
		return true;
	}
}

void leaf_kind(struct eval *e, struct leaf *leaf, uint64_t kind, bool *may, bool *must)
{
	bool by_kind = leaf->by == BY_KIND;

	*may = true;
	*must = false;
	if (leaf->by >= BY_THREAD && leaf->by <= BY_TIME) {
		learn(e, leaf, &leaf->having, index_kinds(e->index), ask_having);
		*may = is_true(&leaf->having, kind);
	}
	if (!by_kind && leaf->by != BY_RECORD && leaf->by != BY_ROW)
		return;
	if (by_kind)
		learn(e, leaf, &leaf->kinds, index_kinds(e->index), ask_kind);
	else
		learn_fields(e, leaf);
	*may = is_true(&leaf->kinds, kind);
	*must = by_kind && *may;
}

static void rows_of_each(struct eval *e, struct leaf *leaf, struct block *block,
			 const struct rows *care, struct rows *rows)
{
	const uint64_t *kinds = leaf->text ? block_column(block, COL_KIND) : NULL;

	for (uint32_t i = rows_next(care, 0); i < BLOCK_ROWS && !eval_stopped(e);
	     i = rows_next(care, i + 1)) {
		struct row_info info;

		reader_row_in(e->reader, block, i, &info);
		if (kinds && !texttest_row(leaf->text, kinds[i], &info))
			continue;
		if (match_node(e, leaf->node, &info))
			rows_set(rows, i);
	}
}

static bool ask_record(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	(void)leaf;
	return index_kind(e->index, number)->entry.type != RECORD_DAMAGE;
}

/* If each row is a record, the ordinals are consecutive. */
static void rows_of_ordinals(struct eval *e, struct leaf *leaf, struct block *block,
			     const struct rows *care, struct rows *rows)
{
	uint64_t first = block->desc.first_ordinal, last = first + block->desc.rows - 1;

	learn(e, leaf, &leaf->having, index_kinds(e->index), ask_record);
	if (!leaf->simple || block->desc.kinds & leaf->having.others) {
		rows_of_each(e, leaf, block, care, rows);
		return;
	}
	for (size_t i = 0; i < leaf->ranges.n; i++) {
		uint64_t lo = leaf->ranges.v[i].lo, hi = leaf->ranges.v[i].hi;

		lo = lo > first ? lo : first;
		hi = hi < last ? hi : last;
		for (; lo <= hi; lo++)
			rows_set(rows, (uint32_t)(lo - first));
	}
}

static void rows_of_offsets(struct eval *e, struct leaf *leaf, struct block *block,
			    const struct rows *care, struct rows *rows)
{
	const uint64_t *offsets;

	if (!leaf->simple) {
		rows_of_each(e, leaf, block, care, rows);
		return;
	}
	offsets = block_offsets(block);
	rows_each(care, i)
	{
		if (in_ranges(leaf, offsets[i]))
			rows_set(rows, i);
	}
}

/* Do the records of a kind have the name that their thread has at their time? */
static bool ask_comm(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	const struct kind *kind = index_kind(e->index, number);

	(void)leaf;
	return kind->entry.type != RECORD_COMM && plan_has(&kind->plan, INDEX_FIELD_TIME) &&
	       plan_has(&kind->plan, INDEX_FIELD_TID);
}

/* Evaluate the condition once for each name of a thread. */
static void rows_of_comms(struct eval *e, struct leaf *leaf, struct block *block,
			  const struct rows *care, struct rows *rows)
{
	const uint64_t *kinds = block_column(block, COL_KIND);
	const uint64_t *threads = block_column(block, COL_THREAD);
	const uint64_t *times = block_column(block, COL_TIME);

	learn(e, leaf, &leaf->having, index_kinds(e->index), ask_comm);
	commtest_renew(leaf->comms, e->index);
	for (uint32_t i = rows_next(care, 0); i < BLOCK_ROWS && !eval_stopped(e);
	     i = rows_next(care, i + 1)) {
		bool of_thread = is_true(&leaf->having, kinds[i]), yes;
		struct row_info info;

		if (!of_thread || !commtest_find(leaf->comms, threads[i], times[i], &yes)) {
			reader_row_in(e->reader, block, i, &info);
			yes = match_node(e, leaf->node, &info);
			if (of_thread)
				commtest_keep(leaf->comms, threads[i], &info, yes);
		}
		if (yes)
			rows_set(rows, i);
	}
}

static bool ask_kernel(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	const struct kind *kind = index_kind(e->index, number);

	(void)leaf;
	return kind->entry.type == RECORD_SAMPLE && plan_has(&kind->plan, INDEX_FIELD_TIME) &&
	       (kind->entry.misc & CPUMODE_MASK) == CPUMODE_KERNEL;
}

/*
 * Remove the samples in the kernel if no file of the kernel can match. Their records need not be
 * read to find their addresses.
 */
static void drop_kernel(struct eval *e, struct leaf *leaf, struct block *block, struct rows *rows)
{
	const uint64_t *kinds, *times;
	struct mappings_stay stay;
	bool known = false, none = false;

	learn(e, leaf, &leaf->kernel, index_kinds(e->index), ask_kernel);
	if (!(leaf->kernel.bits & block->desc.kinds))
		return;
	kinds = block_column(block, COL_KIND);
	times = block_column(block, COL_TIME);
	rows_each(rows, i)
	{
		struct row_info info;

		if (!is_true(&leaf->kernel, kinds[i]))
			continue;
		if (!known || !mappings_stays(&stay, true, times[i], block->desc.first_row + i)) {
			reader_row_in(e->reader, block, i, &info);
			none = nametest_no_kernel(match_test(e, leaf->node), &info, &stay);
			known = true;
		}
		if (none)
			rows_clear(rows, i);
	}
}

/* Evaluate only the rows that their kinds leave open. */
static void rows_of_some(struct eval *e, struct leaf *leaf, struct block *block,
			 const struct rows *care, struct rows *rows)
{
	struct rows some = { { 0 } };

	rows_of_kinds(&leaf->kinds, block, care, &some);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		some.bits[i] &= care->bits[i];
	if (nametest_is_file(leaf->node))
		drop_kernel(e, leaf, block, &some);
	if (leaf->comms)
		rows_of_comms(e, leaf, block, &some, rows);
	else
		rows_of_each(e, leaf, block, &some, rows);
}

/*
 * A search for text reads many fields of a record. If one of them is left open, the row is
 * evaluated for all of them, so none is left open here.
 */
static bool is_about_text(const struct node *node)
{
	return node->kind == NODE_TEXTS || node->kind == NODE_MATCH || node->kind == NODE_NAME;
}

static void noted_rows(const struct eval *e, const struct block *block, const struct rows *care,
		       struct rows *rows)
{
	const struct notes *notes = e->notes;

	memset(rows, 0, sizeof(*rows));
	for (size_t i = notes_place(notes, e->first);
	     i < notes->list.n && notes->list.v[i].row < e->first + block->desc.rows; i++)
		rows_set(rows, (uint32_t)(notes->list.v[i].row - e->first));
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		rows->bits[i] &= care->bits[i];
}

void leaf_block(struct eval *e, struct leaf *leaf, struct block *block, const struct rows *care,
		struct rows *may, struct rows *must)
{
	struct question q = { .eval = e, .leaf = leaf };
	struct rows some;

	memset(may, 0, sizeof(*may));
	memset(must, 0, sizeof(*must));
	if (!leaf_may(e, leaf, &block->desc))
		return;
	switch (leaf->by) {
	case BY_RECORD:
		if (!is_about_text(leaf->node)) {
			rows_of_kinds(&leaf->kinds, block, care, may);
			return;
		}
		rows_of_some(e, leaf, block, care, must);
		break;
	case BY_KIND:
		rows_of_kinds(&leaf->kinds, block, care, must);
		break;
	case BY_THREAD:
		rows_of_column(&q, block, COL_THREAD, is_true, &leaf->threads, must);
		break;
	case BY_CPU:
		rows_of_column(&q, block, COL_CPU, is_cpu, &q, must);
		break;
	case BY_TIME:
		rows_of_column(&q, block, COL_TIME, is_number, &q, must);
		break;
	case BY_SIZE:
		block_match(block, COL_SIZE, is_number, &q, must->bits);
		break;
	case BY_ORDINAL:
		rows_of_ordinals(e, leaf, block, care, must);
		break;
	case BY_OFFSET:
		rows_of_offsets(e, leaf, block, care, must);
		break;
	case BY_NOTE:
		noted_rows(e, block, care, &some);
		rows_of_each(e, leaf, block, &some, must);
		break;
	case BY_ROW:
		rows_of_some(e, leaf, block, care, must);
		break;
	default:
		rows_of_each(e, leaf, block, care, must);
		break;
	}
	*may = *must;
}
