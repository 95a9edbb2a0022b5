/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SUMMARY_H
#define RECORDING_SUMMARY_H

#include "base/shape.h"
#include "wire/schema.h"
#include "wire/tree.h"

/*
 * A record in one line, by the template of its type (record_desc.summary):
 *   {field}          the field's value, "" if the record has none
 *   {#field}         of a list the number of elements, of bytes their number, of a number its value
 *   {#field one many}   the same, and the noun for one or for other numbers
 *   {?field:text}    text, if the field exists and is not 0
 *   {?field>1:text}  text, if the field exists and is larger than that
 *   {+field:text}    text, if the field exists, with any value
 *   {!field:text}    text, if the field is missing or 0
 * text may contain {field}. The line is escaped. names (NULL: none): a function that may append
 * another escaped text in place of a field's value; then it returns true.
 */
struct summary_names {
	bool (*name)(void *arg, const struct tree_node *node, struct buf *out);
	void *arg;
};

void summary_text(const struct record_desc *desc, const struct tree *tree,
		  const struct summary_names *names, struct buf *out);

/*
 * Append the shape (base/shape.h) of the summaries of all records of a type. For samples: only of
 * the samples with this layout.
 */
void summary_shape(const struct record_desc *desc, const struct layout *layout,
		   struct shape *shape);

#endif
