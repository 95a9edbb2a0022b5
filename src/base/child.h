/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

/*
 * A process that works on input which may crash it. It gets requests and sends replies over a
 * socket. It can neither delay this process beyond a deadline, nor make it use more memory than a
 * reply may have.
 */
struct child {
	pid_t pid; /* 0: it is not running */
	int fd;
};

/* The head of requests and replies. */
struct child_head {
	uint32_t n;	/* number of elements that follow */
	uint32_t bytes; /* bytes that follow */
};

enum {
	CHILD_REQUEST_MAX = 16 << 20, /* bytes */
	CHILD_REPLY_MAX = 64 << 20
};

/* ---- this side ---- */

/*
 * Fork and call run in the new process. There SANDBOX_FD is the end of the socket; the process has
 * no other descriptor and no signal handlers of this one. It ends when run returns, or after 30 s
 * of CPU time unless it has called sandbox_time() by then.
 */
bool child_start(struct child *child, void (*run)(void *arg), void *arg);

/* Kill the process and wait for its end. Does nothing if it is not running. */
void child_stop(struct child *child);

/* CPU time that the process has used, in ms, however busy the machine was. 0: it is not running. */
int64_t child_cpu(const struct child *child);

/*
 * Send a request, or receive a reply. False: the process has died, the reply is too large, or the
 * deadline has passed and for seconds the process has done nothing. A process that works gets some
 * minutes more: its CPU time limits it (base/sandbox.h), so that a slow machine gives the same
 * answers. A process that waits for a lock gets no more time, because nobody will release the lock;
 * a new process may avoid it.
 */
bool child_send(const struct child *child, uint32_t n, const struct buf *request, int64_t deadline);
bool child_receive(const struct child *child, uint32_t *n, struct buf *reply, int64_t deadline);

/* As child_send(), with an open file that the caller keeps; -1: none. */
bool child_send_file(const struct child *child, uint32_t n, const struct buf *request, int file,
		     int64_t deadline);

/* As child_send_file(), for a request that is one struct of size bytes. */
bool child_send_ask(const struct child *child, const void *ask, size_t size, int file,
		    int64_t deadline);

/* ---- in the process ---- */

/* False: no more requests will come. */
bool child_get(uint32_t *n, struct buf *request);
bool child_put(uint32_t n, const struct buf *reply);

/* As child_get(), with the file that came with the request, which the process closes; -1: none. */
bool child_get_file(uint32_t *n, struct buf *request, int *file);

/* As child_get_file(), for a request that is one struct. Also false if its size differs. */
bool child_get_ask(void *ask, size_t size, int *file);

#endif
