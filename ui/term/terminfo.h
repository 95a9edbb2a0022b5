/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERMINFO_H
#define TERM_TERMINFO_H

/*
 * Descriptions of common terminals, for machines without terminfo; only in the program of `make
 * static`. ncurses accepts such a description in $TERMINFO in place of a folder.
 */
struct terminfo {
	const char *name, *terminfo;
};

/* Find the description of a type, or of a compatible one; NULL: there is none. */
const struct terminfo *terminfo_find(const char *name);

#endif
