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
	size_t first, n;  /* its instructions; of a title: all of the function */
	uint64_t samples; /* at these instructions */
	double other;	  /* per cent in the other recording; negative: unknown */
};

struct annotationlines {
	enum annotationlines_shown shown;
	VEC(struct annotationline) list;
};

/* The samples of all events. counts: one element for each event of the annotation, or NULL. */
uint64_t annotationlines_samples(const struct annotation *annotation,
				 const struct annotation_count *counts);

/* Make the lines of an annotation (NULL: none), which must outlive them. */
void annotationlines_make(struct annotationlines *lines, const struct annotation *annotation);

/*
 * Set other of all lines; if source lines are compared, only of these. False: the other annotation
 * has none of the functions.
 */
bool annotationlines_compare(struct annotationlines *lines, const struct annotation *annotation,
			     const struct annotation *other);
void annotationlines_release(struct annotationlines *lines);

/* The source line of a line's instructions. NULL: it is unknown. */
const struct code_source *annotationlines_source(const struct annotationline *line);

/* The line after line `than` in the order of samples (SIZE_MAX: the hottest). SIZE_MAX: none. */
size_t annotationlines_hottest(const struct annotationlines *lines, size_t than);

/* The line of an instruction, or its source line if only those are shown. SIZE_MAX: none. */
size_t annotationlines_find(const struct annotationlines *lines,
			    const struct annotated_function *function, size_t instruction);

/* The line at an offset of a function, or the last line before it. SIZE_MAX: none. */
size_t annotationlines_at(const struct annotationlines *lines,
			  const struct annotated_function *function, uint64_t off);

#endif
