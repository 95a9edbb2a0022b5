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
	LINEHELPER_SLOTS = 16,
	LINEHELPER_ADDRESSES = 1 << 12 /* of a question */
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

/* Where answers go: of the address number i why, and packed functions for the call. */
struct linehelper_sink {
	void (*found)(void *arg, size_t i, enum sym_why why, const void *packed, size_t len);
	void *arg;
};

/*
 * lineread_find() of the first of n addresses, which is at least one. *done: how many the sink has
 * got; ask again for the others. Where split names a file, the address after these needs it:
 * linehelper_split() sends what may be that file (-1: there is none) before the next question.
 */
bool linehelper_find(struct linehelper *h, uint32_t slot, const uint64_t *at, size_t n,
		     const struct linehelper_sink *sink, size_t *done,
		     struct lineread_split *split);
bool linehelper_split(struct linehelper *h, uint32_t slot, int file, bool *taken);

#endif
