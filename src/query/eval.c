/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/eval.h"

#include <stdlib.h>
#include <string.h>

#include "query/value.h"
#include "wire/decode.h"
#include "wire/find.h"
#include "wire/tracefmt.h"

/* What a node knows so far about numbers of kinds and threads: it is asked of each only once. */
struct truth {
	uint8_t *v; /* 0 not asked, 1 no, 2 yes */
	size_t n;
	uint64_t bits; /* (number % 64) of those that are yes, for skipping blocks */
};

struct leaf {
	const struct node *node;
	struct truth kinds, threads;
};

struct eval {
	struct reader *reader;
	const struct filter *filter;
	struct index *index; /* that of part, whose kinds and threads leaves know */
	size_t part;
	VEC(struct leaf) leaves; /* in the order of a walk over the tree */
	struct buf text;
};

struct state {
	struct rows may, must;
};

static void add_leaves(struct eval *e, const struct node *node)
{
	if (!node)
		return;
	if (node->kind == NODE_AND || node->kind == NODE_OR || node->kind == NODE_NOT) {
		add_leaves(e, node->a);
		add_leaves(e, node->b);
		return;
	}
	vec_add(&e->leaves)->node = node;
}

struct eval *eval_open(struct reader *reader, const struct filter *filter)
{
	struct eval *e = mem_zalloc(sizeof(*e));

	e->reader = reader;
	e->index = recording_index(reader_recording(reader), 0);
	e->filter = filter;
	buf_init(&e->text);
	add_leaves(e, filter->root);
	return e;
}

static void forget_numbers(struct eval *e)
{
	for (size_t i = 0; i < e->leaves.n; i++) {
		free(e->leaves.v[i].kinds.v);
		free(e->leaves.v[i].threads.v);
		e->leaves.v[i].kinds = e->leaves.v[i].threads = (struct truth){ NULL };
	}
}

/* Each part has its own numbers of kinds and threads. */
static void enter_part(struct eval *e, size_t part)
{
	if (e->part == part)
		return;
	forget_numbers(e);
	e->part = part;
	e->index = recording_index(reader_recording(e->reader), part);
}

void eval_close(struct eval *e)
{
	if (!e)
		return;
	forget_numbers(e);
	vec_release(&e->leaves);
	buf_release(&e->text);
	free(e);
}

static bool in_ranges(const struct ranges *ranges, uint64_t key)
{
	for (size_t i = 0; i < ranges->n; i++)
		if (key >= ranges->v[i].lo && key <= ranges->v[i].hi)
			return true;
	return false;
}

static bool number_matches(const struct node *node, uint64_t num)
{
	switch (node->kind) {
	case NODE_NUMBER:
		return in_ranges(&node->ranges, filter_key(node->word, num));
	case NODE_MASK:
		return !(num & node->mask) == node->negate;
	case NODE_PRESENT:
		return num != 0;
	default:
		return false;
	}
}

static bool text_matches(const struct node *node, const void *p, size_t len)
{
	bool found = false;

	if (node->kind == NODE_PRESENT)
		return true;
	for (size_t i = 0; i < node->texts.n && !found; i++) {
		const struct text *t = &node->texts.v[i];

		if (node->contains)
			found = !t->len || memmem(p, len, t->p, t->len);
		else
			found = t->len == len && !memcmp(t->p, p, len);
	}
	return found != node->negate;
}

/* ---- one row ---- */

/* Any value of the word in the record will do. */
struct match_sink {
	struct sink sink;
	struct eval *eval;
	const struct node *node;
	bool found;
};

/* Whether a tracepoint's field has a sign is known only now. */
static bool item_matches(const struct node *node, const struct item *item)
{
	if (node->word == W_tp_field && node->kind == NODE_NUMBER && item->word != W_tp_sint)
		return in_ranges(&node->plain, item->num);
	return number_matches(node, item->num);
}

static bool bytes_match(struct match_sink *m, const struct item *item)
{
	struct buf *text = &m->eval->text;

	if (m->node->kind == NODE_NUMBER) /* the field of a tracepoint is text in this one */
		return false;
	if (item->type == WT_STR)
		return text_matches(m->node, item->bytes, item->text_len);
	buf_reset(text);
	buf_add_hexbytes(text, item->bytes, item->len);
	return text_matches(m->node, text->p, text->len);
}

static bool match_item(struct sink *sink, const struct item *item)
{
	struct match_sink *m = (struct match_sink *)sink;
	const struct node *node = m->node;

	if (!find_matches(item, node->word, node->reg))
		return true;
	if (item->type == WT_LIST && node->kind != NODE_PRESENT)
		return true; /* its elements follow */
	if (item->type == WT_STR || item->type == WT_BYTES)
		m->found = bytes_match(m, item);
	else if (item->type == WT_OBJECT)
		m->found = true;
	else
		m->found = item_matches(node, item);
	return !m->found;
}

