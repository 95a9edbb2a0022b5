/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/summary.h"

#include <string.h>

static const struct tree_node *node_of(const struct tree *tree, const char *name, size_t len)
{
	enum word word = word_find(name, len);

	for (size_t i = 0; word && i < tree->nodes.n; i++)
		if (tree->nodes.v[i].word == word)
			return &tree->nodes.v[i];
	return NULL;
}

static bool is_set(const struct tree_node *node)
{
	if (!node)
		return false;
	switch ((enum word_type)node->type) {
	case WT_STR:
		return node->text_len > 0;
	case WT_BYTES:
		return node->len > 0;
	case WT_OBJECT:
		return true;
	default:
		return node->num != 0;
	}
}

/* The end of a part that began with '{', which may hold others. */
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

static void count_text(const struct tree_node *node, struct buf *out)
{
	if (node)
		buf_add_u64(out, node->type == WT_BYTES ? node->len : node->num);
}

static void add_template(const char *p, const char *end, const struct tree *tree, struct buf *out);

static void add_part(const char *p, const char *end, const struct tree *tree, struct buf *out)
{
	const char *colon;
	const struct tree_node *node;

	if (*p == '#') {
		count_text(node_of(tree, p + 1, (size_t)(end - p - 1)), out);
		return;
	}
	if (*p != '?' && *p != '!') {
		node = node_of(tree, p, (size_t)(end - p));
		if (node)
			tree_value(tree, node, out);
		return;
	}
	colon = memchr(p, ':', (size_t)(end - p));
	if (colon && is_set(node_of(tree, p + 1, (size_t)(colon - p - 1))) == (*p == '?'))
		add_template(colon + 1, end, tree, out);
}

static void add_template(const char *p, const char *end, const struct tree *tree, struct buf *out)
{
	while (p < end) {
		const char *close;

		if (*p != '{') {
			buf_addc(out, *p++);
			continue;
		}
		close = part_end(p);
		add_part(p + 1, close, tree, out);
		p = close + 1;
	}
}

void summary_text(const struct record_desc *desc, const struct tree *tree, struct buf *out)
{
	add_template(desc->summary, desc->summary + strlen(desc->summary), tree, out);
}
