/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_LINEFIGURE_H
#define ANNOTATE_LINEFIGURE_H

#include "annotate/annotation.h"

/* What branch stacks and memory accesses tell of an instruction, in columns. */
enum linefigure {
	LINE_TAKEN, /* branches that were taken there, "12 75%" of the times it ran in a block */
	LINE_MISPREDICTED, /* per cent of these */
	LINE_CYCLES,	   /* mean of the blocks that end there */
	LINE_IPC,	   /* instructions of these blocks per cycle */
	LINE_WEIGHT,	   /* mean of the samples */
	LINE_LEVEL,	   /* of memory: where most samples found their data, "L1 hit 80%" */
	LINE_FIGURES
};

const char *linefigure_title(enum linefigure figure);

/* Does some line of a function have it? */
bool linefigure_has(const struct annotated_function *function, enum linefigure figure);

/* Append it, escaped; nothing where the line has none. */
void linefigure_add(const struct annotation *annotation, const struct annotated_line *line,
		    enum linefigure figure, struct buf *out);

#endif
