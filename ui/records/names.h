/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_NAMES_H
#define RECORDS_NAMES_H

#include "base/vec.h"
#include "recording/reader.h"
#include "shell/app.h"
#include "views/address.h"

/* The name of an address in the line of a row. */
struct list_name {
	uint64_t row, addr;
	struct symbolizer_request *request;
	bool used; /* by the last drawing */
};

/*
 * Names of addresses in the list and in the details. Addresses are shown first; a thread looks up
 * the names (query/symbolizer.h). A zeroed one has no names.
 */
struct records_names {
	struct app *app; /* NULL: nothing is named */
	enum record_view_form form;
	bool early; /* requested before the index was complete: later records may have mappings */
	bool told;  /* reported that all names have come */
	VEC(struct list_name) list; /* names in summaries of the list */
	const struct row_info *row; /* the record of the details, */
	const struct tree *tree;    /* and its fields */
	VEC(struct symbolizer_address) addresses;
	VEC(uint32_t) places; /* for each node: 1 + the index of its address; 0: no address */
	struct symbolizer_request *details;
};

void records_names_release(struct records_names *names);

/* Set the record of the details, which must live until the next call; NULL: none. */
void records_names_show(struct records_names *names, const struct row_info *row,
			const struct tree *tree);

/* Get an address of the details, and what is known of it. False: the node is no address. */
struct records_address {
	uint64_t addr;
	const struct symbolizer_name *name;
	const struct symbolizer_symbol *symbol;
};
bool records_names_address(const struct records_names *names, uint32_t node,
			   struct records_address *address);

/* Functions for pane_tree.h and pane_list.h; ctx is the struct records_names. */
bool records_names_of_node(void *ctx, uint32_t node, struct buf *out);
bool records_names_of_line(void *ctx, const struct row_info *row, const struct tree_node *node,
			   struct buf *out);

/* The list was drawn: rows that are no longer in it need no names. */
void records_names_drawn(struct records_names *names);

/* Look up all names again: the files with symbols, or the index, have changed. */
void records_names_again(struct records_names *names);

/* True: all names on the screen have come, so draw at once. */
bool records_names_wake(struct records_names *names);
bool records_names_busy(const struct records_names *names);

/* Switch to the next form of addresses. Returns its name for the user. */
const char *records_names_next(struct records_names *names);

#endif
