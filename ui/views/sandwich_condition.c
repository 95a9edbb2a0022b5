/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/sandwich_condition.h"

#include "base/vec.h"
#include "views/stack_view.h"
#include "wire/fields.h"

/*
 * Add the condition for frames outside of the outermost call of the function: the task, then frames
 * other than the function. If the callers reach a task, it may be the stack's own task.
 */
static bool add_outside(const char *function, bool callers, struct buf *out)
{
	bool good;

	buf_adds(out, callers ? "^([^;]*;((?!" : "^[^;]*;((?!");
	good = stack_view_add_literal(out, function);
	buf_adds(out, callers ? ";)[^;]*;)*)?" : ";)[^;]*;)*");
	return good;
}

bool sandwich_condition_add(const struct stacktree *tree, uint32_t node, bool callers,
			    const char *function, bool inlined, struct buf *out)
{
	VEC(uint32_t) path = { NULL };
	bool task, good;

	for (; node != STACK_ROOT; node = stacktree_node(tree, node)->parent)
		vec_push(&path, stacktree_node(tree, node)->frame);
	buf_addf(out, "%s ~ \"(?-i)", field_id_name(inlined ? F_folded_inlined : F_folded));
	/* A caller with the same name is the task. */
	task = callers && path.v[0] == path.v[path.n - 1];
	if (task)
		buf_addc(out, '^');
	good = task || add_outside(function, callers, out);
	for (size_t i = 0; i < path.n; i++) {
		buf_adds(out, i ? ";" : "");
		good = good &&
		       stack_view_add_literal(
			       out, stacktree_name(tree, path.v[callers ? i : path.n - 1 - i]));
	}
	buf_adds(out, "(;|$)\"");
	vec_release(&path);
	return good;
}
