/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEKIND_H
#define WIDGETS_FRAMEKIND_H

#include "stack/stacktree.h"
#include "term/theme.h"

/* The kind of code of a frame, as far as its file shows. */
enum framekind {
	FRAMEKIND_USER,
	FRAMEKIND_KERNEL,
	FRAMEKIND_INLINED,
	FRAMEKIND_JIT,	  /* code that was generated at run time */
	FRAMEKIND_UNKNOWN /* the file is unknown, or the frame is a task */
};

/* dso: the name of the file with the code, NULL if there is none. */
enum framekind framekind_of(const char *dso);

/*
 * Return the style of a node's frame. Each kind has two styles, chosen by name, so that neighbours
 * differ.
 */
enum style framekind_style(const struct stacktree *tree, uint32_t node);

/* Return the style of the kind for a name that is drawn on the background of the terminal. */
enum style framekind_text_style(const struct stacktree *tree, uint32_t node);

#endif