static bool match_record(struct eval *e, const struct node *node, const struct row_info *info)
{
	struct match_sink m = {
		.sink = { .begin = match_item, .value = match_item },
		.eval = e,
		.node = node,
	};
	struct layout layout;
	size_t len;
	const uint8_t *p;

	if (info->type == RECORD_DAMAGE)
		return false;
	p = reader_bytes(e->reader, info, &len);
	reader_layout(e->reader, info, &layout);
	decode_record(&layout, p, len, &m.sink);
	return m.found;
}

static bool match_event(struct eval *e, const struct node *node, const struct row_info *info)
{
	const struct events *events = &reader_file(e->reader, info)->events;
	const char *name;

	if (info->event == EVENT_NONE)
		return false;
	name = events->list.v[info->event].name;
	return text_matches(node, name, strlen(name));
}

/* All rows of a part agree. */
static bool match_file(struct eval *e, const struct node *node, size_t part)
{
	const char *path = recording_path(reader_recording(e->reader), part);

	return text_matches(node, path, strlen(path));
}

static bool match_comm(struct eval *e, const struct node *node, const struct row_info *info)
{
	if (info->type == RECORD_COMM)
		return match_record(e, node, info);
	buf_reset(&e->text);
	return reader_comm_bytes(e->reader, info, &e->text) &&
	       text_matches(node, e->text.p, e->text.len);
}

static bool match_optional(const struct node *node, bool has, uint64_t num)
{
	return has && number_matches(node, num);
}

static bool match_payload(struct eval *e, const struct node *node, const struct row_info *info)
{
	struct value v = { .text = BUF_INIT };

	value_get(e->reader, info, node->word, &v);
	return match_optional(node, v.has, v.num);
}

