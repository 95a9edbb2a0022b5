/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SPOOL_H
#define FILE_SPOOL_H

#include "base/err.h"

/*
 * Bytes that come only once, from a pipe, are copied to a file without a name,
 * which is gone when it is closed.
 */

/* A new file without a name in the folder dir, NULL: /var/tmp. Its descriptor, or ERR_IO. */
int spool_file(const char *dir, struct err *err);

/* Copy all of from into a new spool, and return its descriptor, or an error code. */
int spool_copy(int from, const char *dir, struct err *err);

#endif
