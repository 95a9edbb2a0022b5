/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATIONLINES_H
#define VIEWS_ANNOTATIONLINES_H

#include "annotate/annotation.h"
#include "base/vec.h"

/* The lines in the view of a function: titles of functions, source lines and instructions. */
enum annotationlines_shown {
	SHOWN_BOTH,
	SHOWN_SOURCE,
	SHOWN_ASM,
	SHOWN_COUNT
};

struct annotationline {
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

struct annotationlines {
	enum annotationlines_shown shown;
	VEC(struct annotationline) list;
};

/*
 * The samples of all events together. counts has one element for each event of the annotation, or
 * is NULL.
 */
uint64_t annotationlines_samples(const struct annotation *annotation,
				 const struct annotation_count *counts);

/* The line's part of the samples in its function. */
double annotationlines_share(const struct annotation *annotation,
			     const struct annotationline *line);

/* Make the lines of an annotation (NULL: none). The annotation must outlive the lines. */
void annotationlines_make(struct annotationlines *lines, const struct annotation *annotation);

/*
 * Set `other` in all lines; if source lines are compared, only in the source lines. False: the
 * other annotation has none of the functions.
 */
bool annotationlines_compare(struct annotationlines *lines, const struct annotation *annotation,
			     const struct annotation *other);
void annotationlines_release(struct annotationlines *lines);

/* The source line of a line's instructions. NULL: it is unknown. */
const struct code_source *annotationlines_source(const struct annotationline *line);

/*
 * Return the line that follows line `than` when lines are sorted by samples, largest first. than
 * SIZE_MAX: return the first one. Returns SIZE_MAX if there is none.
 */
size_t annotationlines_hottest(const struct annotationlines *lines, size_t than);

/*
 * Return the line of an instruction. If only source lines are shown, return its source line.
 * SIZE_MAX: none.
 */
size_t annotationlines_find(const struct annotationlines *lines,
			    const struct annotated_function *function, size_t instruction);

/* The line at an offset of a function, or the last line before it. SIZE_MAX: none. */
size_t annotationlines_at(const struct annotationlines *lines,
			  const struct annotated_function *function, uint64_t off);

#endif
