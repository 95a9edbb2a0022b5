/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FIELD_CONDITION_H
#define WIDGETS_FIELD_CONDITION_H

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
bool field_condition_of_node(const struct tree *tree, const struct tree_node *node,
			     struct buf *out);

/* A field with a column in the list. */
bool field_condition_of_row(struct reader *reader, const struct row_info *row, enum field_id field,
			    struct buf *out);

/*
 * The values of a group, as conditions on one row. Values of a list are conditions on one element
 * of the list. A missing value is a condition, too.
 */
bool field_condition_of_group(const struct field *by, size_t n, const struct group_value *values,
			      struct buf *out);

/* The value of any field in a row. */
bool field_condition_of_row_field(struct reader *reader, const struct row_info *row,
				  const struct field *field, struct buf *out);

/* The name of a node's field in filters. */
bool field_condition_name_of_node(const struct tree *tree, const struct tree_node *node,
				  struct buf *out);

/*
 * Cut the value of a condition until the condition has at most cols columns. False: nothing of the
 * value would remain.
 */
bool field_condition_cut(struct buf *condition, size_t cols);

#endif
