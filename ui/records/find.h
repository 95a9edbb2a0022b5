/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_FIND_H
#define RECORDS_FIND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "session/session.h"
#include "term/action.h"

struct app;
struct view_records;

/*
 * Call session_find(), and show a message for an error in expr, or if there is no such record,
 * which is called `what`.
 */
void records_find(struct view_records *v, const char *expr, const char *what, int dir,
		  uint64_t count);

/* Open the prompt; handle the keys. */
void records_find_prompt(struct view_records *v, const struct action_call *call);
void records_find_key(struct view_records *v, const struct action_call *call);

/* Stop a search with a message. */
void records_find_leave(struct view_records *v);

/* Report what a search has found. False: the notice is about something else. */
/* After a search for bytes: put the cursor of the bytes of the record on them, and say where. */
void records_find_point(struct view_records *v);

bool records_find_report(struct view_records *v, enum session_event event);

/*
 * Search the list from the cursor on: for an expression, for a regular expression in the text of
 * records as ACTION_FIND does, or for bytes. n and N continue these searches.
 */
int records_find_set(struct app *app, const char *expr, struct err *err);
int records_find_regex(struct app *app, const char *regex, struct err *err);
int records_find_bytes(struct app *app, const char *bytes, struct err *err);

#endif
