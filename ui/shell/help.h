/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_HELP_H
#define SHELL_HELP_H

#include "base/err.h"
#include "shell/app.h"
#include "wire/fields.h"

/* Open the help of the view on top: what it knows, from the tables of actions and keys. */
void help_open(struct app *app);

/* The topic that is the table of all numbers (numbers.h). */
#define HELP_NUMBERS "numbers"

/* About one thing: a command, a key or its action, a field, HELP_NUMBERS. */
int help_topic(struct app *app, const char *topic, struct err *err);

/*
 * Append lines on a field, function or option of that name; on a command, of which the text is the
 * beginning of its line. False: there is none.
 */
bool help_add(const char *topic, struct buf *out);
bool help_add_command(const struct app *app, const char *name, struct buf *out);

/* All keys by view; those where key, action or help have the text, which can be "". */
int help_keys(struct app *app, const char *text, struct err *err);

/* About a field; FIELD_NONE: a message that there is none. */
void help_field(struct app *app, enum field_id field);

/* Likewise of an address, with what is known of it: lines of a page (views/address.h). */
void help_address(struct app *app, enum field_id field, const struct buf *lines);

#endif
