/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEREAD_H
#define SYM_LINEREAD_H

#include "base/buf.h"
#include "sym/elfread.h"
#include "sym/why.h"

/*
 * What libdw finds in debug information: the source lines of an address, and the functions that
 * were inlined there. A unit is gone through when an address of it is asked for. libdw is not
 * made for hostile input: this is for a process with limits (sym/linehelper.h).
 */
struct lineread;

/*
 * file is what is mapped, debug what has the debug information; -1: the same. Descriptors stay
 * the caller's, and are not needed afterwards. NULL: there is no debug information in it, or it
 * cannot be read; *why tells.
 */
struct lineread *lineread_open(int file, int debug, enum elfread_as as, enum sym_why *why);
void lineread_close(struct lineread *r);

/* A file that has what several debug files share (dwz, .gnu_debugaltlink). */
struct lineread_alt {
	char name[1024]; /* path as the debug file has it, "": none is wanted */
	uint8_t id[ELF_BUILD_ID_MAX];
	uint32_t id_len;
};
void lineread_alt(struct lineread *r, struct lineread_alt *alt);

/* False: it is another one. */
bool lineread_set_alt(struct lineread *r, int file);

/* A file that has the functions of a unit (-gsplit-dwarf). */
struct lineread_split {
	char name[1024]; /* path as the unit has it, "": none is wanted */
	char dir[1024];	 /* which that is relative to */
};

/*
 * Append the packed functions (sym/srcstack.h) of an address as symbols have it (enum elfread_as).
 * NONE; else there are none, or not all that there should be. Where split says that a file is
 * wanted nothing is appended: it is to be asked again after lineread_set_split().
 */
enum sym_why lineread_find(struct lineread *r, uint64_t at, struct buf *packed,
			   struct lineread_split *split);

/* False: it is another one. -1: there is none, and what can be told without it is told. */
bool lineread_set_split(struct lineread *r, int file);

#endif
