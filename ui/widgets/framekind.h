/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEKIND_H
#define WIDGETS_FRAMEKIND_H

#include "stack/stacktree.h"
#include "term/theme.h"

/* What kind of code a frame of a stack is, as far as its file tells. */
enum framekind {
	FRAMEKIND_USER,
	FRAMEKIND_KERNEL,
	FRAMEKIND_INLINED,
	FRAMEKIND_JIT,	  /* code that a program made while it ran */
	FRAMEKIND_UNKNOWN /* nothing is known of the file, or the frame is a task */
};

/* dso: the name of the file that the code is in, NULL where there is none. */
enum framekind framekind_of(const char *dso);

/* The style of a node's frame. Each kind has two, by the name, so that neighbours differ. */
enum style framekind_style(const struct stacktree *tree, uint32_t node);

#endif
