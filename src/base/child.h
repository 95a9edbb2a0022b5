/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

/*
 * A process for work on input that may crash it. It gets requests and sends replies over a socket.
 * It cannot delay this process beyond a deadline, and cannot make it use more memory than the
 * maximum size of a reply.
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
 * Fork, and call run in the new process. There, SANDBOX_FD is the end of the socket. The process
 * has no other descriptors and none of the signal handlers of this process. It ends when run
 * returns, or after 30 s of CPU time if it has not called sandbox_time() by then.
 */
bool child_start(struct child *child, void (*run)(void *arg), void *arg);

/* Kill the process and wait for its end. Does nothing if it is not running. */
void child_stop(struct child *child);

/* CPU time that the process has used, in ms, however busy the machine was. 0: it is not running. */
int64_t child_cpu(const struct child *child);

/*
 * Send a request, or receive a reply. False: the process has died, the reply is too large, or the
 * deadline has passed and the process has used no CPU time for some seconds. A working process gets
 * some more minutes: only its CPU time is limited (base/sandbox.h), so a slow machine gives the
 * same results. A process that waits for a lock gets no more time, because the lock will never be
 * released; a new process may avoid this.
 */
bool child_send(const struct child *child, uint32_t n, const struct buf *request, int64_t deadline);
bool child_receive(const struct child *child, uint32_t *n, struct buf *reply, int64_t deadline);

/* The same, with an open file, which the caller keeps; -1: none. */
bool child_send_file(const struct child *child, uint32_t n, const struct buf *request, int file,
		     int64_t deadline);

/* The same for a request that consists of one struct of size bytes. */
bool child_send_struct(const struct child *child, const void *ask, size_t size, int file,
		       int64_t deadline);

/* ---- in the process ---- */

/* False: no more requests will come. */
bool child_get(uint32_t *n, struct buf *request);
bool child_put(uint32_t n, const struct buf *reply);

/* The same, and get the file of the request, which the process closes; -1: there is none. */
bool child_get_file(uint32_t *n, struct buf *request, int *file);

/* The same for a request that consists of one struct. Also false if its size differs. */
bool child_get_struct(void *ask, size_t size, int *file);

#endif
