/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_NAMES_H
#define RECORDS_NAMES_H

#include "base/vec.h"
#include "recording/reader.h"
#include "shell/app.h"
#include "views/address.h"

/* The name of an address in the list's line of a row. */
struct list_name {
	uint64_t row, addr;
	struct symbolizer_request *request;
	bool used; /* by the last drawing */
};

/*
 * Names of the addresses that the list and the details of the records show: addresses stand there
 * at first, and names come from a thread of its own (query/symbolizer.h). A zeroed one has none.
 */
struct records_names {
	struct app *app; /* NULL: nothing is named */
	enum record_view_form form;
	bool early; /* asked before the index was complete: what was mapped may be told later */
	bool told;  /* that all have come */
	VEC(struct list_name) list; /* of the list's summaries */
	const struct row_info *row; /* of the details, */
	const struct tree *tree;    /* and their fields */
	VEC(struct symbolizer_address) addresses;
	VEC(uint32_t) places; /* of each node of the tree: that of its address, from 1; 0: none */
	struct symbolizer_request *details;
};

void records_names_release(struct records_names *names);

/* The record of the details, which lives until the next call; NULL: none. */
void records_names_show(struct records_names *names, const struct row_info *row,
			const struct tree *tree);

/* An address of the details, and what is known of it so far. False: the node is none. */
struct records_address {
	uint64_t addr;
	const struct symbolizer_name *name;
	const struct symbolizer_symbol *symbol;
};
bool records_names_address(const struct records_names *names, uint32_t node,
			   struct records_address *address);

/* For pane_tree.h and pane_list.h: ctx is the struct records_names. */
bool records_names_of_node(void *ctx, uint32_t node, struct buf *out);
bool records_names_of_line(void *ctx, const struct row_info *row, const struct tree_node *node,
			   struct buf *out);

/* The list was drawn: rows that are not in it any more need no names. */
void records_names_drawn(struct records_names *names);

/* Look for all of them again: files of symbols, or the index, are others now. */
void records_names_again(struct records_names *names);

/* True: all that are shown have come, which is worth a drawing at once. */
bool records_names_wake(struct records_names *names);
bool records_names_busy(const struct records_names *names);

/* The next form of addresses, and what it is called. */
const char *records_names_next(struct records_names *names);

#endif
