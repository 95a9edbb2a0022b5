/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/link.h"

#include <string.h>

#include "records/view.h"
#include "shell/help.h"
#include "views/annotation.h"
#include "views/branches.h"
#include "views/chain.h"
#include "views/srctext.h"
#include "views/ustack.h"
#include "views/views.h"

/* The list or object that contains a node, or that the node is; element: the number in the list. */
static enum field_id group_of(const struct tree *tree, const struct tree_node *node,
			      uint32_t *element)
{
	uint32_t at = (uint32_t)(node - tree->nodes.v), child = at;

	*element = 0;
	while (tree->nodes.v[at].parent != TREE_NONE) {
		child = at;
		at = tree->nodes.v[at].parent;
	}
	for (uint32_t i = at + 1; i < child; i = tree->nodes.v[i].next)
		++*element;
	return tree->nodes.v[at].field;
}

/* The node's line in the view of the call chain. */
static uint32_t chain_line(const struct tree *tree, const struct tree_node *node)
{
	uint32_t line = 0;

	for (const struct tree_node *n = tree->nodes.v; n < node; n++)
		line += chain_is_line(n->field);
	return line;
}

/* Open a page about an address: what is known of it, and why no more. */
static bool open_address(struct view_records *v, const struct tree_node *node)
{
	struct records_address a;

	if (!records_names_address(&v->names, (uint32_t)(node - v->session->decoded.nodes.v), &a))
		return false;
	address_open(v->view.app, a.addr, a.name, a.symbol, NULL);
	return true;
}

bool records_link(struct view_records *v, const struct action_call *call)
{
	const struct tree_node *node = pane_tree_node(&v->tree);
	struct app *app = v->view.app;
	uint32_t element;

	if (call->action != ACTION_OPEN || !node || !v->session->row)
		return false;
	if (node->flags & (TREE_MORE | TREE_BEFORE))
		return session_turn_page(v->session, node->flags & TREE_MORE);
	switch (group_of(&v->session->decoded, node, &element)) {
	case F_callchain:
	case F_uframes:
	case F_uframes_end:
		chain_open(app, chain_line(&v->session->decoded, node));
		return true;
	case F_brstack:
		branches_open(app, element);
		return true;
	case F_ustack:
		ustack_open(app);
		return true;
	case F_data_src:
		memory_open(app);
		return true;
	default:
		return open_address(v, node);
	}
}

/* The field of a column by its name. A column of a tracepoint's field has none. */
static enum field_id column_field(struct view_records *v)
{
	struct buf name = BUF_INIT;
	enum field_id field = FIELD_NONE;

	if (pane_list_field(&v->list, v->session->row, &name))
		field = field_id_find(name.p, name.len);
	buf_release(&name);
	return field;
}

static void explain_node(struct view_records *v, const struct tree_node *node)
{
	struct buf lines = BUF_INIT;
	struct records_address a;
	bool named = records_names_address(&v->names,
					   (uint32_t)(node - v->session->decoded.nodes.v), &a);

	if (named)
		address_lines(a.addr, a.name, a.symbol, NULL, &lines);
	help_address(v->view.app, node->field, named ? &lines : NULL);
	buf_release(&lines);
}

void records_explain(struct view_records *v, const struct action_call *call)
{
	const struct tree_node *node = pane_tree_node(&v->tree);

	(void)call;
	session_record(v->session);
	if (v->focus == PANE_LIST)
		help_field(v->view.app, v->session->row ? column_field(v) : FIELD_NONE);
	else if (node)
		explain_node(v, node);
	else
		help_field(v->view.app, FIELD_NONE);
}

/* Get the code address of the sample. False, after a message: there is none. */
static bool find_ip(struct view_records *v, struct symbolizer_address *address)
{
	session_record(v->session);
	for (size_t i = 0; v->session->row && i < v->session->decoded.nodes.n; i++) {
		const struct tree_node *node = &v->session->decoded.nodes.v[i];

		if (node->field != F_ip)
			continue;
		*address = (struct symbolizer_address){ .addr = node->num, .any = true };
		return true;
	}
	app_complain(v->view.app, "This record has no code address.");
	return false;
}

void records_code(struct view_records *v, const struct action_call *call)
{
	struct symbolizer_address address;

	(void)call;
	if (find_ip(v, &address))
		annotation_open_at(v->view.app, v->session->row, &address);
}

void records_source(struct view_records *v, const struct action_call *call)
{
	struct symbolizer_address address;

	(void)call;
	if (find_ip(v, &address))
		srctext_open(v->view.app, v->session->row, &address, 0);
}
