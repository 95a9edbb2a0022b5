/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OVERVIEW_TEXT_H
#define VIEWS_OVERVIEW_TEXT_H

#include "recording/comms.h"
#include "views/overview_data.h"

/* The lines of an overview as text. */
struct overview_text {
	const struct overview *of;
	struct comms comms;
	size_t cols;	/* columns of a line */
	size_t name;	/* columns of the widest name */
	size_t command; /* lines for the command line */
	bool opened;	/* the command line is shown whole, also if the page has to scroll */
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

/*
 * The number of elements of OVERVIEW_RECORDED if the command line is whole, up to a limit unless
 * the user opened it.
 */
size_t overview_text_recorded(const struct overview_text *text);

/* Is element i of OVERVIEW_RECORDED of a command line that is cut, or that the user opened? */
bool overview_text_folds(const struct overview_text *text, size_t i);

/* Show OVERVIEW_RECORDED as so many elements, the command line as the first ones. */
void overview_text_show_recorded(struct overview_text *text, size_t n);

/* Make the column of names wide enough for element i of a section, if the screen has room. */
void overview_text_fit(struct overview_text *text, enum overview_section section, size_t i);

/* Does a section have numbers, and so a head? */
bool overview_text_has_head(enum overview_section section);
void overview_text_add_head(const struct overview_text *text, enum overview_section section,
			    struct buf *out);

/* Append the heading of the numbers of all sections, for a screen without heads. */
void overview_text_add_heading(const struct overview_text *text, struct buf *out);

/* The width of the pictures at the end of events, threads and functions. */
size_t overview_text_picture(const struct overview_text *text);

#endif
