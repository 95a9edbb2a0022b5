/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A filter and one row: values of the row, from the index or its record. */
#include <string.h>

#include "query/evalin.h"
#include "query/nametest.h"
#include "query/problems.h"
#include "query/regex.h"
#include "recording/derived.h"
#include "recording/line.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/find.h"
#include "wire/vocabulary.h"

enum val_kind {
	VAL_NONE,
	VAL_NUMBER,
	VAL_TEXT,
	VAL_BYTES,
	VAL_HERE /* it has members, or is no whole number */
};

struct val {
	enum val_kind kind;
	s128 num;
	const void *p;
	size_t len;
};

/* The row that is looked at. Its bytes are read when they are first needed. */
struct look {
	struct eval *eval;
	const struct row_info *info;
	bool read;
	struct layout layout;
	const uint8_t *p;
	size_t len;
	const struct node *each;      /* the field whose values come one by one */
	struct val current;	      /* of each */
	enum cpumode mode;	      /* of the frames of the call chain that come now */
	struct val slots[NODE_SLOTS]; /* of the element that is looked at */
};

static bool holds(struct look *l, const struct node *node);
static struct val value_of(struct look *l, const struct node *node);

static struct val absent(void)
{
	return (struct val){ .kind = VAL_NONE };
}

static struct val number(s128 num)
{
	return (struct val){ .kind = VAL_NUMBER, .num = num };
}

static struct val text(const void *p, size_t len)
{
	return (struct val){ .kind = VAL_TEXT, .p = p, .len = len };
}

static s128 of_word(enum word word, uint64_t num)
{
	return word_info(word)->type == WT_SINT ? (s128)(int64_t)num : (s128)num;
}

/* ---- the record ---- */

static bool read_record(struct look *l)
{
	if (!l->read) {
		l->read = true;
		reader_layout(l->eval->reader, l->info, &l->layout);
		l->p = reader_bytes(l->eval->reader, l->info, &l->len);
	}
	return l->len && l->info->type != RECORD_DAMAGE;
}

static void walk(struct look *l, struct sink *sink)
{
	derived_walk(l->eval->reader, l->info, l->eval->filter->derived, &l->layout, l->p, l->len,
		     sink);
}

static struct val of_item(const struct item *item)
{
	switch (item->type) {
	case WT_STR:
		return text(item->bytes, item->text_len);
	case WT_BYTES:
		return (struct val){ .kind = VAL_BYTES, .p = item->bytes, .len = item->len };
	case WT_OBJECT:
	case WT_LIST:
	case WT_FLOAT:
		return (struct val){ .kind = VAL_HERE, .len = item->num };
	default:
		return number(of_word(item->word, item->num));
	}
}

/* The first value of a field, or that of one element of its list. */
struct first_sink {
	struct sink sink;
	const struct node *node;
	struct val *val;
};

static bool first_item(struct sink *sink, const struct item *item)
{
	struct first_sink *f = (struct first_sink *)sink;
	const struct node *node = f->node;

	if (node->index >= 0 && item->index != (uint64_t)node->index)
		return true;
	if (!find_matches(item, node->word, node->member))
		return true;
	if (item->type == WT_LIST && node->type != TYPE_GROUP)
		return true; /* its elements follow */
	*f->val = of_item(item);
	return false;
}

static struct val from_walk(struct look *l, const struct node *node)
{
	struct val val = absent();
	struct first_sink f = {
		.sink = { .begin = first_item, .value = first_item },
		.node = node,
		.val = &val,
	};

	if (read_record(l))
		walk(l, &f.sink);
	return val;
}

/* Is there an element of this number? Elements of a chain are values, others structures. */
struct element_sink {
	struct sink sink;
	enum word list;
	uint64_t index;
	bool inside, found;
};

static bool element_begin(struct sink *sink, const struct item *item)
{
	struct element_sink *e = (struct element_sink *)sink;

	if (item->word != e->list || item->element)
		return true;
	e->found = item->num > e->index;
	return false;
}

static struct val from_list(struct look *l, const struct node *node)
{
	struct element_sink e = {
		.sink = { .begin = element_begin },
		.list = node->word,
		.index = (uint64_t)node->index,
	};

	if (read_record(l))
		walk(l, &e.sink);
	return e.found ? (struct val){ .kind = VAL_HERE } : absent();
}

static struct val from_record(struct look *l, const struct node *node)
{
	const struct place *place;
	uint64_t v;

