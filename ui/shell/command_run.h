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

/*
 * Run a command. A mistake in it is an error, whose offset is a column of arg. A command without a
 * mistake returns 0: if it changes nothing, it calls app_complain(), and if its work fails,
 * app_fail(), also later (struct command_result).
 */
typedef int (*command_fn)(struct app *app, const struct command_call *call, struct err *err);

#define COMMAND(id, ...)                                                                           \
	int command_##id(struct app *app, const struct command_call *call, struct err *err);
#define LATER(...)
#include "shell/commands.def"

#endif
