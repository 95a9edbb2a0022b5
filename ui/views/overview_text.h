/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OVERVIEW_TEXT_H
#define VIEWS_OVERVIEW_TEXT_H

#include "recording/comms.h"
#include "views/overview_data.h"

/* The lines of an overview as text. */
struct overview_text {
	const struct overview *of;
	struct comms comms;
	size_t cols; /* columns of a line */
};

void overview_text_init(struct overview_text *text, const struct overview *of);
void overview_text_release(struct overview_text *text);

/* Append element i of a section, escaped. */
void overview_text_add(struct overview_text *text, enum overview_section section, size_t i,
		       struct buf *out);

/* Append a text for the elements from i on, which do not fit. */
void overview_text_add_rest(const struct overview_text *text, enum overview_section section,
			    size_t i, struct buf *out);

/* For a section without elements, append what it waits for, or that it is empty. */
void overview_text_add_empty(const struct overview_text *text, enum overview_section section,
			     struct buf *out);

/* Append the heading of the numbers. */
void overview_text_add_heading(const struct overview_text *text, struct buf *out);

/*
 * Get the width of the names at the beginning of events, threads and functions, and the width of
 * the pictures at their end.
 */
void overview_text_columns(const struct overview_text *text, size_t *name, size_t *picture);

#endif
