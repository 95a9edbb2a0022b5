/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_INTAKE_H
#define FILE_INTAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/*
 * A pipe that is being copied to a file without a name by a thread of its own, while
 * others read already what has come. All functions but close are for any thread.
 */
struct intake;

/* Copy what comes from a descriptor into a new spool in dir (file/spool.h). */
int intake_open(struct intake **intake, int from, const char *dir, struct err *err);

/* Stop copying. */
void intake_close(struct intake *intake);

int intake_fd(const struct intake *intake);  /* of the copy */
uint64_t intake_size(struct intake *intake); /* bytes that have come so far */

/* Nothing more will come; *error is errno of what went wrong, 0: the pipe came to its end. */
bool intake_ended(struct intake *intake, int *error);

/* Wait until so many bytes have come, the end, or so many ms (negative: any time; then false). */
bool intake_wait(struct intake *intake, uint64_t size, int ms);

#endif
