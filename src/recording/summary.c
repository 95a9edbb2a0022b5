/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/summary.h"

#include <string.h>

#include "wire/field_offset.h"
#include "wire/names.h"
#include "wire/tree_value.h"
#include "wire/vocabulary.h"

static const struct tree_node *node_of(const struct tree *tree, const char *name, size_t len)
{
	enum field_id field = field_id_find(name, len);

	for (size_t i = 0; field && i < tree->nodes.n; i++)
		if (tree->nodes.v[i].field == field)
			return &tree->nodes.v[i];
	return NULL;
}

static bool is_set(const struct tree_node *node)
{
	if (!node)
		return false;
	switch ((enum field_type)node->type) {
	case FT_STR:
		return node->text_len > 0;
	case FT_BYTES:
		return node->len > 0;
	case FT_OBJECT:
		return true;
	default:
		return node->num != 0;
	}
}

/* "FIELD", or "FIELD>N" with one digit. */
static bool holds(const char *p, const char *end, const struct tree *tree)
{
	const char *than = memchr(p, '>', (size_t)(end - p));
	const struct tree_node *node = node_of(tree, p, (size_t)((than ? than : end) - p));

	if (than)
		return node && node->num > (uint64_t)(than[1] - '0');
	return is_set(node);
}

/* "?FIELD", "+FIELD" or "!FIELD". */
static bool condition_holds(const char *p, const char *end, const struct tree *tree)
{
	if (*p == '+')
		return node_of(tree, p + 1, (size_t)(end - p - 1));
	return holds(p + 1, end, tree) == (*p == '?');
}

/* The end of a part that begins with '{' and may contain others. */
static const char *part_end(const char *p)
{
	unsigned depth = 0;

	for (; *p; p++) {
		if (*p == '{')
			depth++;
		else if (*p == '}' && !--depth)
			break;
	}
	return p;
}

/* "#FIELD", or "#FIELD ONE MANY" with the nouns for one and for other numbers. */
static void add_count(const char *p, const char *end, const struct tree *tree, struct buf *out)
{
	const char *space = memchr(p, ' ', (size_t)(end - p));
	const char *name_end = space ? space : end;
	const struct tree_node *node = node_of(tree, p, (size_t)(name_end - p));
	const char *many = space ? memchr(space + 1, ' ', (size_t)(end - space - 1)) : NULL;
	uint64_t n;

	if (!node)
		return;
	n = node->type == FT_BYTES ? node->len : node->num;
	buf_add_u64(out, n);
	if (many && n == 1)
		buf_add(out, space, (size_t)(many - space));
	else if (many)
		buf_add(out, many, (size_t)(end - many));
}

static void add_template(const char *p, const char *end, const struct tree *tree,
			 const struct summary_names *names, struct buf *out);

static void add_part(const char *p, const char *end, const struct tree *tree,
		     const struct summary_names *names, struct buf *out)
{
	const char *colon;
	const struct tree_node *node;

	if (*p == '#') {
		add_count(p + 1, end, tree, out);
		return;
	}
	if (!strchr("?+!", *p)) {
		node = node_of(tree, p, (size_t)(end - p));
		if (node && !(names && names->name(names->arg, node, out)))
			tree_value(tree, node, out);
		return;
	}
	colon = memchr(p, ':', (size_t)(end - p));
	if (colon && condition_holds(p, colon, tree))
		add_template(colon + 1, end, tree, names, out);
}

static void add_template(const char *p, const char *end, const struct tree *tree,
			 const struct summary_names *names, struct buf *out)
{
	while (p < end) {
		const char *close;

		if (*p != '{') {
			buf_addc(out, *p++);
			continue;
		}
		close = part_end(p);
		add_part(p + 1, close, tree, names, out);
		p = close + 1;
	}
}

void summary_text(const struct record_desc *desc, const struct tree *tree,
		  const struct summary_names *names, struct buf *out)
{
	add_template(desc->summary, desc->summary + strlen(desc->summary), tree, names, out);
}

/* ---- shapes ---- */

static void text_shape(const char *text, struct shape *shape)
{
	if (text)
		shape_text(shape, text, strlen(text));
}

static void names_shape(const struct names *names, struct shape *shape)
{
	for (const struct name *name = names->list; name->name; name++) {
		text_shape(name->name, shape);
		text_shape(name->text, shape);
	}
	text_shape(names->empty, shape);
	text_shape(names->join, shape);
}

/* Can samples with a layout have the field? */
static bool may_have(const struct record_desc *desc, const struct layout *layout,
		     enum field_id field)
{
	struct field_offset place;

	if (desc->type != RECORD_SAMPLE || vocabulary_of_misc(field))
		return true;
	field_offset_find(&place, layout, desc->type, field);
	return place.kind != OFFSET_NONE;
}

/* "FIELD" or "#FIELD ONE MANY". */
static void word_shape(const struct record_desc *desc, const char *p, const char *end,
		       const struct layout *layout, struct shape *shape)
{
	bool counted = *p == '#';
	const char *space = counted ? memchr(p, ' ', (size_t)(end - p)) : NULL;
	enum field_id field =
		field_id_find(p + counted, (size_t)((space ? space : end) - p - counted));
	const struct field_info *info = field_info(field);
	uint32_t choice;

	if (!may_have(desc, layout, field))
		return;
	choice = shape_begin(shape);
	shape_chars(shape, SHAPE_NUMBER);
	if (space)
		shape_text(shape, space, (size_t)(end - space));
	/* Each noun is added to the shape as a whole. */
	for (const char *noun = space; noun;) {
		const char *next = memchr(noun + 1, ' ', (size_t)(end - noun - 1));

		shape_text(shape, noun, (size_t)((next ? next : end) - noun));
		noun = next;
	}
	if (!counted && info->type == FT_BOOL) {
		text_shape("yes", shape);
		text_shape("no", shape);
	} else if (!counted && info->names) {
		names_shape(info->names, shape);
	} else if (!counted && info->type != FT_UINT && info->type != FT_SINT) {
		shape_any(shape);
	}
	shape_end(shape, choice);
}

static void template_shape(const struct record_desc *desc, const char *p, const char *end,
			   const struct layout *layout, struct shape *shape);

static void part_shape(const struct record_desc *desc, const char *p, const char *end,
		       const struct layout *layout, struct shape *shape)
{
	const char *colon;
	uint32_t choice;

	if (!strchr("?+!", *p)) {
		word_shape(desc, p, end, layout, shape);
		return;
	}
	colon = memchr(p, ':', (size_t)(end - p));
	if (!colon)
		return;
	choice = shape_begin(shape);
	template_shape(desc, colon + 1, end, layout, shape);
	shape_end(shape, choice);
}

static void template_shape(const struct record_desc *desc, const char *p, const char *end,
			   const struct layout *layout, struct shape *shape)
{
	while (p < end) {
		const char *close = memchr(p, '{', (size_t)(end - p));

		if (!close)
			close = end;
		if (close > p)
			shape_text(shape, p, (size_t)(close - p));
		if (close == end)
			return;
		p = part_end(close);
		part_shape(desc, close + 1, p, layout, shape);
		p++;
	}
}

void summary_shape(const struct record_desc *desc, const struct layout *layout, struct shape *shape)
{
	template_shape(desc, desc->summary, desc->summary + strlen(desc->summary), layout, shape);
}