	if (node->index >= 0)
		return node->type == TYPE_GROUP ? from_list(l, node) : from_walk(l, node);
	if (node->member || !read_record(l))
		return from_walk(l, node);
	place = places_get(&l->eval->places, l->info, &l->layout, node->word);
	if (place->kind == PLACE_NONE)
		return absent();
	if (place->kind == PLACE_WALK)
		return from_walk(l, node);
	if (!place_load(place, &l->layout, l->info->type, l->p, l->len, &v))
		return absent();
	return node->type == TYPE_GROUP ? (struct val){ .kind = VAL_HERE }
					: number(of_word(node->word, v));
}

/* ---- words that are not in the record ---- */

static struct val of_string(const char *s)
{
	return s ? text(s, strlen(s)) : absent();
}

static struct val of_event(struct look *l)
{
	const struct events *events = &reader_file(l->eval->reader, l->info)->events;

	return l->info->event == EVENT_NONE ? absent()
					    : of_string(events->list.v[l->info->event].name);
}

static struct val of_comm(struct look *l)
{
	struct buf *comm = &l->eval->text;

	buf_reset(comm);
	return reader_comm_bytes(l->eval->reader, l->info, comm) ? text(comm->p, comm->len)
								 : absent();
}

static struct val of_problem(struct look *l)
{
	struct problem problem;

	return problem_type(l->info->type) && problem_of_row(l->eval->reader, l->info, &problem)
		       ? of_string(problem_name(problem.kind))
		       : absent();
}

/* What people noted: that the record is flagged, or the text. */
static struct val of_note(const struct look *l, enum word word)
{
	const struct notes *notes = l->eval->notes;
	const struct note *note = notes ? notes_find(notes, l->info->row) : NULL;

	if (!note)
		return absent();
	if (word == W_note)
		return of_string(note->text);
	return note->flagged ? number(1) : absent();
}

static struct val of_depth(struct look *l)
{
	uint64_t depth;

	return read_record(l) && find_depth(&l->layout, l->p, l->len, &depth) ? number(depth)
									      : absent();
}

/* By the ways that value.c knows, too. */
static struct val of_value(struct look *l, const struct node *node)
{
	struct value v = VALUE_INIT;

	value_get(l->eval->reader, l->info, node->word, &v);
	value_release(&v);
	return v.has ? number(of_word(node->word, v.num)) : absent();
}

static struct val of_span(const struct look *l, enum word word)
{
	const struct span *span = &l->eval->span;
	uint64_t wall;

	if (!l->info->has_time)
		return absent();
	if (word == W_rel)
		return span->has ? number((s128)l->info->time - (s128)span->first) : absent();
	return reader_wall(l->eval->reader, l->info, &wall) ? number(wall) : absent();
}

static struct val of_line(struct look *l)
{
	struct buf *line = &l->eval->line;

	buf_reset(line);
	line_text(l->eval->reader, l->info, line);
	return text(line->p, line->len);
}

static struct val of_field(struct look *l, const struct node *node)
{
	const struct row_info *info = l->info;
	struct value v = VALUE_INIT;
	uint64_t num;

	if (value_from_index(info, node->word, &v))
		return v.has ? number(of_word(node->word, v.num)) : absent();
	switch (node->word) {
	case W_event:
		return of_event(l);
	case W_file:
		return of_string(recording_path(reader_recording(l->eval->reader), info->part));
	case W_comm:
		return info->type == RECORD_COMM ? from_record(l, node) : of_comm(l);
	case W_damage:
		return of_string(value_damage(l->eval->reader, info));
	case W_problem:
		return of_problem(l);
	case W_flagged:
	case W_note:
		return of_note(l, node->word);
	case W_line:
		return of_line(l);
	case W_rel:
	case W_wall:
		return of_span(l, node->word);
	case W_callchain_depth:
		return of_depth(l);
	case W_in:
	case W_ppid:
	case W_gap:
	case W_gap_tid:
	case W_gap_cpu:
	case W_auxtrace_data_offset:
	case W_auxtrace_cut:
		return of_value(l, node);
	case W_bytes:
		return read_record(l) ? (struct val){ .kind = VAL_BYTES, .p = l->p, .len = l->len }
				      : absent();
	default:
		if (vocabulary_misc_value(node->word, info->type, info->misc, &num))
			return number(num);
		return from_record(l, node);
	}
}

/* ---- names of addresses ---- */

