/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_ORDER_H
#define ANNOTATE_ANNOTATION_ORDER_H

#include "annotate/annotation.h"
#include "annotate/spots.h"

/*
 * The order of events and functions in an annotation: most samples first, then in order of
 * appearance. The spots get the new numbers. Call the functions in this order, for spots that have
 * not been sorted.
 */

/* Add the names and the counts of the events that have samples in a function. */
void annotation_order_events(struct annotation *a, struct spots *spots);

/* Move the functions from the spots to the annotation. */
void annotation_order_functions(struct annotation *a, struct spots *spots);

#endif
