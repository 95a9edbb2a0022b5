/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

/*
 * A process of its own for work on input that can break it: it gets requests and
 * gives replies over a socket, and nothing it does can hold up the other side
 * longer than a deadline, or make it use more memory than a reply may have.
 */
struct child {
	pid_t pid; /* 0: it does not run */
	int fd;
};

/* In front of requests and replies. */
struct child_head {
	uint32_t n;	/* things that follow */
	uint32_t bytes; /* of them */
};

enum {
	CHILD_REQUEST_MAX = 16 << 20, /* bytes */
	CHILD_REPLY_MAX = 64 << 20
};

/* ---- this side ---- */

/*
 * Fork; run is called in the new process, whose end of the socket is SANDBOX_FD and which
 * has no other descriptor and none of this one's signal handlers. It ends when run returns, or when
 * it has used 30 s of CPU time and has not called sandbox_time() by then.
 */
bool child_start(struct child *child, void (*run)(void *arg), void *arg);

/* Kill it and wait for that; nothing where it does not run. */
void child_stop(struct child *child);

/* Milliseconds of CPU time that it has used, however busy the machine was; 0: it does not run. */
int64_t child_cpu(const struct child *child);

/*
 * False: it has died, the reply is too large, or the deadline has passed and for seconds it has
 * done nothing. One that works is waited for longer, some minutes: what it may do is limited by its
 * CPU time (base/sandbox.h), so that a slow machine gives the same answers. One that waits for a
 * lock, which nobody can give it, is not waited for: another one may have more luck.
 */
bool child_send(const struct child *child, uint32_t n, const struct buf *request, int64_t deadline);
bool child_receive(const struct child *child, uint32_t *n, struct buf *reply, int64_t deadline);

/* child_send() with an open file, which stays the caller's; -1: none. */
bool child_send_file(const struct child *child, uint32_t n, const struct buf *request, int file,
		     int64_t deadline);

/* child_send_file() of a request that is one struct of so many bytes. */
bool child_send_ask(const struct child *child, const void *ask, size_t size, int file,
		    int64_t deadline);

/* ---- in the process ---- */

/* False: there will be no more. */
bool child_get(uint32_t *n, struct buf *request);
bool child_put(uint32_t n, const struct buf *reply);

/* child_get() and the file that came with it, which is the process's to close; -1: none. */
bool child_get_file(uint32_t *n, struct buf *request, int *file);

/* child_get_file() of a request that is one struct. False, too: it is of another size. */
bool child_get_ask(void *ask, size_t size, int *file);

#endif
