/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_HELP_H
#define SHELL_HELP_H

#include "base/err.h"
#include "shell/app.h"
#include "wire/fields.h"

/* Open the help of the view on top, which lists its actions and keys. */
void help_open(struct app *app);

/* The topic that shows the table of all numbers (views/numbers.h). */
#define HELP_NUMBERS "numbers"

/*
 * Open the help of a command, a key or its action, a field, a record type, a topic (topics.h),
 * or HELP_NUMBERS.
 */
int help_topic(struct app *app, const char *topic, struct err *err);

/*
 * Append lines about the field, function, option or record type of this name. Otherwise append
 * lines about a command whose help begins with this name. False: there is nothing of this name.
 */
bool help_add(const char *topic, struct buf *out);
bool help_add_command(const struct app *app, const char *name, struct buf *out);

/* Append a line about a record type. */
void help_add_type(uint32_t type, struct buf *out);

/*
 * Open a list of all keys by view. If text is not empty, the list contains only lines whose key,
 * action or help contains the text.
 */
int help_keys(struct app *app, const char *text, struct err *err);

/* Open the help of a field. For FIELD_NONE, show a message that there is no field. */
void help_field(struct app *app, enum field_id field);

/*
 * Open the help of a field that is an address, followed by lines about the address
 * (views/address.h).
 */
void help_address(struct app *app, enum field_id field, const struct buf *lines);

#endif
