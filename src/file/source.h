/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SOURCE_H
#define FILE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/err.h"

/*
 * Bytes that are read from any offset: a file, memory, or the output of a function. Files are read
 * by pread() only, so a file that is cut while it is open gives a short read and no signal. Any
 * number of threads can read a source at once.
 */
struct source;

/*
 * The identity of a file and of its state. Different files, and different states of a file, have
 * different identities.
 */
struct source_id {
	uint64_t dev, ino, size;
	int64_t mtime_ns;
	int64_t ctime_ns; /* programs cannot set it back */
	uint32_t uid;	  /* its owner */
};

/* Open a regular file. ERR_OPEN: it is missing, unreadable or not a regular file. */
int source_open(struct source **source, const char *path, struct err *err);

/*
 * Open what the user named: a regular file, "-" for standard input, or a FIFO. Anything but a
 * regular file is copied completely to a temporary file in spool_dir first; then *spooled is set.
 */
int source_open_any(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		    struct err *err);

/* As source_open_any(), but return before the pipe's end. See the functions below. */
int source_open_live(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		     struct err *err);

/* Read the caller's bytes, which must outlive the source. */
struct source *source_memory(const void *p, size_t len);

/*
 * Read the bytes that a function makes. fill() writes the len bytes at `off`, all of them below
 * size. It is called from any thread.
 */
typedef void source_fill(void *arg, uint64_t off, uint8_t *to, size_t len);
struct source *source_made(uint64_t size, source_fill *fill, void *arg);

void source_close(struct source *source);

/* The size when the file was opened. For a pipe: the number of bytes that have arrived so far. */
uint64_t source_size(const struct source *source);

/* The size at this moment, because another process may write to the file. */
uint64_t source_size_now(const struct source *source);

/*
 * Has the pipe ended? *error gets the errno of the error that ended it, or 0. Sources that are no
 * pipe have always ended.
 */
bool source_ended(const struct source *source, int *error);

/* Wait until a pipe has size bytes, has ended, or ms have passed (negative: no limit). */
bool source_wait(const struct source *source, uint64_t size, int ms);

/*
 * Open another descriptor of the same file, with flags of open(). -1: it fails, or the source is no
 * file or a pipe that is still being copied.
 */
int source_reopen(const struct source *source, int flags);

/* The file's present state. -1: there is none, because the source is no file. */
int source_identify(const struct source *source, struct source_id *id);

/*
 * Read up to len bytes at `off`. Returns their number, or -1 on a read error. If it is less than
 * len, errno is 0 at the end, or else the error.
 */
int64_t source_read(const struct source *source, uint64_t off, void *to, size_t len);

/*
 * Read len bytes at off of a file if all of them are in the page cache. False: some are not, or the
 * system cannot read this way.
 */
bool source_read_cached(const struct source *source, uint64_t off, void *to, size_t len);

/* Is it a file, all of whose bytes are there? */
bool source_is_file(const struct source *source);

/*
 * Map *len bytes at off of a file, a multiple of the page size, for reading. *len becomes a
 * multiple of the page size. NULL: they cannot be mapped. See file/mapped.h.
 */
void *source_map(const struct source *source, uint64_t off, size_t *len);

#endif
