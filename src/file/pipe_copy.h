/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PIPE_COPY_H
#define FILE_PIPE_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/*
 * A pipe that is being copied to a file without a name by a thread of its own, while
 * others read already what has come. All functions but close are for any thread.
 */
struct pipe_copy;

/* Copy what comes from a descriptor into a new spool in dir (file/spool.h). */
int pipe_copy_open(struct pipe_copy **pipe_copy, int from, const char *dir, struct err *err);

/* Stop copying. */
void pipe_copy_close(struct pipe_copy *pipe_copy);

int pipe_copy_fd(const struct pipe_copy *pipe_copy);  /* of the copy */
uint64_t pipe_copy_size(struct pipe_copy *pipe_copy); /* bytes that have come so far */

/* Nothing more will come; *error is errno of what went wrong, 0: the pipe came to its end. */
bool pipe_copy_ended(struct pipe_copy *pipe_copy, int *error);

/* Wait until so many bytes have come, the end, or so many ms (negative: any time; then false). */
bool pipe_copy_wait(struct pipe_copy *pipe_copy, uint64_t size, int ms);

#endif
