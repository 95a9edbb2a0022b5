/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SOURCE_H
#define FILE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/err.h"

/*
 * Bytes to read from at any place: a file, memory, or what a function makes. All
 * reads of a file are pread(), so that one which is cut while it is open gives a
 * short read and no signal.
 * A source can be read from any number of threads at once.
 */
struct source;

/* What tells one file from another, and an older state of it from a newer one. */
struct source_id {
	uint64_t dev, ino, size;
	int64_t mtime_ns;
	int64_t ctime_ns; /* nobody can put it back */
	uint32_t uid;	  /* its owner */
};

/* A regular file. Fails with ERR_OPEN for what is missing, unreadable or not a regular file. */
int source_open(struct source **source, const char *path, struct err *err);

/*
 * What the user named: a regular file, "-" for standard input, or a FIFO; what is no
 * regular file is copied to a temporary one in spool_dir first, to its end, and
 * *spooled is set.
 */
int source_open_any(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		    struct err *err);

/* The same, but a pipe is not waited for to its end: see the functions below. */
int source_open_live(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		     struct err *err);

/* The caller's bytes, which must stay where they are. */
struct source *source_memory(const void *p, size_t len);

/*
 * Bytes that a function makes: fill writes the len bytes that lie at off, all of them
 * below size. It is called from any thread.
 */
typedef void source_fill(void *arg, uint64_t off, uint8_t *to, size_t len);
struct source *source_made(uint64_t size, source_fill *fill, void *arg);

void source_close(struct source *source);

/* The size when it was opened; of a pipe: what has come so far. */
uint64_t source_size(const struct source *source);

/* The size now: somebody may write to the file. */
uint64_t source_size_now(const struct source *source);

/*
 * Nothing more will come through the pipe; *error is errno of what went wrong, 0: nothing. What is
 * no pipe is always at its end.
 */
bool source_ended(const struct source *source, int *error);

/* Wait for a pipe: until it has so many bytes, its end, or so many ms (negative: any time). */
bool source_wait(const struct source *source, uint64_t size, int ms);

/*
 * Another descriptor of the same file, with other flags of open(). -1: it cannot be had; it is no
 * file, or a pipe that is still being copied.
 */
int source_reopen(const struct source *source, int flags);

/* The file's state now; -1 when it cannot be had (it is no file). */
int source_identify(const struct source *source, struct source_id *id);

/* Up to len bytes at off: how many there were, less only at the end; -1 on a read error (errno). */
int64_t source_read(const struct source *source, uint64_t off, void *to, size_t len);

#endif
