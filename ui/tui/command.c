/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/command.h"

#include <ctype.h>
#include <string.h>

#include "tui/complete.h"
#include "tui/help.h"
#include "tui/info.h"
#include "tui/view_records.h"

typedef int (*command_fn)(struct app *app, const char *arg, struct err *err);

static struct view_records *records(struct app *app)
{
	return view_records_from(app->home);
}

static int run_filter(struct app *app, const char *arg, struct err *err)
{
	return records_filter_set(records(app), arg, err);
}

static int run_and(struct app *app, const char *arg, struct err *err)
{
	return records_filter_add(records(app), arg, err);
}

static int run_clear(struct app *app, const char *arg, struct err *err)
{
	(void)arg;
	(void)err;
	records_filter_clear(records(app));
	return 0;
}

static int run_toggle(struct app *app, const char *arg, struct err *err)
{
	(void)arg;
	(void)err;
	records_filter_toggle(records(app));
	return 0;
}

static int run_find(struct app *app, const char *arg, struct err *err)
{
	return records_find_set(records(app), arg, err);
}

static int run_goto(struct app *app, const char *arg, struct err *err)
{
	return records_goto(records(app), arg, err);
}

static int run_info(struct app *app, const char *arg, struct err *err)
{
	(void)arg;
	(void)err;
	info_open(app);
	return 0;
}

static int run_help(struct app *app, const char *arg, struct err *err)
{
	(void)arg;
	(void)err;
	help_open(app);
	return 0;
}

static int run_quit(struct app *app, const char *arg, struct err *err)
{
	(void)arg;
	(void)err;
	app->quit = true;
	return 0;
}

/* clang-format off */
static const struct command {
	const char *name;
	const char *arg; /* NULL: takes none */
	const char *help;
	command_fn run;
} commands[] = {
	{ "filter", "EXPR", "only the rows that pass; without EXPR all of them", run_filter },
	{ "and", "EXPR", "one more condition", run_and },
	{ "clear", NULL, "no filter", run_clear },
	{ "toggle", NULL, "filter off, and on again", run_toggle },
	{ "find", "EXPR", "next record that passes; n and N go on from there", run_find },
	{ "goto", "WHERE", "123, +5, -5, @0x1a8, 50%, T12.5s; :WHERE does it too",
	  run_goto },
	{ "info", NULL, "what the recording says about itself", run_info },
	{ "help", NULL, "keys and commands", run_help },
	{ "q", NULL, "quit", run_quit },
	{ "quit", NULL, "quit", run_quit },
};
/* clang-format on */

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

/* Is it a place to go to, not a name? */
static bool is_place(const char *text)
{
	return isdigit((unsigned char)*text) || strchr("+-@", *text) ||
	       (*text == 'T' && isdigit((unsigned char)text[1]));
}

static int run_command(struct app *app, const struct command *command, const char *text,
		       const char *arg, struct err *err)
{
	int rc;

	if (*arg && !command->arg)
		return err_set_at(err, ERR_PARSE, (uint64_t)(arg - text), ":%s takes nothing more",
				  command->name);
	rc = command->run(app, arg, err);
	/* The column in the argument becomes the column in the line. */
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(arg - text);
	return rc;
}

int command_run(struct app *app, const char *text, struct err *err)
{
	const char *start = text + strspn(text, " :");
	size_t len = strcspn(start, " ");
	const char *arg = start + len + strspn(start + len, " ");

	if (!*start)
		return 0;
	if (is_place(start)) {
		int rc = run_goto(app, start, err);

		if (rc < 0 && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(start - text);
		return rc;
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (strlen(commands[i].name) == len && !strncmp(commands[i].name, start, len))
			return run_command(app, &commands[i], text, arg, err);
	return err_set_at(err, ERR_PARSE, (uint64_t)(start - text),
			  "no such command; Tab lists them");
}

void command_list(struct buf *out)
{
	for (size_t i = 0; i < COMMANDS; i++)
		buf_addf(out, "  :%-8s%-11s%s\n", commands[i].name,
			 commands[i].arg ? commands[i].arg : "", commands[i].help);
}

/* ---- the prompt ---- */

static int accept(void *ctx, const char *text, struct err *err)
{
	return command_run(ctx, text, err);
}

static void complete(void *ctx, const char *line, size_t start, size_t end)
{
	struct app *app = ctx;
	size_t name = strspn(line, " :");

	if (start <= name) {
		for (size_t i = 0; i < COMMANDS; i++)
			complete_word(line, start, end, commands[i].name);
		return;
	}
	complete_filter(records(app)->reader, line, name + strcspn(line + name, " "), start, end);
}

void command_prompt(struct app *app)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_COMMAND,
		.label = ":",
		.note = "a record number, +N, -N, 50%, @0xOFFSET, T12.5s or a command; Tab lists",
		.accept = accept,
		.complete = complete,
	};

	prompt_open(&kind, app, "");
}
