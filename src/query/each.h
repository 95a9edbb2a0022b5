/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_EACH_H
#define QUERY_EACH_H

#include "query/look.h"

/* Conditions on the values of a list, and on its elements. */

/* A condition on a field of a list: it is true of one of the values, or of all. */
bool each_holds(struct look *l, const struct node *node);

/* An ELEMENT: the condition in its [ ] is true of one element, or of all. */
bool each_element(struct look *l, const struct node *node);

/* A COUNT: how many there are, or of how many elements the condition in [ ] is true. */
struct val each_count(struct look *l, const struct node *node);

#endif
