/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SPOOL_H
#define FILE_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Spools: unnamed temporary files, which vanish when they are closed. Reading a recording must not
 * depend on a disk: if a spool's folder has no room, the spool moves to memory under the same
 * descriptor. All spools in memory share SPOOL_MEMORY bytes; further writes fail.
 *
 * Any thread may read a spool like a file, and may call these functions.
 */
enum {
	SPOOL_MEMORY = 64 << 20 /* bytes of all spools in memory */
};

/*
 * Make a spool in the folder dir (NULL: /var/tmp), or in memory if the folder has no room or cannot
 * be written. Returns its descriptor, or ERR_IO. Close it with spool_close().
 */
int spool_file(const char *dir, struct err *err);

/* Make a spool that stays on disk, or return ERR_IO. Its writer handles a full disk. */
int spool_file_on_disk(const char *dir, struct err *err);

/* Close a spool, or any other descriptor. */
void spool_close(int fd);

/* Write all len bytes. False: errno has the reason, and a part of the bytes may be written. */
bool spool_write_at(int fd, uint64_t off, const void *p, size_t len);

/* Is the spool in memory, with less than half of that memory left? */
bool spool_is_short(int fd);

/* Let the open descriptor fd refer to a spool, and close the spool's own descriptor. */
bool spool_replace(int fd, int spool);

/*
 * The reason why spools have been kept in memory since the program started, and the remedy. NULL:
 * none was kept in memory. The text is never freed.
 */
const char *spool_notice(void);

/*
 * Set ERR_IO with a message: which data could not be written to a spool in dir, why, and where
 * there is room. error is the errno; needed: the number of bytes of room that are sufficient, 0:
 * unknown.
 */
int spool_failed(struct err *err, const char *what, const char *dir, int error, uint64_t needed);

/*
 * Copy all bytes of `from`, which may be a pipe, into a new spool. Returns its descriptor, or
 * ERR_IO.
 */
int spool_copy(int from, const char *dir, struct err *err);

#endif
