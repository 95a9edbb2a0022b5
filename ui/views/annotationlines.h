/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATIONLINES_H
#define VIEWS_ANNOTATIONLINES_H

#include "annotate/annotation.h"
#include "base/vec.h"

/* The lines of the view of a function: titles of functions, lines of source, and instructions. */
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
	size_t first, n;  /* its instructions: of a title all of the function */
	uint64_t samples; /* at these */
	double other;	  /* per cent in the other recording; negative: not known */
};

struct annotationlines {
	enum annotationlines_shown shown;
	VEC(struct annotationline) list;
};

/* The samples of all events. counts: of each event of the annotation, or NULL. */
uint64_t annotationlines_samples(const struct annotation *annotation,
				 const struct annotation_count *counts);

/* Make the lines of an annotation, which outlives them; NULL: none. */
void annotationlines_make(struct annotationlines *lines, const struct annotation *annotation);

/*
 * Set other of all lines: where lines of source are compared, that of those alone. False: the other
 * annotation has none of the functions.
 */
bool annotationlines_compare(struct annotationlines *lines, const struct annotation *annotation,
			     const struct annotation *other);
void annotationlines_release(struct annotationlines *lines);

/* The source of a line's instructions; NULL: it is not known. */
const struct code_source *annotationlines_source(const struct annotationline *line);

/* The hottest line that is less hot than one (SIZE_MAX: of all). SIZE_MAX: none. */
size_t annotationlines_hottest(const struct annotationlines *lines, size_t than);

/* The line of an instruction, which can be one of source. SIZE_MAX: none. */
size_t annotationlines_find(const struct annotationlines *lines,
			    const struct annotated_function *function, size_t instruction);

/* The line of an offset in a function, or the last one before it. SIZE_MAX: none. */
size_t annotationlines_at(const struct annotationlines *lines,
			  const struct annotated_function *function, uint64_t off);

#endif
