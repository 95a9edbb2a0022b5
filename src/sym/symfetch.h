/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMFETCH_H
#define SYM_SYMFETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Debug files that are fetched one after the other by a thread (sym/debuginfod.h), which starts
 * with the first that is wanted. All functions but open and close are for any thread.
 */
struct symfetch;

enum {
	SYMFETCH_ID_MAX = 32
};

/* What became of a question: path, or NULL. From the thread; it must not call symfetch_*(). */
typedef void symfetch_done_fn(void *arg, uint32_t number, const char *path);

struct symfetch *symfetch_open(symfetch_done_fn *done, void *arg);

/* What was not fetched by then is not told any more. */
void symfetch_close(struct symfetch *fetch);

/* The debug file of a build id; number is the caller's. False: there is no thread for it. */
bool symfetch_want(struct symfetch *fetch, uint32_t number, const uint8_t *id, size_t len);

/* Of all that is wanted: it was not had. */
void symfetch_cancel(struct symfetch *fetch);

struct symfetch_status {
	uint32_t waiting; /* the one that is being fetched included */
	uint32_t found, missing;
	uint64_t got, total; /* bytes of the one that is being fetched; total 0: not known */
	char problem[200];   /* why the last one was not had, "": nothing was missing */
};
void symfetch_status(struct symfetch *fetch, struct symfetch_status *status);

#endif
