/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_OUTPUT_H
#define FILE_OUTPUT_H

#include <stdbool.h>

#include "file/source.h"

/*
 * A file that appears under its name only when it is complete. Until then it has no name, or a
 * temporary name where the file system has no unnamed files. After the first error nothing is
 * written any more, and output_finish() returns that error. The file's mode is 0600.
 */
struct output;

/*
 * Open an output for path. ERR_OPEN: path exists and may not be replaced (force is false), or is no
 * regular file. ERR_IO: the folder cannot be written.
 */
int output_open(struct output **output, const char *path, bool force, struct err *err);

/* Would output to path replace file, or a file in it if file is a folder? */
bool output_hits(const char *path, const char *file);

/* Open a file without a name in spool_dir, which is read back through its descriptor. */
int output_open_spool(struct output **output, const char *spool_dir, struct err *err);

/*
 * Open an output that writes appended bytes to the descriptor of a pipe at once. output_close()
 * closes the descriptor. output_put() is not possible.
 */
struct output *output_open_pipe(int fd);

/* Append bytes. False after an error. */
bool output_add(struct output *output, const void *p, size_t len);

/* Append len bytes of a source. False after an error, and if the source has become shorter. */
bool output_copy(struct output *output, const struct source *source, uint64_t off, uint64_t len);

/* Append zeros up to the next multiple of 8. */
bool output_align(struct output *output);

/* The number of bytes appended so far. */
uint64_t output_size(const struct output *output);

/* Overwrite bytes that have already been appended. */
bool output_put(struct output *output, uint64_t off, const void *p, size_t len);

/* The first error, or 0. */
int output_error(const struct output *output, struct err *err);

/* Write buffered bytes and give the file its name. Returns the first error of all calls. */
int output_finish(struct output *output, struct err *err);

/* The descriptor of a finished spool. */
int output_fd(const struct output *output);

/* Free the output. An unfinished file is discarded. */
void output_close(struct output *output);

#endif