static uint64_t sign32(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

static bool match_leaf(struct eval *e, const struct node *node, const struct row_info *info)
{
	struct value v = VALUE_INIT;

	if (value_from_index(info, node->word, &v))
		return match_optional(node, v.has, v.num);
	switch (node->word) {
	case W_event:
		return match_event(e, node, info);
	case W_file:
		return match_file(e, node, info->part);
	case W_comm:
		return match_comm(e, node, info);
	case W_auxtrace_data_offset:
	case W_auxtrace_cut:
		return match_payload(e, node, info);
	default:
		return match_record(e, node, info);
	}
}

static bool match_node(struct eval *e, const struct node *node, const struct row_info *info)
{
	switch (node->kind) {
	case NODE_AND:
		return match_node(e, node->a, info) && match_node(e, node->b, info);
	case NODE_OR:
		return match_node(e, node->a, info) || match_node(e, node->b, info);
	case NODE_NOT:
		return !match_node(e, node->a, info);
	default:
		return match_leaf(e, node, info);
	}
}

bool eval_row(struct eval *e, const struct row_info *info)
{
	return !e->filter->root || match_node(e, e->filter->root, info);
}

/* ---- a block ---- */

static void set_all(struct rows *rows, uint32_t n)
{
	memset(rows, 0, sizeof(*rows));
	memset(rows->bits, 0xff, n / 64 * 8);
	if (n % 64)
		rows->bits[n / 64] = (1ull << n % 64) - 1;
}

static void set_row(struct rows *rows, uint32_t i)
{
	rows->bits[i / 64] |= 1ull << i % 64;
}

/* Ask a question of each new number up to n, and keep the answers. */
static void learn(struct eval *e, struct leaf *leaf, struct truth *t, uint64_t n,
		  bool (*ask)(struct eval *, const struct node *, uint64_t))
{
	if (n <= t->n)
		return;
	t->v = mem_realloc(t->v, n);
	for (; t->n < n; t->n++) {
		bool yes = ask(e, leaf->node, t->n);

		t->v[t->n] = yes;
		if (yes)
			t->bits |= 1ull << (t->n & 63);
	}
}

static bool ask_kind(struct eval *e, const struct node *node, uint64_t number)
{
	const struct kind_entry *kind = &index_kind(e->index, number)->entry;
	struct row_info info = {
		.part = e->part,
		.type = kind->type,
		.misc = kind->misc,
		.event = kind->event,
	};

	return match_leaf(e, node, &info);
}

/* Can records of a kind have the tracepoint's field at all? */
static bool ask_format(struct eval *e, const struct node *node, uint64_t number)
{
	const struct kind_entry *kind = &index_kind(e->index, number)->entry;
	const struct events *events = &recording_file(reader_recording(e->reader), e->part)->events;
	const struct tracefmt *format = events_layout(events, kind->layout)->format;

	return kind->type == RECORD_SAMPLE && format &&
	       (!node->reg || tracefmt_has(format, node->reg));
}

static bool ask_thread(struct eval *e, const struct node *node, uint64_t number)
{
	const struct thread_entry *t = index_thread(e->index, number);

	return number && number_matches(node, sign32(node->word == W_pid ? t->pid : t->tid));
}

static void combine(struct rows *a, const struct rows *b, enum node_kind kind)
{
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		a->bits[i] = kind == NODE_AND ? a->bits[i] & b->bits[i] : a->bits[i] | b->bits[i];
}

/* Leaves are asked about numbers of a column while its block is matched. */
struct question {
	struct eval *eval;
	struct leaf *leaf;
	enum tap_field field;
};

static bool truth_yes(const struct truth *t, uint64_t number)
{
	return number < t->n && t->v[number];
}

static bool is_kind(void *arg, uint64_t number)
{
	return truth_yes(&((struct question *)arg)->leaf->kinds, number);
}

static bool is_thread(void *arg, uint64_t number)
{
	return truth_yes(&((struct question *)arg)->leaf->threads, number);
}

static bool is_cpu(void *arg, uint64_t cpu)
{
	return number_matches(((struct question *)arg)->leaf->node, sign32((uint32_t)cpu));
}

static bool is_time(void *arg, uint64_t time)
{
	return number_matches(((struct question *)arg)->leaf->node, time);
}

/* Which kinds of records have a field that the index has a column for. */
static bool has_field(void *arg, uint64_t number)
{
	struct question *q = arg;
	const struct kind *kind = index_kind(q->eval->index, number);

	return kind && plan_has(&kind->plan, q->field);
}

static void rows_of_kinds(struct question *q, struct block *block, struct rows *rows)
{
	block_match(block, COL_KIND, is_kind, q, rows->bits);
}

/*
 * A column has a 0 where the record lacks the field: where that could match, the
 * kinds decide.
 */
static void rows_of_column(struct question *q, struct block *block, enum column_id id,
			   bool (*yes)(void *arg, uint64_t v), struct rows *rows)
{
	struct rows has = { { 0 } };

	block_match(block, id, yes, q, rows->bits);
	block_match(block, COL_KIND, has_field, q, has.bits);
	combine(rows, &has, NODE_AND);
}

static bool may_have_cpu(const struct node *node, const struct block_desc *desc)
{
	if (node->kind != NODE_NUMBER)
		return true;
	for (size_t i = 0; i < node->ranges.n; i++) {
		const struct range *r = &node->ranges.v[i];

		if (r->lo != r->hi || desc->cpus >> (r->lo & 63) & 1)
			return true;
	}
	return false;
}

/* Times of 0 and all ones stand outside of the block's least and greatest. */
static bool may_have_time(const struct node *node, const struct block_desc *desc)
{
	if (node->kind != NODE_NUMBER)
		return true;
	for (size_t i = 0; i < node->ranges.n; i++) {
		const struct range *r = &node->ranges.v[i];

		if (!r->lo || r->hi == UINT64_MAX ||
		    (r->lo <= desc->time_max && r->hi >= desc->time_min))
			return true;
	}
	return false;
}

static void rows_of_each(struct eval *e, struct leaf *leaf, struct block *block, struct rows *rows)
{
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		struct row_info info;

		reader_row_in(e->reader, block, i, &info);
		if (match_leaf(e, leaf->node, &info))
			set_row(rows, i);
	}
}

/* Can a leaf match in a block, by what the block's descriptor says? */
static bool leaf_may(struct eval *e, struct leaf *leaf, const struct block_desc *desc)
{
	switch (leaf->node->word) {
	case W_type:
	case W_misc:
	case W_cpumode:
	case W_event:
		learn(e, leaf, &leaf->kinds, index_kinds(e->index), ask_kind);
		return leaf->kinds.bits & desc->kinds;
	case W_tp:
	case W_tp_field:
		learn(e, leaf, &leaf->kinds, index_kinds(e->index), ask_format);
		return leaf->kinds.bits & desc->kinds;
	case W_pid:
	case W_tid:
		learn(e, leaf, &leaf->threads, index_threads(e->index), ask_thread);
		return leaf->threads.bits & desc->threads;
	case W_file:
		return match_file(e, leaf->node, e->part);
	case W_cpu:
		return may_have_cpu(leaf->node, desc);
	case W_time:
		return may_have_time(leaf->node, desc);
	default:
		return true;
	}
}

