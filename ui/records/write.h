/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_WRITE_H
#define RECORDS_WRITE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "session/session.h"

struct app;

/*
 * Write records in the background. The argument is "FILE [--format F] [--scope S]"; for a smaller
 * recording, "FILE [--scrub]"; for a recording with all records, "FILE".
 */
int records_write(struct app *app, const char *arg, bool force, struct err *err);
int records_slice(struct app *app, const char *arg, bool force, struct err *err);
int records_repair(struct app *app, const char *arg, bool force, struct err *err);

/* Write the list with its columns, in its order, in the background. */
int records_write_list(struct app *app, const char *path, bool force, struct err *err);

/* Report the result of writing. False: the notice is about something else. */
bool records_write_report(struct app *app, enum session_event event);

/*
 * Pass records to the standard input of a command. The argument is "[--format F] [--scope S]
 * COMMAND". app_run_shell() runs the command, and calls _end() when the command has ended.
 */
int records_pipe(struct app *app, const char *arg, struct err *err);
void records_pipe_end(struct app *app);

/*
 * Write text to a file. If the file exists and force is false, return an error that suggests the
 * command of `how`, such as :page! FILE for "page!".
 */
int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err);

#endif
