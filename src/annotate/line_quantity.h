/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_LINE_QUANTITY_H
#define ANNOTATE_LINE_QUANTITY_H

#include "annotate/annotation.h"

/* Figures of an instruction that come from branch stacks and memory accesses: columns. */
enum line_quantity {
	LINE_TAKEN, /* branches that were taken there, "12 75%" of the times it ran in a block */
	LINE_MISPREDICTED, /* per cent of these */
	LINE_CYCLES,	   /* mean of the blocks that end there */
	LINE_IPC,	   /* instructions of these blocks per cycle */
	LINE_WEIGHT,	   /* mean of the samples */
	LINE_LEVEL,	   /* of memory: where most samples found their data, "L1 hit 80%" */
	LINE_QUANTITIES
};

const char *line_quantity_title(enum line_quantity quantity);

/* Does some line of a function have it? */
bool line_quantity_has(const struct annotated_function *function, enum line_quantity quantity);

/* Append it, escaped; nothing where the line has none. */
void line_quantity_add(const struct annotation *annotation, const struct annotated_line *line,
		       enum line_quantity quantity, struct buf *out);

#endif
