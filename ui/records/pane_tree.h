/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_PANE_TREE_H
#define RECORDS_PANE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "term/action.h"
#include "term/surface.h"
#include "wire/tree.h"

/*
 * The fields of one record as a tree. What is open and where the cursor is goes
 * by the names of the fields, so both stay when the next record is shown. A
 * zeroed one is ready for use.
 */
struct pane_tree {
	const struct tree *tree; /* NULL: nothing to show */
	struct map opened;	 /* path -> 1 open, 0 closed, where it is not as by default */
	VEC(uint64_t) paths;	 /* of each node */
	VEC(uint32_t) lines;	 /* the nodes that are visible */
	uint64_t want;		 /* path of the cursor, 0: none chosen yet */
	uint64_t cursor, top;	 /* lines */
	int rows;
	/* Append what the address of a node is called, escaped; false: nothing. NULL: no names. */
	bool (*name)(void *ctx, uint32_t node, struct buf *out);
	void *name_ctx;
};

void pane_tree_release(struct pane_tree *pane);

/* Show a tree, which has to live until the next call; NULL: none. */
void pane_tree_set(struct pane_tree *pane, const struct tree *tree);

/* The node under the cursor, NULL: none. */
const struct tree_node *pane_tree_node(const struct pane_tree *pane);

/* Put the cursor on a node, opening what it is in. */
void pane_tree_select(struct pane_tree *pane, uint32_t node);

bool pane_tree_act(struct pane_tree *pane, const struct action_call *call);
/* The cursor goes to a line of the surface; false: none is there. */
bool pane_tree_point(struct pane_tree *pane, int row);
bool pane_tree_knows(enum action action);

/* Append the lines that can be scrolled to, as text, without cutting them. */
void pane_tree_text(const struct pane_tree *pane, struct buf *out);

void pane_tree_draw(struct pane_tree *pane, const struct surface *s, bool focus);

#endif
