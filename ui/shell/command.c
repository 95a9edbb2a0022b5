/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/typed_number.h"
#include "out/formats.h"
#include "session/session_filter.h"
#include "session/session_place.h"
#include "shell/argument.h"
#include "shell/command_run.h"
#include "shell/complete.h"
#include "shell/help.h"
#include "shell/topics.h"
#include "shell/wordlist.h"
#include "views/overview.h"
#include "views/views.h"
#include "widgets/operators.h"

enum {
	FLAG_ROW = 1,	      /* it goes to a record */
	FLAG_CONFIG = 2,      /* it is allowed in the config file */
	FLAG_OTHER = 4,	      /* it reads another file, which its argument names */
	FLAG_LISTED = 8,      /* it opens a view of the records that the list shows */
	FLAG_LISTED_ARG = 16, /* so it does if it has an argument; else of the record */
	FLAG_VIEW = 32,	      /* it changes the view on top */
	FLAG_SAVE = 64	      /* it saves the view on top */
};

struct typed_command {
	const char *name;
	const char *arg; /* optional if it is in brackets */
	enum argument kind;
	int flags;
	const char *help;
	command_fn run;
};

#define ROW FLAG_ROW
#define CONFIG FLAG_CONFIG
#define OTHER FLAG_OTHER
#define LISTED FLAG_LISTED
#define LISTED_ARG FLAG_LISTED_ARG
#define VIEW FLAG_VIEW
#define SAVE FLAG_SAVE
static const struct typed_command commands[] = {
#define COMMAND(id, name, arg, kind, flags, help)                                                  \
	{ name, arg, ARG_##kind, flags, help, command_##id },
#define LATER(...)
#include "shell/commands.def"
};
#undef ROW
#undef CONFIG
#undef OTHER
#undef LISTED
#undef LISTED_ARG
#undef VIEW
#undef SAVE

static const struct {
	const char *name;
	const char *reason;
} later[] = {
#define COMMAND(...)
#define LATER(name, reason) { name, reason },
#include "shell/commands.def"
};

static const struct {
	const char *first; /* name of the first command */
	const char *title;
} groups[] = {
#define COMMAND(...)
#define LATER(...)
#define GROUP(first, title) { first, title },
#include "shell/commands.def"
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

/* Columns of the arguments of commands in the list of completions. */
#define USAGE_COLS 12

/* ---- which one is meant ---- */

static const struct typed_command *find_exact(const char *name, size_t len)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (strlen(commands[i].name) == len && !strncmp(commands[i].name, name, len))
			return &commands[i];
	return NULL;
}

/* Find a command by the beginning of its name, if no other name begins so. */
static const struct typed_command *find_begun(const char *name, size_t len)
{
	const struct typed_command *found = NULL;

	for (size_t i = 0; i < COMMANDS; i++) {
		if (strncmp(commands[i].name, name, len) != 0)
			continue;
		if (found)
			return NULL;
		found = &commands[i];
	}
	return found;
}

/* The answer to the name of a command that does not exist on purpose; NULL: it is no such name. */
static const char *find_later(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (strlen(later[i].name) == len && !strncmp(later[i].name, name, len))
			return later[i].reason;
	return NULL;
}

/* Refuse with a text that names the command or the key to use. */
static int answer(const struct app *app, const char *text, size_t column, struct err *err)
{
	struct buf shown = BUF_INIT;
	int rc;

	app_add_text(app, text, &shown);
	rc = err_set_at(err, ERR_PARSE, column, "%s", shown.p);
	buf_release(&shown);
	return rc;
}

/* Is it a condition, such as "cpu == 1"? */
static bool is_condition(const char *name, size_t len)
{
	const char *op = name + len + strspn(name + len, " ");

	return field_id_find(name, len) && operator_find(op, strcspn(op, " "));
}

static int not_found(const char *name, size_t len, size_t column, struct err *err)
{
	char *text = mem_strndup(name, len);
	const char *nearest = NULL;
	unsigned least = 3;

	if (is_condition(name, len)) {
		free(text);
		return err_set_at(err, ERR_PARSE, column,
				  "no such command; did you mean :filter %s?", name);
	}
	for (size_t i = 0; i < COMMANDS; i++) {
		unsigned distance = text_distance(commands[i].name, text, least);

		if (distance < least) {
			least = distance;
			nearest = commands[i].name;
		}
	}
	free(text);
	if (nearest)
		return err_set_at(err, ERR_PARSE, column, "no such command; did you mean :%s?",
				  nearest);
	return err_set_at(err, ERR_PARSE, column, "no such command; Tab lists them");
}

/* ---- running ---- */

static bool parse_number(struct command_call *call)
{
	call->has_number = typed_number_parse_count(call->arg, &call->number);
	return call->has_number;
}

static int check_argument(const struct typed_command *command, struct command_call *call,
			  struct err *err)
{
	bool given = *call->arg;

	if (given && command->kind == ARG_NONE)
		return err_set_at(err, ERR_PARSE, 0, ":%s takes no argument", command->name);
	if (!given && command->kind != ARG_NONE && command->arg[0] != '[')
		return err_set_at(err, ERR_PARSE, 0, ":%s needs %s", command->name, command->arg);
	if (given && command->kind == ARG_NUMBER && !parse_number(call))
		return err_set_at(err, ERR_PARSE, 0, ":%s needs a number", command->name);
	return 0;
}

/* A user who may only look at this recording may read no other file. */
static int check_allowed(const struct app *app, const struct typed_command *command,
			 struct err *err)
{
	char name[32];

	if (!(command->flags & FLAG_OTHER))
		return 0;
	snprintf(name, sizeof(name), ":%s", command->name);
	return app_allows(app, name, err);
}

static int run_with(struct app *app, const struct typed_command *command, const char *text,
		    struct command_call *call, struct err *err)
{
	int rc = check_argument(command, call, err);
	struct err dropped = ERR_INIT;

	if (!err)
		err = &dropped;
	if (rc == 0)
		rc = check_allowed(app, command, err);
	if (app->opt->batch && !(command->flags & (FLAG_VIEW | FLAG_SAVE)))
		app_views_close(app);
	/* A filter of its own does not change with that of the list. */
	if (command->flags & (*call->arg ? FLAG_LISTED | FLAG_LISTED_ARG : FLAG_LISTED) &&
	    !strstr(text, " where "))
		app->views.opening = text;
	if (rc == 0)
		rc = command->run(app, call, err);
	app->views.opening = NULL;
	/* Turn the column in the argument into the column in the line. */
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(call->arg - text);
	return rc;
}

/* Is it a place, and not the name of a command? */
static bool is_place(const char *text)
{
	return isdigit((unsigned char)*text) || strchr("+-@", *text) ||
	       (*text == 'T' && isdigit((unsigned char)text[1]));
}

static int run_trimmed(struct app *app, const char *text, int *flags, struct err *err)
{
	const char *start = text + strspn(text, " :");
	size_t len = *start == '!' ? 1 : strcspn(start, " ");
	struct command_call call = { .arg = start + len + strspn(start + len, " ") };
	const struct typed_command *command;
	int rc;

	if (!*start)
		return 0;
	if (is_place(start)) {
		call.arg = start;
		command = find_exact("goto", 4);
	} else if (*start == '!') {
		command = find_exact("run", 3);
	} else {
		call.config = *flags & FLAG_CONFIG;
		call.force = len > 1 && start[len - 1] == '!';
		len -= call.force;
		command = find_exact(start, len);
		if (!command && find_later(start, len))
			return answer(app, find_later(start, len), (size_t)(start - text), err);
		if (!command)
			command = find_begun(start, len);
	}
	if (!command)
		return not_found(start, len, (size_t)(start - text), err);
	if (*flags & FLAG_CONFIG && !(command->flags & FLAG_CONFIG))
		return err_set_at(err, ERR_PARSE, (uint64_t)(start - text),
				  ":%s is not allowed in the config file", command->name);
	*flags = command->flags;
	rc = run_with(app, command, text, &call, err);
	/* The overview does not show the record, so show the list. */
	if (rc == 0 && command->flags & FLAG_ROW && overview_is(app_view(app)))
		records_show(app);
	return rc;
}

int command_run(struct app *app, const char *text, struct err *err)
{
	size_t len = strlen(text);
	int rc, flags = 0;
	char *line;

	while (len && text[len - 1] == ' ')
		len--;
	line = mem_strndup(text, len);
	app->result = (struct command_result){ .failure = ERR_NONE };
	rc = run_trimmed(app, line, &flags, err);
	app->result.at_record = flags & FLAG_ROW;
	app->result.saved = flags & FLAG_SAVE;
	free(line);
	return rc;
}

int command_run_config(struct app *app, const char *line, struct err *err)
{
	int flags = FLAG_CONFIG;

	return run_trimmed(app, line, &flags, err);
}

/* ---- help ---- */

static void add_command(const struct app *app, const struct typed_command *command, struct buf *out)
{
	buf_addf(out, "  :%-13s%-12s", command->name, command->arg);
	app_add_text(app, command->help, out);
	buf_addc(out, '\n');
}

/* The answer to the name of a command of another program. */
static void add_later(const struct app *app, const char *name, const char *reason, struct buf *out)
{
	buf_addf(out, "  %-26s", name);
	app_add_text(app, reason, out);
	buf_addc(out, '\n');
}

/* The title of the group that begins with this command. NULL: none does. */
static const char *group_title(const char *name)
{
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (!strcmp(groups[i].first, name))
			return groups[i].title;
	return NULL;
}

void command_list(const struct app *app, struct buf *out)
{
	for (size_t i = 0; i < COMMANDS; i++) {
		const char *title = group_title(commands[i].name);

		if (title)
			buf_addf(out, "\nCommands: %s\n", title);
		add_command(app, &commands[i], out);
	}
}

void command_search(const struct app *app, const char *text, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < COMMANDS; i++) {
		buf_reset(&line);
		add_command(app, &commands[i], &line);
		if (strcasestr(line.p, text))
			buf_adds(out, line.p);
	}
	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (strcasestr(later[i].name, text))
			add_later(app, later[i].name, later[i].reason, out);
	buf_release(&line);
}

