/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMFETCH_H
#define SYM_SYMFETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Debug files that a thread fetches one after the other (sym/debuginfod.h). The thread starts with
 * the first request. All functions but open and close are for any thread.
 */
struct symfetch;

enum {
	SYMFETCH_ID_MAX = 32
};

/*
 * Receives the path of a fetched file, or NULL. Called by the thread; it must not call
 * symfetch_*().
 */
typedef void symfetch_done_fn(void *arg, uint32_t number, const char *path);

struct symfetch *symfetch_open(symfetch_done_fn *done, void *arg);

/* Stop and free. done is not called for the remaining requests. */
void symfetch_close(struct symfetch *fetch);

/*
 * Request the debug file of a build id. number is chosen by the caller. Returns false if the thread
 * cannot be started.
 */
bool symfetch_want(struct symfetch *fetch, uint32_t number, const uint8_t *id, size_t len);

/* Cancel all requests; done gets NULL for each. */
void symfetch_cancel(struct symfetch *fetch);

struct symfetch_status {
	uint32_t waiting; /* number of requests, including the current one */
	uint32_t found, missing;
	uint64_t got, total; /* bytes of the current download; total 0: unknown */
	char problem[200];   /* why the last request failed; "": no request failed */
};
void symfetch_status(struct symfetch *fetch, struct symfetch_status *status);

#endif
