/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SOURCE_SUMS_H
#define ANNOTATE_SOURCE_SUMS_H

#include "annotate/annotation.h"

/* The samples at all instructions of one source line. */
struct source_sum {
	const struct code_source *source; /* NULL: of the instructions without a source line */
	struct annotation_count *counts;  /* of each event */
};

/* The samples of a function by its source lines. */
struct source_sums {
	struct source_sum *lines; /* n, those of inlined functions last */
	size_t n;
	struct source_sum rest;		 /* without a source line */
	struct annotation_count *counts; /* of all sums, which refer to it */
};

/* Add up the function's samples of n events. The function must outlive the sums. */
void source_sums_make(struct source_sums *sums, const struct annotated_function *f, size_t events);
void source_sums_release(struct source_sums *sums);

#endif
