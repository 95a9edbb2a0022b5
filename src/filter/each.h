/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_EACH_H
#define FILTER_EACH_H

#include "filter/row_context.h"

/* Conditions on the values of a list, and on its elements. */

/*
 * Is a condition on a field of a list true of at least one value or, with the keyword "all", of
 * every value?
 */
bool each_holds(struct row_context *l, const struct node *node);

/*
 * Is the condition in the [ ] of an ELEMENT true of at least one element or, with the keyword
 * "all", of every element?
 */
bool each_element(struct row_context *l, const struct node *node);

/*
 * The value of a COUNT: the number of values, or of elements for which the condition in [ ] is
 * true.
 */
struct value each_count(struct row_context *l, const struct node *node);

#endif
