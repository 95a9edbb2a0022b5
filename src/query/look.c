/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/look.h"

#include "recording/derived.h"
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
	derived_walk(l->eval->reader, l->info, &l->eval->filter->derived, &l->layout, l->p, l->len,
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

static struct val of_value(const struct value *v)
{
	if (!v->has)
		return val_absent();
	if (v->is_number)
		return val_number(of_word(v->word, v->num));
	return (struct val){ .kind = word_info(v->word)->type == WT_BYTES ? VAL_BYTES : VAL_TEXT,
			     .p = v->text.p,
			     .len = v->text.len };
}

/* A condition can compare two texts, so there are two values. */
static struct val of_getter(struct look *l, const struct node *node)
{
	struct eval *e = l->eval;
	struct value *v = &e->values[e->turn ^= 1];

	value_start(v, node->word);
	getters[node->word].get(&e->around, l->info, v);
	return of_value(v);
}

/* Exact, and of a span that does not change meanwhile. */
static struct val of_rel(const struct look *l)
{
	const struct span *span = &l->eval->span;

	return l->info->has_time && span->has ? val_number((s128)l->info->time - (s128)span->first)
					      : val_absent();
}

struct val look_field(struct look *l, const struct node *node)
{
	const struct row_info *info = l->info;
	struct value v;
	uint64_t num;

	if (value_from_index(info, node->word, &v))
		return v.has ? val_number(of_word(node->word, v.num)) : val_absent();
	if (node->word == W_rel)
		return of_rel(l);
	/* An object is there or not: the record tells. */
	if (getter_of(node->word) && node->type != TYPE_GROUP)
		return of_getter(l, node);
	if (vocabulary_misc_value(node->word, info->type, info->misc, &num))
		return val_number(num);
	return from_record(l, node);
}