/* What a NODE_NAME says of its address, which is that of a sample or of a chain that came late. */
static enum nametest_answer name_of(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);
	struct eval *e = l->eval;
	struct nametest **test = &e->tests[node->test];

	if (v.kind != VAL_NUMBER ||
	    (l->info->type != RECORD_SAMPLE && l->info->type != RECORD_CALLCHAIN_DEFERRED))
		return NAMETEST_ABSENT;
	if (!*test)
		*test = nametest_open(e->reader, node, e->matcher, e->stop);
	return nametest_ask(*test, l->info, l->mode, (uint64_t)v.num, &e->given_up);
}

/* ---- lists ---- */

/* Goes over the values of a field, or over elements, and asks something of each. */
struct each_sink {
	struct sink sink;
	struct look *look;
	const struct node *node; /* a FIELD, or an ELEMENT whose slots are filled */
	const struct node *ask;	 /* NULL: all are counted */
	uint64_t n, yes;
	bool first; /* one that fits is enough */
	bool all;   /* one that does not is, too */
	bool inside, here;
	bool pending; /* an element that is a plain value: what is made of it may come */
};

static bool each_one(struct each_sink *e)
{
	bool good;

	/* Of the names of a list there are as many as addresses that have one. */
	if (e->ask && e->ask->kind == NODE_NAME && e->ask->each) {
		enum nametest_answer answer = name_of(e->look, e->ask);

		if (answer == NAMETEST_ABSENT)
			return true;
		good = answer == NAMETEST_YES;
	} else {
		good = !e->ask || holds(e->look, e->ask);
	}
	e->n++;
	e->yes += good;
	return !(e->first && good) && !(e->all && !good);
}

/* Markers of the call chain tell what the frames behind them are of. */
static void note_mode(struct look *l, const struct item *item)
{
	if (item->word == W_callchain_context)
		l->mode = derived_context_mode(item->num);
	else if (item->word == W_callchain_ip && item->flags & ROW_AGAIN)
		l->mode = CPUMODE_USER; /* unwound */
}

static bool each_value(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	note_mode(e->look, item);
	if (!find_matches(item, e->node->word, e->node->member))
		return true;
	e->here = true;
	if (item->type == WT_LIST)
		return true;
	e->look->current = of_item(item);
	return each_one(e);
}

static void fill_slot(struct each_sink *e, const struct item *item)
{
	const struct node *node = e->node;

	for (size_t i = 0; i < node->slots.n; i++)
		if (node->slots.v[i] == item->word)
			e->look->slots[i] = of_item(item);
}

static void clear_slots(struct each_sink *e)
{
	for (size_t i = 0; i < NODE_SLOTS; i++)
		e->look->slots[i] = absent();
}

static bool element_opens(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	if (item->word == e->node->word && !item->element)
		e->inside = e->here = true;
	else if (e->inside && item->element)
		clear_slots(e);
	else if (e->inside)
		fill_slot(e, item);
	return true;
}

static bool each_pending(struct each_sink *e)
{
	bool pending = e->pending;

	e->pending = false;
	return !pending || each_one(e);
}

/* In a chain, and in lists of plain numbers, each value is an element. */
static bool element_value(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;
	enum word list = e->node->word;
	bool alone = list == W_callchain || list == W_uframes || item->flags & ROW_SCALAR;

	if (!e->inside || item->flags & ROW_STRUCTURAL)
		return true;
	if (alone && !(item->flags & ROW_DERIVED)) {
		if (!each_pending(e))
			return false;
		clear_slots(e);
	}
	note_mode(e->look, item);
	fill_slot(e, item);
	e->pending = alone;
	return true;
}

static bool element_closes(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	if (e->inside && item->word == e->node->word && !item->element)
		return false;
	return e->inside && item->element ? each_one(e) : true;
}

/*
 * Frames of a call chain that begins at the same place in all records of its layout: its
 * entries one after the other. False: a walk has to find it.
 */
static bool each_frame(struct look *l, struct each_sink *e)
{
	const struct place *nr;
	uint64_t n, before = 0, left;
	const uint8_t *p;

	if (!read_record(l))
		return false;
	nr = places_get(&l->eval->places, l->info, &l->layout, W_callchain_nr);
	if (nr->kind != PLACE_AT || !place_load(nr, &l->layout, l->info->type, l->p, l->len, &n))
		return false;
	p = l->p + nr->at + nr->size;
	left = place_end(&l->layout, l->info->type, l->len) - nr->at - nr->size;
	for (n = n < left / 8 ? n : left / 8; n; n--, p += 8) {
		uint64_t v = load_u64(p, l->layout.big);
		enum word word = decode_chain_word(v, before);

		before = v;
		if (word == W_callchain_context)
			l->mode = derived_context_mode(v);
		if (word != e->node->word)
			continue;
		e->here = true;
		l->current = number(v);
		if (!each_one(e))
			break;
	}
	return true;
}

