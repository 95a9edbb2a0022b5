/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_LINES_H
#define VIEWS_ANNOTATION_LINES_H

#include "annotate/annotation.h"
#include "base/vec.h"

/* The lines in the view of a function: titles of functions, source lines and instructions. */
enum annotation_lines_shown {
	SHOWN_BOTH,
	SHOWN_SOURCE,
	SHOWN_ASM,
	SHOWN_COUNT
};

struct annotation_line {
	enum {
		LINE_TITLE,
		LINE_SOURCE,
		LINE_CODE
	} kind;
	const struct annotated_function *function;
	size_t first, n;  /* its instructions; for a title: those of the function */
	uint64_t samples; /* at these instructions */
	double other;	  /* percentage in the other recording; negative: unknown */
};

struct annotation_lines {
	enum annotation_lines_shown shown;
	VEC(struct annotation_line) list;
};

/*
 * The samples of all events together. counts has one element for each event of the annotation, or
 * is NULL.
 */
uint64_t annotation_lines_samples(const struct annotation *annotation,
				  const struct annotation_count *counts);

/* The line's part of the samples in its function. */
double annotation_lines_share(const struct annotation *annotation,
			      const struct annotation_line *line);

/* Make the lines of an annotation (NULL: none). The annotation must outlive the lines. */
void annotation_lines_make(struct annotation_lines *lines, const struct annotation *annotation);

/*
 * Set `other` in all lines; if source lines are compared, only in the source lines. False: the
 * other annotation has none of the functions.
 */
bool annotation_lines_compare(struct annotation_lines *lines, const struct annotation *annotation,
			      const struct annotation *other);
void annotation_lines_release(struct annotation_lines *lines);

/* The source line of a line's instructions. NULL: it is unknown. */
const struct code_source *annotation_lines_source(const struct annotation_line *line);

/*
 * Return the line that follows line `than` when lines are sorted by samples, largest first. than
 * SIZE_MAX: return the first one. Returns SIZE_MAX if there is none.
 */
size_t annotation_lines_hottest(const struct annotation_lines *lines, size_t than);

/*
 * Return the line of an instruction. If only source lines are shown, return its source line.
 * SIZE_MAX: none.
 */
size_t annotation_lines_find(const struct annotation_lines *lines,
			     const struct annotated_function *function, size_t instruction);

/* The line at an offset of a function, or the last line before it. SIZE_MAX: none. */
size_t annotation_lines_at(const struct annotation_lines *lines,
			   const struct annotated_function *function, uint64_t off);

#endif