static void leaf_block(struct eval *e, struct leaf *leaf, struct block *block, struct state *s)
{
	struct question q = { .eval = e, .leaf = leaf };

	memset(s, 0, sizeof(*s));
	if (!leaf_may(e, leaf, &block->desc))
		return;
	switch (leaf->node->word) {
	case W_type:
	case W_misc:
	case W_cpumode:
	case W_event:
		rows_of_kinds(&q, block, &s->must);
		break;
	case W_tp:
	case W_tp_field:
		rows_of_kinds(&q, block, &s->may);
		return;
	case W_pid:
	case W_tid:
		q.field = leaf->node->word == W_pid ? TAP_PID : TAP_TID;
		rows_of_column(&q, block, COL_THREAD, is_thread, &s->must);
		break;
	case W_cpu:
		q.field = TAP_CPU;
		rows_of_column(&q, block, COL_CPU, is_cpu, &s->must);
		break;
	case W_time:
		q.field = TAP_TIME;
		rows_of_column(&q, block, COL_TIME, is_time, &s->must);
		break;
	case W_file:
		set_all(&s->must, block->desc.rows);
		break;
	case W_ordinal:
	case W_offset:
	case W_size:
	case W_stream:
		rows_of_each(e, leaf, block, &s->must);
		break;
	default:
		set_all(&s->may, block->desc.rows);
		return;
	}
	s->may = s->must;
}

static void invert(struct rows *rows, uint32_t n)
{
	struct rows all;

	set_all(&all, n);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		rows->bits[i] = all.bits[i] & ~rows->bits[i];
}

static size_t count_leaves(const struct node *node)
{
	if (!node)
		return 0;
	if (node->kind != NODE_AND && node->kind != NODE_OR && node->kind != NODE_NOT)
		return 1;
	return count_leaves(node->a) + count_leaves(node->b);
}

/* Can the expression match anywhere in a block? False saves reading it. */
static bool node_may(struct eval *e, const struct node *node, size_t *leaf,
		     const struct block_desc *desc)
{
	bool a, b;

	switch (node->kind) {
	case NODE_AND:
	case NODE_OR:
		a = node_may(e, node->a, leaf, desc);
		b = node_may(e, node->b, leaf, desc);
		return node->kind == NODE_AND ? a && b : a || b;
	case NODE_NOT:
		*leaf += count_leaves(node->a);
		return true;
	default:
		return leaf_may(e, &e->leaves.v[(*leaf)++], desc);
	}
}

static bool is_empty(const struct rows *rows)
{
	uint64_t any = 0;

	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		any |= rows->bits[i];
	return !any;
}

static void node_block(struct eval *e, const struct node *node, size_t *leaf, struct block *block,
		       struct state *s)
{
	struct state *b;
	struct rows must;

	switch (node->kind) {
	case NODE_AND:
	case NODE_OR:
		node_block(e, node->a, leaf, block, s);
		if (node->kind == NODE_AND && is_empty(&s->may)) {
			*leaf += count_leaves(node->b);
			break;
		}
		b = mem_alloc(sizeof(*b));
		node_block(e, node->b, leaf, block, b);
		combine(&s->may, &b->may, node->kind);
		combine(&s->must, &b->must, node->kind);
		free(b);
		break;
	case NODE_NOT:
		node_block(e, node->a, leaf, block, s);
		must = s->may;
		s->may = s->must;
		s->must = must;
		invert(&s->may, block->desc.rows);
		invert(&s->must, block->desc.rows);
		break;
	default:
		leaf_block(e, &e->leaves.v[(*leaf)++], block, s);
		break;
	}
}

/* Rows that may match and need not: look at each. */
static void decide(struct eval *e, struct block *block, struct state *s)
{
	for (uint32_t w = 0; w < BLOCK_ROWS / 64; w++) {
		uint64_t open = s->may.bits[w] & ~s->must.bits[w];

		while (open) {
			uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(open);
			struct row_info info;

			open &= open - 1;
			reader_row_in(e->reader, block, i, &info);
			if (match_node(e, e->filter->root, &info))
				set_row(&s->must, i);
		}
	}
}

int64_t eval_block(struct eval *e, uint64_t number, struct rows *rows)
{
	const struct node *root = e->filter->root;
	struct block *block;
	struct state s;
	size_t leaf = 0;
	int64_t count = 0;
	uint64_t local;

	memset(rows, 0, sizeof(*rows));
	enter_part(e, recording_part_of_block(reader_recording(e->reader), number, &local));
	if (root && !node_may(e, root, &leaf, index_block(e->index, local)))
		return 0;
	block = reader_block(e->reader, number);
	if (!block)
		return -1;
	if (!root) {
		set_all(rows, block->desc.rows);
		return block->desc.rows;
	}
	leaf = 0;
	node_block(e, root, &leaf, block, &s);
	decide(e, block, &s);
	*rows = s.must;
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		count += __builtin_popcountll(rows->bits[i]);
	return block->bad ? -1 : count;
}
