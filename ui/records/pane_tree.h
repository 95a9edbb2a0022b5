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
 * The fields of one record as a tree. The pane stores the names of open fields and of the field
 * under the cursor, so these stay when it shows another record. A zeroed pane is ready for use.
 */
struct pane_tree {
	const struct tree *tree; /* NULL: there is no record */
	/* path -> 1 open, 0 closed; only for fields that differ from the default */
	struct map opened;
	VEC(uint64_t) paths;  /* path of each node */
	VEC(uint32_t) lines;  /* the visible nodes */
	uint64_t want;	      /* path of the field under the cursor, 0: none yet */
	uint64_t cursor, top; /* numbers of lines */
	int rows;
	/*
	 * Appends the name of a node's address, escaped. Returns false if it has none. NULL: no
	 * names are shown.
	 */
	bool (*name)(void *ctx, uint32_t node, struct buf *out);
	void *name_ctx;
};

void pane_tree_release(struct pane_tree *pane);

/* Show a tree (NULL: none), which must be valid until the next call. */
void pane_tree_set(struct pane_tree *pane, const struct tree *tree);

/* The node under the cursor. NULL: none. */
const struct tree_node *pane_tree_node(const struct pane_tree *pane);

/* Put the cursor on a node, and open its parents. */
void pane_tree_select(struct pane_tree *pane, uint32_t node);

bool pane_tree_act(struct pane_tree *pane, const struct action_call *call);
/* Put the cursor on a line of the surface. False: there is no line. */
bool pane_tree_point(struct pane_tree *pane, int row);
bool pane_tree_knows(enum action action);

/* Append all lines as text, not truncated, also the lines outside of the screen. */
void pane_tree_text(const struct pane_tree *pane, struct buf *out);

void pane_tree_draw(struct pane_tree *pane, const struct surface *s, bool focus);

#endif
