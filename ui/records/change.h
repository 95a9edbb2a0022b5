/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_CHANGE_H
#define RECORDS_CHANGE_H

#include <stdbool.h>

struct app;
struct view;
struct view_records;

/*
 * Look whether another program has changed the files of the recording, and report it. True: the
 * screen must be drawn at once (struct view_ops).
 */
bool records_change_look(struct view *view);

/* Return words about the change for the status line; NULL: nothing was changed. */
const char *records_change_state(const struct view_records *v);

/* Return the warning that views show if the file was truncated or changed. NULL: it was not. */
const char *records_change_note(const struct app *app);

#endif