bool command_help(const struct app *app, const char *name, struct buf *out)
{
	size_t len = strlen(name);
	const struct typed_command *command = find_exact(name, len);
	const char *reason = find_later(name, len);

	if (command)
		add_command(app, command, out);
	else if (reason)
		add_later(app, name, reason, out);
	return command || reason;
}

/* ---- the prompt ---- */

/* The command at the beginning of a line, and where its argument begins. NULL: none yet. */
static const struct typed_command *typed_command(const char *line, size_t *arg)
{
	size_t start = strspn(line, " :"), len = strcspn(line + start, " ");

	*arg = start + len + strspn(line + start + len, " ");
	return line[start + len] ? find_exact(line + start, len) : NULL;
}

static int accept(void *ctx, const char *text, struct err *err)
{
	return command_run(ctx, text, err);
}

/* What can be typed other than a command, with examples that exist in the recording. */
static void add_places(const struct app *app, struct buf *out)
{
	struct buf times = BUF_INIT;

	session_place_add_times(app->session, &times);
	buf_addf(out, "a record number, +N, -N, 50%%, @0xOFFSET%s%s or a command",
		 times.len ? ", " : "", times.p);
	buf_release(&times);
}

/* Check an expression while it is typed, as the filter's prompt does. */
static void look(void *ctx, const char *text, struct buf *note, struct err *err)
{
	struct app *app = ctx;
	size_t arg;
	const struct typed_command *command = typed_command(text, &arg);

	if (!command) {
		add_places(app, note);
		return;
	}
	if (command->kind == ARG_EXPR)
		session_filter_cost(app->session, text + arg, note, err);
	if (err->code && err->offset != ERR_NO_OFFSET)
		err->offset += arg;
	if (!err->code && !note->len) {
		buf_addf(note, ":%s %s  ", command->name, command->arg);
		app_add_text(app, command->help, note);
	}
}

