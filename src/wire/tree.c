/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/tree.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "wire/names.h"
#include "wire/wrong.h"

struct tree_sink {
	struct sink sink;
	struct tree *tree;
	uint32_t parent;
	uint16_t depth;
};

void tree_release(struct tree *tree)
{
	vec_release(&tree->nodes);
	buf_release(&tree->labels);
}

void tree_clear(struct tree *tree)
{
	tree->nodes.n = 0;
	buf_reset(&tree->labels);
	tree->rec = NULL;
	tree->len = 0;
}

/*
 * Elements have their number, and its name if it has one. Items with a name of their own, such as
 * registers, have that name; but values of a list with such a name have only their number. Other
 * values of lists have their number and their field. All other items have their field.
 */
static void add_label(struct tree_sink *s, const struct item *item)
{
	struct buf *labels = &s->tree->labels;
	const struct field_info *info = field_info(item->field);

	if (item->element && item->label)
		buf_addf(labels, "[%u] %s", item->index, item->label);
	else if (item->element)
		buf_addf(labels, "[%u]", item->index);
	else if (item->label && !(item->flags & ROW_SCALAR && item->type != FT_LIST))
		buf_adds(labels, item->label);
	else if (item->flags & ROW_SCALAR && item->label)
		buf_addf(labels, "[%u]", item->index);
	else if (item->flags & ROW_SCALAR || item->field == F_callchain_ip ||
		 item->field == F_callchain_context || item->field == F_callchain_cookie ||
		 item->field == F_uframes_ip)
		buf_addf(labels, "[%u] %s", item->index, info->key);
	else
		buf_adds(labels, s->depth && info->parent ? info->key : info->name);
	buf_addc(labels, '\0');
}

static struct tree_node *add_node(struct tree_sink *s, const struct item *item)
{
	struct tree *tree = s->tree;
	uint32_t label = tree->bare ? 0 : (uint32_t)tree->labels.len;
	struct tree_node *node;

	if (!tree->bare)
		add_label(s, item);
	node = vec_add(&tree->nodes);
	*node = (struct tree_node){
		.field = item->field,
		.label = label,
		.parent = s->parent,
		.next = (uint32_t)tree->nodes.n,
		.off = item->off,
		.len = item->len,
		.depth = s->depth,
		.flags = item->flags & ROW_STRUCTURAL ? TREE_STRUCTURAL : 0,
		.shift = item->shift,
		.bits = item->bits,
		.type = (uint8_t)item->type,
		.num = item->num,
		.text_len = item->text_len,
		.note = item->note,
	};
	if (item->note)
		node->flags |= TREE_DAMAGED;
	if (item->flags & ROW_AGAIN)
		node->flags |= TREE_AGAIN;
	return node;
}

static bool tree_begin(struct sink *sink, const struct item *item)
{
	struct tree_sink *s = (struct tree_sink *)sink;
	struct tree_node *node = add_node(s, item);

	node->flags |= TREE_GROUP;
	if (item->kind == ROW_BITS)
		node->flags |= TREE_BITS;
	s->parent = (uint32_t)s->tree->nodes.n - 1;
	s->depth++;
	return true;
}

static bool tree_value_item(struct sink *sink, const struct item *item)
{
	add_node((struct tree_sink *)sink, item);
	return true;
}

static bool tree_end(struct sink *sink, const struct item *item)
{
	struct tree_sink *s = (struct tree_sink *)sink;
	struct tree_node *node = &s->tree->nodes.v[s->parent];

	node->len = item->len;
	node->next = (uint32_t)s->tree->nodes.n;
	if (node->next == s->parent + 1)
		node->flags &= (uint8_t)~TREE_GROUP;
	s->parent = node->parent;
	s->depth--;
	return true;
}

static struct tree_sink tree_start(struct tree *tree, const uint8_t *rec, size_t len)
{
	tree_clear(tree);
	tree->rec = rec;
	tree->len = len;
	return (struct tree_sink){
		.sink = { .begin = tree_begin, .value = tree_value_item, .end = tree_end },
		.tree = tree,
		.parent = TREE_NONE,
	};
}

void tree_decode(struct tree *tree, const struct layout *layout, const uint8_t *rec, size_t len)
{
	struct tree_sink s = tree_start(tree, rec, len);

	decode_record(layout, rec, len, &s.sink);
}

void tree_decode_rows(struct tree *tree, const struct layout *layout, const struct row *rows,
		      const uint8_t *p, size_t len)
{
	struct tree_sink s = tree_start(tree, p, len);

	decode_rows(layout, rows, p, len, &s.sink);
}

