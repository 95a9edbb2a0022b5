/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/folded.h"

#include <string.h>

#include "base/text.h"

void folded_init(struct folded *f, const struct stacktree *tree, bool weights)
{
	*f = (struct folded){ .tree = tree, .weights = weights, .path = BUF_INIT };
}

void folded_release(struct folded *f)
{
	stacktree_walk_release(&f->walk);
	buf_release(&f->path);
	vec_release(&f->lengths);
}

/* Set the path of a node from the path of its parent, which has already been visited. */
static void set_path(struct folded *f, const struct stack_node *node)
{
	const char *name = stacktree_name(f->tree, node->frame);

	buf_truncate(&f->path, f->lengths.v[node->depth - 1]);
	if (node->depth > 1)
		buf_addc(&f->path, ';');
	text_escape_str(&f->path, name);
}

static bool is_written(const struct folded *f, const struct stack_weight *self)
{
	if (f->both)
		return self->samples || self->weight;
	return self->samples && (!f->weights || self->weight);
}

static void add_numbers(const struct folded *f, const struct stack_weight *self, struct buf *out)
{
	buf_addc(out, ' ');
	if (f->both || !f->weights)
		buf_add_u64(out, self->samples);
	if (f->both)
		buf_addc(out, ' ');
	if (f->both || f->weights)
		buf_add_u64(out, self->weight);
	buf_addc(out, '\n');
}

bool folded_next(struct folded *f, size_t bytes, struct buf *out)
{
	uint32_t number;

	while (out->len < bytes) {
		const struct stack_node *node;

		if (!stacktree_walk_next(&f->walk, f->tree, &number))
			return false;
		node = stacktree_node(f->tree, number);
		if (node->depth)
			set_path(f, node);
		f->lengths.n = node->depth;
		vec_push(&f->lengths, f->path.len);
		if (!is_written(f, &node->self))
			continue;
		buf_add(out, f->path.p, f->path.len);
		add_numbers(f, &node->self, out);
	}
	return true;
}
