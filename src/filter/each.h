/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_EACH_H
#define FILTER_EACH_H

#include "filter/row_context.h"

/* Conditions on the values of a list, and on its elements. */

/* Is a condition on a field of a list true of one value, or, with all, of all of them? */
bool each_holds(struct row_context *l, const struct node *node);

/* Is the condition in the [ ] of an ELEMENT true of one element, or, with all, of all of them? */
bool each_element(struct row_context *l, const struct node *node);

/*
 * The value of a COUNT: the number of values, or of elements for which the condition in [ ] is
 * true.
 */
struct value each_count(struct row_context *l, const struct node *node);

#endif
