/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FIELD_H
#define WIDGETS_FIELD_H

#include <stdbool.h>

#include "analysis/grouping.h"
#include "base/buf.h"
#include "recording/reader.h"
#include "wire/tree.h"

/*
 * Write a field under the cursor as a condition of a filter, such as pid == 12. These functions
 * return false, and append nothing, if the filter language has no expression for it.
 */

/* A node in the tree of the row's record. */
bool field_of_node(const struct tree *tree, const struct tree_node *node, struct buf *out);

/* A field with a column in the list. */
bool field_of_row(struct reader *reader, const struct row_info *row, enum field_id field,
		  struct buf *out);

/*
 * The values of a group, as conditions on one row. Values of a list are conditions on one element
 * of the list. A missing value is a condition, too.
 */
bool field_of_group(const struct field *by, size_t n, const struct group_value *values,
		    struct buf *out);

/* The value of any field in a row. */
bool field_of_row_field(struct reader *reader, const struct row_info *row,
			const struct field *field, struct buf *out);

/* The name of a node's field in filters. */
bool field_of_node_name(const struct tree *tree, const struct tree_node *node, struct buf *out);

/*
 * Append bytes as a quoted string of the filter language; bytes that are not plain text become
 * \xNN.
 */
void field_add_string(struct buf *out, const void *text, size_t len);

/* Append a regular expression as a string for =~, in which a backslash needs no escape. */
void field_add_pattern(struct buf *out, const char *pattern);

/* Negate a condition. */
void field_negate(struct buf *condition);

#endif
