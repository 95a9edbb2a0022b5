/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_OUTPUT_H
#define FILE_OUTPUT_H

#include <stdbool.h>

#include "file/source.h"

/*
 * A file that is being written and appears under its name only when it is whole:
 * until then it has none, or a temporary one where the file system knows no files
 * without a name. Errors are remembered: after the first one nothing is written any
 * more, and output_finish() returns it. Mode 0600.
 */
struct output;

/*
 * ERR_OPEN where path is there already and must not be replaced (force is false), or
 * is no regular file; ERR_IO where nothing can be written.
 */
int output_open(struct output **output, const char *path, bool force, struct err *err);

/* Would a file of that path replace another, or one in it where that is a folder? */
bool output_hits(const char *path, const char *file);

/* A file without a name in spool_dir, for one who reads it back from its descriptor. */
int output_open_spool(struct output **output, const char *spool_dir, struct err *err);

/*
 * What is appended is written to the descriptor of a pipe at once, which output_close() closes;
 * nothing can be written over.
 */
struct output *output_open_pipe(int fd);

/* Append bytes. False after an error. */
bool output_add(struct output *output, const void *p, size_t len);

/* Append len bytes of a source. False after an error, also when the source has them no more. */
bool output_copy(struct output *output, const struct source *source, uint64_t off, uint64_t len);

/* Zeros up to the next multiple of 8. */
bool output_align(struct output *output);

/* Bytes that were appended. */
uint64_t output_size(const struct output *output);

/* Write over bytes that were appended before. */
bool output_put(struct output *output, uint64_t off, const void *p, size_t len);

/* The first error, or 0. */
int output_error(const struct output *output, struct err *err);

/* Write what is left and give the file its name; the error of any call before is returned. */
int output_finish(struct output *output, struct err *err);

/* The descriptor of a spool that is finished. */
int output_fd(const struct output *output);

/* Free it; what is not finished is gone. */
void output_close(struct output *output);

#endif
