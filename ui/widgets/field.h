/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FIELD_H
#define WIDGETS_FIELD_H

#include <stdbool.h>

#include "analysis/grouping.h"
#include "base/buf.h"
#include "recording/reader.h"
#include "wire/tree.h"

/*
 * A field under the cursor as a condition of a filter: pid == 12. All of these
 * return false, and add nothing, for what the filter language has no word for.
 */

/* A node of the tree of the row's record. */
bool field_of_node(const struct tree *tree, const struct tree_node *node, struct buf *out);

/* A word that the list has a column for. */
bool field_of_row(struct reader *reader, const struct row_info *row, enum word word,
		  struct buf *out);

/*
 * The values of a group: all of them in one row, those of a list in one element. That a field
 * has none is one, too.
 */
bool field_of_group(const struct field *by, size_t n, const struct group_value *values,
		    struct buf *out);

/* The value that any field has in a row. */
bool field_of_row_field(struct reader *reader, const struct row_info *row,
			const struct field *field, struct buf *out);

/* The name of a node's field, as filters call it. */
bool field_of_node_name(const struct tree *tree, const struct tree_node *node, struct buf *out);

/* Bytes as a string of the filter language, quoted: what is not plain text as \xNN. */
void field_add_string(struct buf *out, const void *text, size_t len);

/* Append a regular expression as a string of =~, in which a backslash is one. */
void field_add_pattern(struct buf *out, const char *pattern);

/* The opposite of a condition. */
void field_negate(struct buf *condition);

#endif