/* Append the arguments of the command, and what it does. */
static void add_usage(const struct app *app, const struct typed_command *command, struct buf *out)
{
	buf_addf(out, "%-*s", USAGE_COLS, command->arg);
	app_add_text(app, command->help, out);
}

/* Offer the commands and the words of screens as topics of help, before fields. */
static void complete_topics(const struct app *app, const char *line, size_t start, size_t end)
{
	struct buf help = BUF_INIT;
	const char *name;

	for (size_t i = 0; (name = topics_name(i)); i++) {
		if (strncmp(name, line + start, end - start) != 0 || find_exact(name, strlen(name)))
			continue;
		buf_reset(&help);
		app_add_text(app, topics_text(i), &help);
		wordlist_offer_first(name, help.p);
	}
	for (size_t i = 0; i < COMMANDS; i++) {
		if (strncmp(commands[i].name, line + start, end - start) != 0)
			continue;
		buf_reset(&help);
		add_usage(app, &commands[i], &help);
		wordlist_offer_first(commands[i].name, help.p);
	}
	buf_release(&help);
}

/*
 * The word under the cursor may begin after the name's beginning, if the name has a '-', or before
 * it.
 */
static void complete_name(const struct app *app, const char *line, size_t name, size_t start,
			  size_t end)
{
	struct buf word = BUF_INIT, help = BUF_INIT;

	for (size_t i = 0; i < COMMANDS; i++) {
		if (strncmp(commands[i].name, line + name, end - name) != 0)
			continue;
		buf_reset(&word);
		if (start < name)
			buf_add(&word, line + start, name - start);
		buf_adds(&word, commands[i].name + (start > name ? start - name : 0));
		buf_reset(&help);
		add_usage(app, &commands[i], &help);
		wordlist_offer_as(word.p, commands[i].name, help.p);
	}
	buf_release(&word);
	buf_release(&help);
}

