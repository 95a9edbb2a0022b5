/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * User frames of the record under the cursor, after its fields. They appear when unwinding is
 * done.
 */
#include "records/frames.h"

#include "query/unwinding.h"
#include "records/view.h"

/* The field from which the last frames are made; every record with a stack has it. */
static uint32_t stack_node(const struct tree *tree)
{
	for (uint32_t i = 0; i < tree->nodes.n; i++)
		if (tree->nodes.v[i].field == F_ustack_dyn)
			return i;
	return TREE_NONE;
}

static bool can_have(struct view_records *v)
{
	struct layout layout;

	if (!v->session->row || v->session->row->type != RECORD_SAMPLE)
		return false;
	reader_layout(v->session->detail, v->session->row, &layout);
	return userstack_can(&layout) && stack_node(&v->session->decoded) != TREE_NONE;
}

static void add_frames(struct tree *tree, const struct unwind_frames *frames)
{
	uint32_t of = stack_node(tree);

	tree_add_list(tree, of, F_uframes, F_uframes_ip, frames->ips.v, frames->ips.n);
	tree_add_text(tree, of, F_uframes_end, unwind_why_text(frames->why));
}

static void show(struct view_records *v)
{
	pane_tree_set(&v->tree, &v->session->decoded);
	records_names_show(&v->names, v->session->row, &v->session->decoded);
}

void records_frames_begin(struct view_records *v)
{
	v->unwinding = can_have(v);
	if (!v->unwinding)
		return;
	tree_add_text(&v->session->decoded, stack_node(&v->session->decoded), F_uframes,
		      "unwinding\u2026");
	if (!records_frames_resume(v))
		show(v);
}

bool records_frames_resume(struct view_records *v)
{
	const struct unwinding_frames *found;

	if (!v->unwinding)
		return false;
	found = unwinding_get(app_unwinding(v->view.app), v->session->row);
	if (!found)
		return false;
	v->unwinding = false;
	v->session->decoded.nodes.n--;
	if (found->has)
		add_frames(&v->session->decoded, &found->frames);
	show(v);
	return true;
}
