/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATED_FUNCTION_H
#define ANNOTATE_ANNOTATED_FUNCTION_H

#include "annotate/annotation.h"
#include "annotate/spots.h"

/*
 * Makes the lines of a struct annotated_function (annotate/annotation.h) from its code and its
 * spots. number: of the function in the spots; events: number of events of the annotation.
 */

/*
 * Make the lines with their samples, and add these to the counts of the function, which must be
 * allocated. The function has its code, and no lines yet. n: number of its spots.
 */
void annotated_function_fill(struct annotated_function *f, struct spots *spots, size_t number,
			     size_t n, size_t events);

/* Add the branches and blocks of the spots to the lines. */
void annotated_function_branches(struct annotated_function *f, const struct spots *spots,
				 size_t number);

/* Copy a function; `to` need not be initialized. The caller releases both. */
void annotated_function_copy(struct annotated_function *to, const struct annotated_function *from,
			     size_t events);

/* Free what a function owns. */
void annotated_function_release(struct annotated_function *f);

#endif