static void complete(void *ctx, const char *line, size_t start, size_t end)
{
	size_t name = strspn(line, " :"), arg;
	const struct typed_command *command = typed_command(line, &arg);

	if (!command || start < arg) {
		if (end >= name)
			complete_name(ctx, line, name, start, end);
		return;
	}
	if (command->kind == ARG_TOPIC)
		complete_topics(ctx, line, start, end);
	argument_complete(command->kind, &(struct argument_word){ ctx, line, arg, start, end });
}

/* Explain a field or operator of the expression, else the command itself. */
static bool explain(void *ctx, const char *line, size_t start, size_t end, struct buf *out)
{
	struct app *app = ctx;
	size_t arg, where;
	const struct typed_command *command = typed_command(line, &arg);
	char *word = mem_strndup(line + start, end - start);
	bool known;

	where = command ? argument_where(&(struct argument_word){ app, line, arg, start, end }) : 0;
	if (command && start >= arg)
		known = complete_explain(line, where ? where : arg, start, end, out) ||
			help_add(word, out);
	else
		known = help_add_command(app, line + strspn(line, " :"), out);
	free(word);
	if (!known && command)
		known = help_add_command(app, command->name, out);
	return known;
}

void command_prompt(struct app *app, const char *text)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_COMMAND,
		.label = ":",
		.note = "a place or a command",
		.about = "  :123 :+5 :-5     to a record, from the beginning or from here\n"
			 "  :50% :@0x1a8     to 50% of the lines, to an offset in the file\n"
			 "  :12.5s           to a time, as in the list; with a wall clock\n"
			 "                   also to :08:00:48.5\n"
			 "  :NAME ARGUMENT   a command; Tab lists and explains all commands\n"
			 "  :!COMMAND        a shell command\n"
			 "  :help NAME       more on a command, a key or a field\n",
		.accept = accept,
		.look = look,
		.complete = complete,
		.explain = explain,
	};

	prompt_open(&kind, app, text);
}
