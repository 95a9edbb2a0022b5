/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEHELPER_H
#define SYM_LINEHELPER_H

#include "sym/lineread.h"

/*
 * A separate process that reads debug information (sym/lineread.h), which is untrusted, in a
 * sandbox with limits of time and memory. It receives open files, and keeps them in slots. If it
 * dies or does not answer, the next request starts it again, without files.
 *
 * For one thread, except linehelper_stop().
 */
struct linehelper;

enum {
	LINEHELPER_SLOTS = 16,
	LINEHELPER_ADDRESSES = 1 << 11 /* in one request */
};

struct linehelper *linehelper_open(void);
void linehelper_close(struct linehelper *h);

/*
 * Start the process now, because that costs less while this process has little memory. The first
 * request starts it otherwise.
 */
void linehelper_start(struct linehelper *h);

/* End the current request, and let all later ones fail. For any thread. */
void linehelper_stop(struct linehelper *h);

/* Return how often the process was started. If the number has changed, files must be sent again. */
uint32_t linehelper_started(const struct linehelper *h);

/* Return the CPU time in ms that the process has used since its start; 0: it is not running. */
int64_t linehelper_cpu(const struct linehelper *h);

/*
 * Put a file into a slot, with its debug file (-1: the file itself has the debug information). The
 * caller keeps the descriptors. *why receives the result, and alt the further file that is needed.
 * Returns false if the process died.
 */
bool linehelper_load(struct linehelper *h, uint32_t slot, int file, int debug, enum elfread_as as,
		     enum sym_why *why, struct lineread_alt *alt);

/* Send the further file. taken: it is the right one. */
bool linehelper_alt(struct linehelper *h, uint32_t slot, int alt, bool *taken);

/*
 * Receives the answers: for the address with index i the result, and its packed functions, valid
 * during the call.
 */
struct linehelper_sink {
	void (*found)(void *arg, size_t i, enum sym_why why, const void *packed, size_t len);
	void *arg;
};

/*
 * Call lineread_find() for as many of the n addresses as possible, from the first one on, and for
 * at least one. *done: number of answers that the sink has received. Call again for the rest, which
 * the process may already look up while the sink takes the first answers. If split names a file,
 * the next address needs it: call linehelper_split() with a file that may be the right one (-1:
 * there is none) before the next request.
 */
bool linehelper_find(struct linehelper *h, uint32_t slot, const uint64_t *at, size_t n,
		     const struct linehelper_sink *sink, size_t *done,
		     struct lineread_split *split);
bool linehelper_split(struct linehelper *h, uint32_t slot, int file, bool *taken);

#endif
