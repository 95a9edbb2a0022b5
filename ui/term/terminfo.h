/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERMINFO_H
#define TERM_TERMINFO_H

/*
 * Descriptions of common terminals for machines that have none of them, in the program of `make
 * static` alone. terminfo is what ncurses reads from $TERMINFO in place of a folder.
 */
struct terminfo {
	const char *name, *terminfo;
};

/* That of a type, or one that goes for it; NULL: there is none. */
const struct terminfo *terminfo_find(const char *name);

#endif
