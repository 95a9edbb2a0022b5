/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SUMMARY_H
#define RECORDING_SUMMARY_H

#include "base/shape.h"
#include "wire/schema.h"
#include "wire/tree.h"

/*
 * A record in one line, by the template of its type (record_desc.summary):
 *   {field}          the field's value, "" when the record has none
 *   {#field}         how many elements a list has, or how many bytes; a number itself
 *   {#field one many}   that, and the noun for one or for any other number
 *   {?field:text}    text, when the field is there and not 0
 *   {?field>1:text}  text, when it is there and more than that
 *   {+field:text}    text, when the field is there, whatever it is
 *   {!field:text}    text, when it is not there or 0
 * Text may hold {field} itself. The line is escaped. names: who appends something else, escaped,
 * in place of a field's value and returns true then; NULL: nobody.
 */
struct summary_names {
	bool (*name)(void *arg, const struct tree_node *node, struct buf *out);
	void *arg;
};

void summary_text(const struct record_desc *desc, const struct tree *tree,
		  const struct summary_names *names, struct buf *out);

/*
 * Append the shape (base/shape.h) of the summaries of all records of a type, of samples only of
 * those with a layout.
 */
void summary_shape(const struct record_desc *desc, const struct layout *layout,
		   struct shape *shape);

#endif
