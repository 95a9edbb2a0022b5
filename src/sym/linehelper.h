/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEHELPER_H
#define SYM_LINEHELPER_H

#include "sym/lineread.h"

/*
 * A process of its own that reads debug information (sym/lineread.h), which can be anything, in a
 * sandbox and with limits of time and memory. It is sent open files, which it keeps in slots. One
 * that dies or does not answer is started again with the next question, and has no files then.
 *
 * For one thread, except linehelper_stop().
 */
struct linehelper;

enum {
	LINEHELPER_SLOTS = 16
};

struct linehelper *linehelper_open(void);
void linehelper_close(struct linehelper *h);

/* End what it is doing, and fail from now on. From any thread. */
void linehelper_stop(struct linehelper *h);

/* How often it was started: whoever sees another number than before sends files again. */
uint32_t linehelper_started(const struct linehelper *h);

/* Milliseconds of CPU time that the process has used, since it was started; 0: it does not run. */
int64_t linehelper_cpu(const struct linehelper *h);

/*
 * Put a file into a slot, with the debug file that belongs to it (-1: it has its debug information
 * itself). Descriptors stay the caller's. *why tells what came of that, alt which further file
 * is wanted. False: the process died of it.
 */
bool linehelper_load(struct linehelper *h, uint32_t slot, int file, int debug, enum elfread_as as,
		     enum sym_why *why, struct lineread_alt *alt);

/* That further file. taken: it is the one. */
bool linehelper_alt(struct linehelper *h, uint32_t slot, int alt, bool *taken);

/*
 * lineread_find(), whose packed functions replace what is in packed. Where split says that a file
 * is wanted, linehelper_split() sends what may be it (-1: there is none), and it is to be asked
 * again.
 */
bool linehelper_find(struct linehelper *h, uint32_t slot, uint64_t at, enum sym_why *why,
		     struct buf *packed, struct lineread_split *split);
bool linehelper_split(struct linehelper *h, uint32_t slot, int file, bool *taken);

#endif