/* Is it about entries of the call chain that are in the record? Unwound ones are not. */
static bool is_frame(struct look *l, const struct each_sink *e)
{
	enum word word = e->node->word;

	if (e->ask && e->ask->kind == NODE_NAME && read_record(l) && userstack_can(&l->layout))
		return false;
	return word == W_callchain_ip || word == W_callchain_context || word == W_callchain_cookie;
}

static void walk_each(struct look *l, struct each_sink *e)
{
	bool elements = e->node->kind == NODE_ELEMENT ||
			(e->node->kind == NODE_FIELD && e->node->type == TYPE_GROUP);

	e->look = l;
	l->mode = CPUMODE_USER;
	if (!elements && is_frame(l, e) && each_frame(l, e))
		return;
	if (elements)
		e->sink = (struct sink){ element_opens, element_value, element_closes };
	else
		e->sink = (struct sink){ each_value, each_value, NULL };
	if (read_record(l))
		walk(l, &e->sink);
	each_pending(e);
}

static bool enough(const struct each_sink *e)
{
	return e->all ? e->n && e->yes == e->n : e->yes > 0;
}

/* The record cannot have the field: nothing to walk for. */
static bool cannot_have(struct look *l, const struct node *field)
{
	if (field->member || !read_record(l))
		return false;
	return places_get(&l->eval->places, l->info, &l->layout, field->word)->kind == PLACE_NONE;
}

static bool holds_of_each(struct look *l, const struct node *node)
{
	struct each_sink e = {
		.node = node->each,
		.ask = node,
		.first = !node->all,
		.all = node->all,
	};
	const struct node *outer = l->each;

	if (cannot_have(l, node->each))
		return false;
	l->each = node->each;
	walk_each(l, &e);
	l->each = outer;
	return enough(&e);
}

static bool holds_of_element(struct look *l, const struct node *node)
{
	struct each_sink e = {
		.node = node,
		.ask = node->a,
		.first = !node->all,
		.all = node->all,
	};

	if (cannot_have(l, node))
		return false;
	walk_each(l, &e);
	return enough(&e);
}

static struct val of_count(struct look *l, const struct node *node)
{
	struct each_sink e = {
		.node = node->a,
		.ask = node->a->kind == NODE_ELEMENT ? node->a->a : NULL,
	};

	walk_each(l, &e);
	return e.here ? number(e.yes) : absent();
}

/* ---- other values ---- */

static struct val of_arith(struct look *l, const struct node *node)
{
	struct val a = value_of(l, node->a), b = number(0);
	s128 result;

	if (node->b)
		b = value_of(l, node->b);
	if (a.kind != VAL_NUMBER || b.kind != VAL_NUMBER ||
	    !expr_compute(node->op, a.num, b.num, &result))
		return absent();
	return number(result);
}

static struct val of_percent(const struct look *l, const struct node *node)
{
	const struct span *span = &l->eval->span;
	const s128 whole = (s128)100 * 1000000000;
	s128 part;

	if (!span->has || (node->base == PERCENT_WALL && !span->has_wall))
		return absent();
	/* Rounded as perf does it: half a ns and more counts as one. */
	part = (s128)(span->sample_last - span->sample_first) * node->num;
	part = (part + whole / 2) / whole;
	if (node->base == PERCENT_REL)
		return number(part + (s128)span->sample_first - (s128)span->first);
	part += span->sample_first;
	return number(node->base == PERCENT_WALL ? part + span->wall : part);
}

static struct val of_slice(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);
	uint32_t len = node->len;

	if ((v.kind != VAL_TEXT && v.kind != VAL_BYTES) || node->from > v.len)
		return absent();
	if (len == UINT32_MAX)
		len = (uint32_t)(v.len - node->from);
	if (len > v.len - node->from)
		return absent();
	v.p = (const uint8_t *)v.p + node->from;
	v.len = len;
	if (node->as_number && read_record(l))
		return number(load_uint(v.p, len, l->layout.big));
	return v;
}

static struct val of_len(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);

	return v.kind == VAL_TEXT || v.kind == VAL_BYTES ? number((s128)v.len) : absent();
}

static struct val value_of(struct look *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_NUMBER:
		return number(node->num);
	case NODE_PERCENT:
		return of_percent(l, node);
	case NODE_STRING:
		return text(node->text.p, node->text.len);
	case NODE_FIELD:
		if (node == l->each)
			return l->current;
		return node->slot >= 0 ? l->slots[node->slot] : of_field(l, node);
	case NODE_ARITH:
		return of_arith(l, node);
	case NODE_COUNT:
		return of_count(l, node);
	case NODE_LEN:
		return of_len(l, node);
	case NODE_SLICE:
		return of_slice(l, node);
	default:
		return absent();
	}
}

