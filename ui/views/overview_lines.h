/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OVERVIEW_LINES_H
#define VIEWS_OVERVIEW_LINES_H

#include "views/overview_text.h"

/* The lines of the overview: what of each section is on the screen. */
struct overview_line {
	enum overview_section section;
	size_t i;   /* index in its section */
	bool first; /* it is the first of its section */
	bool rest;  /* it stands for this line and the next ones, or for a section without lines */
	bool head;  /* it names the numbers of its section, for which it stands; rest is set, too */
};

struct overview_lines {
	VEC(struct overview_line) list;
	bool heads; /* sections have heads */
};

/*
 * Share a screen with room for so many lines among the sections. all_problems: none of these is
 * left out. The text gets the widths for these lines.
 */
void overview_lines_make(struct overview_lines *lines, struct overview_text *text, size_t room,
			 bool all_problems);
void overview_lines_release(struct overview_lines *lines);

/* Find a line of other lines, or the last one before it. Returns `otherwise` if there is none. */
size_t overview_lines_find(const struct overview_lines *lines, const struct overview_line *line,
			   size_t otherwise);

#endif
