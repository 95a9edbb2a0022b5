/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_LINE_QUANTITY_H
#define ANNOTATE_LINE_QUANTITY_H

#include "annotate/annotation.h"

/* Columns for figures of an instruction from branch stacks and memory accesses. */
enum line_quantity {
	/* branches taken at the instruction, and in percent of its executions: "12 75%" */
	LINE_TAKEN,
	LINE_MISPREDICTED, /* per cent of the branches taken there */
	LINE_CYCLES,	   /* mean of the blocks that end there */
	LINE_IPC,	   /* instructions per cycle of these blocks */
	LINE_WEIGHT,	   /* mean of the samples */
	LINE_LEVEL,	   /* of memory: where most samples found their data, "L1 hit 80%" */
	LINE_QUANTITIES
};

const char *line_quantity_title(enum line_quantity quantity);

/* Does any line of the function have the figure? */
bool line_quantity_has(const struct annotated_function *function, enum line_quantity quantity);

/* Append the figure, escaped. Nothing is appended if the line lacks it. */
void line_quantity_add(const struct annotation *annotation, const struct annotated_line *line,
		       enum line_quantity quantity, struct buf *out);

#endif
