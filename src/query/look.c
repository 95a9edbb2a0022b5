/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/look.h"

#include <string.h>

#include "query/problems.h"
#include "query/stacktext.h"
#include "recording/derived.h"
#include "recording/line.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/find.h"
#include "wire/vocabulary.h"

static s128 of_word(enum word word, uint64_t num)
{
	return word_info(word)->type == WT_SINT ? (s128)(int64_t)num : (s128)num;
}

static struct val here(void)
{
	return (struct val){ .kind = VAL_HERE };
}

/* ---- the record ---- */

bool look_read(struct look *l)
{
	if (!l->read) {
		l->read = true;
		reader_layout(l->eval->reader, l->info, &l->layout);
		l->p = reader_bytes(l->eval->reader, l->info, &l->len);
	}
	return l->len && l->info->type != RECORD_DAMAGE;
}

void look_walk(struct look *l, struct sink *sink)
{
	derived_walk(l->eval->reader, l->info, l->eval->filter->derived, &l->layout, l->p, l->len,
		     sink);
}

struct val look_item(const struct item *item)
{
	switch (item->type) {
	case WT_STR:
		return val_text(item->bytes, item->text_len);
	case WT_BYTES:
		return (struct val){ .kind = VAL_BYTES, .p = item->bytes, .len = item->len };
	case WT_OBJECT:
	case WT_LIST:
	case WT_FLOAT:
		return (struct val){ .kind = VAL_HERE, .len = item->num };
	default:
		return val_number(of_word(item->word, item->num));
	}
}

/* ---- call chains ---- */

void look_note_mode(enum cpumode *mode, const struct item *item)
{
	if (item->word == W_callchain_context)
		*mode = derived_context_mode(item->num);
	else if (item->word == W_callchain_ip && item->flags & ROW_AGAIN)
		*mode = CPUMODE_USER; /* unwound */
}

bool look_chain_begin(struct look *l, struct look_chain *chain)
{
	const struct place *nr;
	size_t at, n;

	if (!look_read(l))
		return false;
	nr = places_get(&l->eval->places, l->info, &l->layout, W_callchain_nr);
	if (nr->kind != PLACE_AT ||
	    !place_list(nr, &l->layout, l->info->type, l->p, l->len, &at, &n))
		return false;
	*chain = (struct look_chain){
		.p = l->p + at,
		.left = n,
		.mode = LOOK_MODE,
	};
	return true;
}

bool look_chain_next(const struct look *l, struct look_chain *chain)
{
	uint64_t before = chain->v;

	if (!chain->left)
		return false;
	chain->v = load_u64(chain->p, l->layout.big);
	chain->word = decode_chain_word(chain->v, before);
	if (chain->word == W_callchain_context)
		chain->mode = derived_context_mode(chain->v);
	chain->p += 8;
	chain->left--;
	return true;
}

/*
 * The frame of a number. False: a walk has to find it, which tells of unwound frames behind those
 * of the record, too.
 */
static bool frame_of(struct look *l, uint64_t number, struct val *val)
{
	struct look_chain chain;
	bool there = true;

	*val = val_absent();
	if (!look_chain_begin(l, &chain) || (chain.left <= number && userstack_can(&l->layout)))
		return false;
	for (uint64_t i = 0; there && i <= number; i++)
		there = look_chain_next(l, &chain);
	if (there && chain.word == W_callchain_ip)
		*val = val_number(chain.v);
	l->frame_mode = chain.mode;
	return true;
}

/* ---- fields of the record ---- */

/* The first value of a field, or that of one element of its list. */
struct first_sink {
	struct sink sink;
	struct look *look;
	const struct node *node;
	struct val *val;
	enum cpumode mode; /* of a frame that comes next */
};

static bool first_item(struct sink *sink, const struct item *item)
{
	struct first_sink *f = (struct first_sink *)sink;
	const struct node *node = f->node;

	look_note_mode(&f->mode, item);
	if (node->index >= 0 && item->index != (uint64_t)node->index)
		return true;
	if (!find_matches(item, node->word, node->member))
		return true;
	if (item->type == WT_LIST && node->type != TYPE_GROUP)
		return true; /* its elements follow */
	*f->val = look_item(item);
	f->look->frame_mode = f->mode;
	return false;
}

static struct val from_walk(struct look *l, const struct node *node)
{
	struct val val = val_absent();
	struct first_sink f = {
		.sink = { .begin = first_item, .value = first_item },
		.look = l,
		.mode = LOOK_MODE,
		.node = node,
		.val = &val,
	};

	if (look_read(l))
		look_walk(l, &f.sink);
	return val;
}

