/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SPOOL_H
#define FILE_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Spools: temporary files without a name, which are gone when they are closed. Reading a recording
 * must not need a disk, so a spool moves to memory when its folder has no room, under the same
 * descriptor. All spools in memory share SPOOL_MEMORY bytes; beyond them writing fails.
 *
 * Spools are read like any file, by any thread. Functions are safe from any thread.
 */
enum {
	SPOOL_MEMORY = 64 << 20 /* bytes of all spools in memory */
};

/*
 * Make a spool in the folder dir, NULL: /var/tmp, or in memory where the folder has no room or
 * cannot be written. Return its descriptor, or ERR_IO. To be closed with spool_close().
 */
int spool_file(const char *dir, struct err *err);

/* Make a spool that is on disk, or return ERR_IO. Its writer deals with a full disk. */
int spool_file_on_disk(const char *dir, struct err *err);

/* Close a spool, or any other descriptor. */
void spool_close(int fd);

/* Write all of so many bytes. False: errno says why, and some of them may be written. */
bool spool_write_at(int fd, uint64_t off, const void *p, size_t len);

/* Is the spool in memory, of which there is less than half left? */
bool spool_is_short(int fd);

/* Have the descriptor fd, which is open, stand for a spool, and close the spool's own. */
bool spool_replace(int fd, int spool);

/*
 * Why spools had to be in memory since the program started, and what helps; NULL: none had to.
 * Lives forever.
 */
const char *spool_notice(void);

/*
 * Set ERR_IO: what could not be written to a spool in dir, why, and where room would help. error
 * is the errno; needed: bytes of room that would do, 0: unknown.
 */
int spool_failed(struct err *err, const char *what, const char *dir, int error, uint64_t needed);

/* Copy all of from, which may be a pipe, into a new spool; return its descriptor, or ERR_IO. */
int spool_copy(int from, const char *dir, struct err *err);

#endif
