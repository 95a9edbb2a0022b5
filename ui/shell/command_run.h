/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMMAND_RUN_H
#define SHELL_COMMAND_RUN_H

#include "base/err.h"
#include "shell/app.h"

/* A command as it was typed. */
struct command_call {
	const char *arg; /* blanks at both ends are removed; "": there is none */
	bool has_number; /* arg is a number, such as that of a condition */
	uint64_t number;
	bool config; /* it is in the config file */
	bool force;  /* there was a '!' after the name */
};

/* Run a command. Returns 0, or an error whose offset is a column of arg. */
typedef int (*command_fn)(struct app *app, const struct command_call *call, struct err *err);

#define COMMAND(id, ...)                                                                           \
	int command_##id(struct app *app, const struct command_call *call, struct err *err);
#define LATER(...)
#include "shell/commands.def"

#endif
