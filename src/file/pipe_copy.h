/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PIPE_COPY_H
#define FILE_PIPE_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/*
 * A pipe that a thread copies to an unnamed file, while other threads read the data that have
 * arrived. All functions except pipe_copy_close() may be called from any thread.
 */
struct pipe_copy;

/* Copy the data of a descriptor to a new spool in dir (file/spool.h). */
int pipe_copy_open(struct pipe_copy **pipe_copy, int from, const char *dir, struct err *err);

/* Stop copying and free everything. */
void pipe_copy_close(struct pipe_copy *pipe_copy);

int pipe_copy_fd(const struct pipe_copy *pipe_copy);  /* descriptor of the copy */
uint64_t pipe_copy_size(struct pipe_copy *pipe_copy); /* number of bytes that have arrived so far */

/*
 * Is the copy complete? *error gets the errno of the read or write error that ended it, or 0 at the
 * pipe's end.
 */
bool pipe_copy_ended(struct pipe_copy *pipe_copy, int *error);

/*
 * Wait until the copy has size bytes, is complete, or ms have passed (then return false). Negative
 * ms: wait without limit.
 */
bool pipe_copy_wait(struct pipe_copy *pipe_copy, uint64_t size, int ms);

#endif
