/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEREAD_H
#define SYM_LINEREAD_H

#include "base/buf.h"
#include "sym/elfread.h"
#include "sym/why.h"

/*
 * Reads source lines and inlined functions of addresses from debug information with libdw. A unit
 * is read when one of its addresses is needed. libdw is not made for hostile input, so this is for
 * a process with limits (sym/linehelper.h).
 */
struct lineread;

/*
 * Open debug information. file is the mapped file, debug the file with the debug information; -1:
 * the same file. The caller keeps the descriptors and may close them afterwards. NULL: there is no
 * debug information, or it cannot be read; *why has the reason.
 */
struct lineread *lineread_open(int file, int debug, enum elfread_as as, enum sym_why *why);
void lineread_close(struct lineread *r);

/* The file with data that several debug files share (dwz, .gnu_debugaltlink). */
struct lineread_alt {
	char name[1024]; /* path in the debug file; "": no such file is needed */
	uint8_t id[ELF_BUILD_ID_MAX];
	uint32_t id_len;
};
void lineread_alt(struct lineread *r, struct lineread_alt *alt);

/* Use the file. Returns false if it is not the right one. */
bool lineread_set_alt(struct lineread *r, int file);

/* The file with the functions of a unit (-gsplit-dwarf). */
struct lineread_split {
	char name[1024]; /* path in the unit; "": no such file is needed */
	char dir[1024];	 /* the folder to which it is relative */
};

/*
 * Append the packed functions (sym/srcstack.h) of an address in the form of symbols (enum
 * elfread_as). Returns SYM_WHY_NONE, or why functions are missing. If split names a file that is
 * needed, nothing is appended: call lineread_set_split(), and then this function again.
 */
enum sym_why lineread_find(struct lineread *r, uint64_t at, struct buf *packed,
			   struct lineread_split *split);

/*
 * Use the file. Returns false if it is not the right one. file -1: there is no such file, and
 * results are made without it.
 */
bool lineread_set_split(struct lineread *r, int file);

#endif