/* ---- conditions ---- */

static bool compares(struct look *l, const struct node *node)
{
	struct val a = value_of(l, node->a), b = value_of(l, node->b);

	if (a.kind == VAL_NUMBER && b.kind == VAL_NUMBER)
		return expr_compare(node->op, a.num, b.num);
	if (a.kind == b.kind && (a.kind == VAL_TEXT || a.kind == VAL_BYTES) &&
	    (node->op == OP_EQ || node->op == OP_NE))
		return expr_compare_text(node->op, a.p, a.len, b.p, b.len);
	return false;
}

static bool is_in(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);

	for (size_t i = 0; v.kind == VAL_NUMBER && i < node->ranges.n; i++) {
		const struct value_range *r = &node->ranges.v[i];
		struct val lo = value_of(l, r->lo), hi = r->hi ? value_of(l, r->hi) : lo;

		if (lo.kind == VAL_NUMBER && hi.kind == VAL_NUMBER && v.num >= lo.num &&
		    v.num <= hi.num)
			return true;
	}
	return false;
}

static bool has_bits(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a), level = absent();
	bool found;

	if (v.kind != VAL_NUMBER)
		return false;
	if (node->b)
		level = value_of(l, node->b);
	found = (uint64_t)v.num & node->mask;
	if (level.kind == VAL_NUMBER && level.num >= 0 && level.num < 32)
		found = found || node->levels >> (unsigned)level.num & 1;
	return found != node->negate;
}

/* A tracepoint's bytes are compared as text of hexadecimal digits. */
static struct val as_text(struct look *l, const struct node *node, struct val v)
{
	struct buf *hex = &l->eval->hex;

	if (v.kind != VAL_BYTES || node->type != TYPE_ANY)
		return v;
	buf_reset(hex);
	buf_add_hexbytes(hex, v.p, v.len);
	return text(hex->p, hex->len);
}

static bool is_text(struct look *l, const struct node *node)
{
	struct val v = as_text(l, node->a, value_of(l, node->a));

	return (v.kind == VAL_TEXT || v.kind == VAL_BYTES) &&
	       nametest_text(node, NULL, v.p, v.len) == REGEX_YES;
}

static bool matches(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);
	enum regex_result result;

	if (v.kind != VAL_TEXT && v.kind != VAL_BYTES)
		return false;
	result = nametest_text(node, l->eval->matcher, v.p, v.len);
	l->eval->given_up += result == REGEX_GIVEN_UP;
	return result == REGEX_YES;
}

static bool is_true(struct val v)
{
	return v.kind == VAL_NUMBER ? v.num != 0 : v.kind != VAL_NONE;
}

static bool holds_now(struct look *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_TRUTH:
		return is_true(value_of(l, node->a));
	case NODE_COMPARE:
		return compares(l, node);
	case NODE_IN:
		return is_in(l, node);
	case NODE_MASK:
		return has_bits(l, node);
	case NODE_TEXTS:
		return is_text(l, node);
	case NODE_MATCH:
		return matches(l, node);
	case NODE_NAME:
		return name_of(l, node) == NAMETEST_YES;
	default:
		return false;
	}
}

static bool holds(struct look *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_AND:
		return holds(l, node->a) && holds(l, node->b);
	case NODE_OR:
		return holds(l, node->a) || holds(l, node->b);
	case NODE_NOT:
		return !holds(l, node->a);
	case NODE_ELEMENT:
		return holds_of_element(l, node);
	default:
		if (node->each && node->each != l->each)
			return holds_of_each(l, node);
		return holds_now(l, node);
	}
}

bool match_node(struct eval *e, const struct node *node, const struct row_info *info)
{
	struct look l = { .eval = e, .info = info };

	return holds(&l, node);
}

static bool is_fixed(const struct node *node, void *arg)
{
	(void)arg;
	return node->kind == NODE_NUMBER || node->kind == NODE_PERCENT || node->kind == NODE_ARITH;
}

bool match_constant(struct eval *e, const struct node *node, s128 *num)
{
	struct look l = { .eval = e };
	struct val v = absent();

	if (node_visit(node, is_fixed, NULL))
		v = value_of(&l, node);
	*num = v.num;
	return v.kind == VAL_NUMBER;
}