/* Is there an element of this number? Elements of a chain are values, others structures. */
struct element_sink {
	struct sink sink;
	enum word list;
	uint64_t index;
	bool found;
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

	if (look_read(l))
		look_walk(l, &e.sink);
	return e.found ? here() : val_absent();
}

static struct val from_element(struct look *l, const struct node *node)
{
	struct val val;

	if (node->type == TYPE_GROUP)
		return from_list(l, node);
	if (node->word == W_callchain_ip && !node->member &&
	    frame_of(l, (uint64_t)node->index, &val))
		return val;
	return from_walk(l, node);
}

static struct val from_record(struct look *l, const struct node *node)
{
	const struct place *place;
	uint64_t v;

	if (node->index >= 0)
		return from_element(l, node);
	if (node->member || !look_read(l))
		return from_walk(l, node);
	place = places_get(&l->eval->places, l->info, &l->layout, node->word);
	if (place->kind == PLACE_NONE)
		return val_absent();
	if (place->kind == PLACE_WALK)
		return from_walk(l, node);
	if (!place_load(place, &l->layout, l->info->type, l->p, l->len, &v))
		return val_absent();
	return node->type == TYPE_GROUP ? here() : val_number(of_word(node->word, v));
}

/* ---- words that are not in the record ---- */

static struct val of_string(const char *s)
{
	return s ? val_text(s, strlen(s)) : val_absent();
}

static struct val of_event(struct look *l)
{
	const struct events *events = &reader_file(l->eval->reader, l->info)->events;

	return l->info->event == EVENT_NONE ? val_absent()
					    : of_string(events->list.v[l->info->event].name);
}

static struct val of_comm(struct look *l)
{
	struct buf *comm = &l->eval->text;

	buf_reset(comm);
	return reader_comm_bytes(l->eval->reader, l->info, comm) ? val_text(comm->p, comm->len)
								 : val_absent();
}

static struct val of_problem(struct look *l)
{
	struct problem problem;

	return problem_type(l->info->type) && problem_of_row(l->eval->reader, l->info, &problem)
		       ? of_string(problem_name(problem.kind))
		       : val_absent();
}

/* What people noted: that the record is flagged, or the text. */
static struct val of_note(const struct look *l, enum word word)
{
	const struct notes *notes = l->eval->notes;
	const struct note *note = notes ? notes_find(notes, l->info->row) : NULL;

	if (!note)
		return val_absent();
	if (word == W_note)
		return of_string(note->text);
	return note->flagged ? val_number(1) : val_absent();
}

static struct val of_depth(struct look *l)
{
	uint64_t depth;

	return look_read(l) && find_depth(&l->layout, l->p, l->len, &depth) ? val_number(depth)
									    : val_absent();
}

/* By the ways that value.c knows, too. */
static struct val of_value(struct look *l, const struct node *node)
{
	struct value v = VALUE_INIT;

	value_get(l->eval->reader, l->info, node->word, &v);
	value_release(&v);
	return v.has ? val_number(of_word(node->word, v.num)) : val_absent();
}

static struct val of_span(const struct look *l, enum word word)
{
	const struct span *span = &l->eval->span;
	uint64_t wall;

	if (!l->info->has_time)
		return val_absent();
	if (word == W_rel)
		return span->has ? val_number((s128)l->info->time - (s128)span->first)
				 : val_absent();
	return reader_wall(l->eval->reader, l->info, &wall) ? val_number(wall) : val_absent();
}

static struct val of_line(struct look *l)
{
	struct buf *line = &l->eval->line;

	buf_reset(line);
	line_text(l->eval->reader, l->info, line);
	return val_text(line->p, line->len);
}

static struct val of_stack(struct look *l, bool inlined)
{
	struct eval *e = l->eval;
	struct stacktext **stacks = &e->stacks[inlined];
	const char *text;
	size_t len;

	if (!*stacks)
		*stacks = stacktext_open(e->reader, inlined, e->stop);
	text = stacktext_get(*stacks, l->info, &len);
	return text ? val_text(text, len) : val_absent();
}

struct val look_field(struct look *l, const struct node *node)
{
	const struct row_info *info = l->info;
	struct value v = VALUE_INIT;
	uint64_t num;

	if (value_from_index(info, node->word, &v))
		return v.has ? val_number(of_word(node->word, v.num)) : val_absent();
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
	case W_folded:
	case W_folded_inlined:
		return of_stack(l, node->word == W_folded_inlined);
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
		if (!look_read(l))
			return val_absent();
		return (struct val){ .kind = VAL_BYTES, .p = l->p, .len = l->len };
	default:
		if (vocabulary_misc_value(node->word, info->type, info->misc, &num))
			return val_number(num);
		return from_record(l, node);
	}
}
