/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buf.h"
#include "base/err.h"
#include "options.h"

/* The subcommands and the functions that they share. Each subcommand returns an exit status. */
int cli_index(const struct options *options);
int cli_info(const struct options *options);
int cli_print(const struct options *options);
int cli_count(const struct options *options);
int cli_annotate(const struct options *options);
int cli_slice(const struct options *options);
int cli_fields(const struct options *options);
int cli_completion(const struct options *options);

/* The recording to use if the command line names none. */
extern const char *const cli_default_file;

/* Write one line to standard error: "perfnav: FILE: message". Without a file, file is NULL. */
void cli_error(const char *file, const struct err *err);
void cli_warn(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Report that a value of an option is invalid, and which values are possible. Returns STATUS_USAGE.
 */
int cli_refuse(const char *option, const char *values, const char *value);

/* Add a second line to a message: the command that lists the options of this command. */
void cli_try_help(enum command command);

/*
 * Add a second line to a message if the first file, or perf.data, does not exist: what the user may
 * have meant.
 */
void cli_advise(const struct options *options);

/* The exit status for an error. */
int cli_status(const struct err *err);

/* Return the more important one of two exit statuses. */
int cli_worse(int a, int b);

/*
 * Write to standard output. If this fails, print a message and return STATUS_IO. If the reader of
 * standard output has closed it, the program exits without a message.
 */
int cli_write(const struct buf *buf);

/* Run a command for each file of the command line, or for perf.data if there is none. */
int cli_each_file(const struct options *options,
		  int (*command)(const struct options *options, const char *file));

/*
 * If there are several files, remove the indexes from them, and report this. A pattern such as
 * perf.data* also matches indexes.
 */
void cli_skip_indexes(struct options *options);

/*
 * Check that the options and files can be used together. If not, print a message and return
 * STATUS_USAGE.
 */
int cli_check_files(const struct options *options);

/*
 * Report an error in a text of the command line, with a caret below its place. Returns
 * STATUS_USAGE.
 */
int cli_explain(const char *what, const char *text, const struct err *err);

#endif
