/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_NAMES_H
#define RECORDS_NAMES_H

#include "base/vec.h"
#include "recording/reader.h"
#include "shell/app.h"
#include "views/address.h"

/* The name of an address in a line of the list. */
struct list_name {
	uint64_t row, addr;
	struct symbolizer_request *request;
	bool used; /* the last drawing used it */
};

/*
 * Names of addresses in the list and in the details. The screen first shows addresses, while a
 * thread looks up the names (query/symbolizer.h). A zeroed struct has no names.
 */
struct records_names {
	struct app *app; /* NULL: names are not shown */
	enum record_view_form form;
	bool brief; /* lines show names of functions without offsets */
	/* requested before the index was complete, so later records may have further mappings */
	bool early;
	bool reported;		    /* it was reported that all names are known */
	VEC(struct list_name) list; /* names in summaries of the list */
	const struct row_info *row; /* the record of the details */
	const struct tree *tree;    /* the fields of that record */
	VEC(struct symbolizer_address) addresses;
	/* for each node: 1 + the index of its address; 0: the node is no address */
	VEC(uint32_t) places;
	struct symbolizer_request *details;
};

void records_names_release(struct records_names *names);

/* Set the record of the details (NULL: none), which must be valid until the next call. */
void records_names_show(struct records_names *names, const struct row_info *row,
			const struct tree *tree);

/*
 * An address in the details, with its name and symbol. records_names_address() returns false if
 * the node is no address.
 */
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

/* Note that the list was drawn. Rows that are no longer on the screen need no names. */
void records_names_drawn(struct records_names *names);

/* Look up all names again, because the files with symbols, or the index, have changed. */
void records_names_again(struct records_names *names);

/*
 * Handle news about names. Returns true if all names on the screen are known, so the screen must be
 * drawn at once.
 */
bool records_names_wake(struct records_names *names);
bool records_names_busy(const struct records_names *names);

/* Switch to the next form of addresses. Returns the name of the form for a message. */
const char *records_names_next(struct records_names *names);

#endif