void tree_rest(struct tree *tree, const uint8_t *p, size_t len, const char *why)
{
	struct tree_sink s = tree_start(tree, p, len);
	struct item item = {
		.field = F_rest,
		.type = FT_BYTES,
		.kind = ROW_BYTES,
		.len = (uint32_t)len,
		.flags = ROW_STRUCTURAL,
		.bytes = p,
		.note = why ? why : WRONG_UNREADABLE,
	};

	add_node(&s, &item);
}

uint32_t tree_text(struct tree *tree, const char *text)
{
	uint32_t at = (uint32_t)tree->labels.len;

	buf_add(&tree->labels, text, strlen(text) + 1);
	return at;
}

uint32_t tree_extend(struct tree *tree, const char *label, size_t len)
{
	uint32_t at = (uint32_t)tree->nodes.n;
	struct tree_node node = {
		.field = F_element,
		.label = tree_text(tree, label),
		.parent = TREE_NONE,
		.next = at + 1,
		.off = (uint32_t)tree->len,
		.len = (uint32_t)len,
		.type = FT_BYTES,
	};

	vec_push(&tree->nodes, node);
	tree->len += len;
	return at;
}

/* An item, after all others, that has the bytes of a node once more. */
static struct item item_of(const struct tree *tree, uint32_t of, enum field_id field)
{
	return (struct item){
		.field = field,
		.type = field_info(field)->type,
		.off = tree->nodes.v[of].off,
		.len = tree->nodes.v[of].len,
		.flags = ROW_AGAIN,
	};
}

void tree_add_list(struct tree *tree, uint32_t of, enum field_id list, enum field_id field,
		   const uint64_t *numbers, size_t n)
{
	struct tree_sink s = { .tree = tree, .parent = TREE_NONE };
	struct item item = item_of(tree, of, list);

	item.num = n;
	tree_begin(&s.sink, &item);
	for (size_t i = 0; i < n; i++) {
		item = item_of(tree, of, field);
		item.index = (uint32_t)i;
		item.num = numbers[i];
		add_node(&s, &item);
	}
	item = item_of(tree, of, list);
	tree_end(&s.sink, &item);
}

void tree_add_text(struct tree *tree, uint32_t of, enum field_id field, const char *text)
{
	struct tree_sink s = { .tree = tree, .parent = TREE_NONE };
	struct item item = item_of(tree, of, field);

	add_node(&s, &item);
	/* The text may move the labels; nodes stay where they are. */
	tree->nodes.v[tree->nodes.n - 1].shown = tree_text(tree, text);
}

/* Make room for n nodes after a node, and correct the indexes that point after it. */
static void make_room(struct tree *tree, uint32_t after, uint32_t n)
{
	uint32_t old = (uint32_t)tree->nodes.n;
	struct tree_node *nodes;

	for (uint32_t i = 0; i < n; i++)
		vec_add(&tree->nodes);
	nodes = tree->nodes.v;
	memmove(nodes + after + 1 + n, nodes + after + 1, (old - after - 1) * sizeof(*nodes));
	for (uint32_t i = 0; i < old + n; i++) {
		if (i > after && i <= after + n)
			continue;
		if (nodes[i].next > after)
			nodes[i].next += n;
		if (nodes[i].parent != TREE_NONE && nodes[i].parent > after)
			nodes[i].parent += n;
	}
}

void tree_split(struct tree *tree, uint32_t leaf, const struct tree_part *parts, size_t n)
{
	struct tree_node *list;

	if (!n)
		return;
	make_room(tree, leaf, (uint32_t)n);
	list = &tree->nodes.v[leaf];
	list->type = FT_LIST;
	list->num = n;
	list->flags |= TREE_GROUP;
	for (uint32_t i = 0; i < n; i++)
		list[i + 1] = (struct tree_node){
			.field = F_element,
			.label = parts[i].label,
			.shown = parts[i].shown,
			.parent = leaf,
			.next = leaf + i + 2,
			.off = parts[i].off,
			.len = parts[i].len,
			.depth = (uint16_t)(list->depth + 1),
			.flags = parts[i].note ? TREE_DAMAGED : 0,
			.type = FT_BYTES,
			.note = parts[i].note,
		};
}

bool tree_is_leaf(const struct tree_node *node)
{
	if (node->bits || node->flags & TREE_AGAIN)
		return false;
	return node->flags & TREE_BITS || (node->type != FT_OBJECT && node->type != FT_LIST);
}

uint32_t tree_at_byte(const struct tree *tree, uint32_t off)
{
	for (uint32_t i = 0; i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		if (off - node->off < node->len && off >= node->off && tree_is_leaf(node))
			return i;
	}
	return TREE_NONE;
}
