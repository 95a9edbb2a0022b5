/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/script.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "session/session_place.h"
#include "shell/loop.h"
#include "shell/prompt_message.h"
#include "term/term_text.h"
#include "term/wakeup.h"
#include "views/picture.h"

/* Ms; no background work of a test takes this long. */
#define WAIT_MS 60000
#define LOOK_MS 20 /* ms between two looks at background work */

struct script {
	struct app *app;
	struct term *term;
	FILE *out;
	const char *path;
	long line;	  /* number of the line, from 1 */
	struct err first; /* the first failure of a command */
	int io_error;	  /* errno of the first failed write to out, 0: none failed */
	struct err *err;
};

static void draw(struct script *script)
{
	struct term_cursor cursor;
	int rows, cols;

	if (script->app->retheme)
		script->app->grid.colours =
			script->term->ops->theme(script->term, &script->app->theme);
	script->app->retheme = false;
	script->term->ops->size(script->term, &rows, &cols);
	cursor = app_draw(script->app, rows, cols);
	script->term->ops->draw(script->term, &script->app->grid, cursor);
}

/* Let the moments pass after which popups and names appear for a person. */
static void let_time_pass(struct script *script)
{
	int ms = popup_wait_ms(script->app);

	if (ms < 0)
		return;
	poll(NULL, 0, ms);
	app_tick(script->app);
}

/* Wait for names on the screen, which come a moment after it. */
static void wait_for_names(struct script *script)
{
	int64_t end = clock_ms() + WAIT_MS;

	while (symbolizer_busy(app_symbolizer(script->app)) && clock_ms() < end)
		wakeup_wait(LOOK_MS);
	loop_take_work(script->app);
}

typedef void (*dump_fn)(struct script *script, struct buf *text);

static int print_screen(struct script *script, const char *name, dump_fn dump)
{
	struct buf text = BUF_INIT;
	int rows, cols;

	loop_take_work(script->app);
	let_time_pass(script);
	draw(script);
	wait_for_names(script);
	draw(script);
	script->term->ops->size(script->term, &rows, &cols);
	dump(script, &text);
	if (fprintf(script->out, "---- %s %dx%d\n%s", name, cols, rows, text.p) < 0 &&
	    !script->io_error)
		script->io_error = errno;
	buf_release(&text);
	return 0;
}

static void add_text(struct script *script, struct buf *text)
{
	term_text_dump(script->term, text);
}

static void add_styles(struct script *script, struct buf *text)
{
	term_text_styles(script->term, text);
}

/* A picture may have more colours than the screen, unless :set colors limits them. */
static void add_picture(struct script *script, struct buf *text)
{
	struct app *app = script->app;
	int rows, cols, colours = app->grid.colours;

	script->term->ops->size(script->term, &rows, &cols);
	app->grid.colours = app->theme.most < 0 ? COLOURS_TRUE : app->theme.most;
	app_draw(app, rows, cols);
	picture_svg(&app->grid, &app->theme, text);
	app->grid.colours = colours;
	draw(script);
}

static int do_dump(struct script *script, const char *arg)
{
	return print_screen(script, arg, add_text);
}

static int do_styles(struct script *script, const char *arg)
{
	return print_screen(script, arg, add_styles);
}

static int do_picture(struct script *script, const char *arg)
{
	return print_screen(script, arg, add_picture);
}

static int do_wait(struct script *script, const char *arg)
{
	int64_t end = clock_ms() + WAIT_MS;

	(void)arg;
	draw(script);
	while (loop_take_work(script->app)) {
		if (clock_ms() > end)
			return err_set(script->err, ERR_IO, ":wait: still busy after %d s",
				       WAIT_MS / 1000);
		wakeup_wait(LOOK_MS);
	}
	return 0;
}

/* Parse a number of columns or lines (1 to 1000) and the character after it. */
static bool size_part(const char **p, char end, int *out)
{
	char *behind;
	long v = strtol(*p, &behind, 10);

	if (behind == *p || *behind != end || v < 1 || v > 1000)
		return false;
	*out = (int)v;
	*p = behind + 1;
	return true;
}

bool script_size(const char *text, int *rows, int *cols)
{
	return size_part(&text, 'x', cols) && size_part(&text, '\0', rows);
}

static int do_resize(struct script *script, const char *arg)
{
	int rows, cols;

	if (!script_size(arg, &rows, &cols))
		return err_set(script->err, ERR_PARSE, ":resize needs COLSxROWS");
	term_text_set_size(script->term, rows, cols);
	return 0;
}

static const struct {
	const char *name;
	int (*run)(struct script *script, const char *arg);
} directives[] = {
	{ ":dump", do_dump }, { ":styles", do_styles }, { ":picture", do_picture },
	{ ":wait", do_wait }, { ":resize", do_resize },
};

#define DIRECTIVES (sizeof(directives) / sizeof(directives[0]))

/* The directive that one mistyped letter turns into this one. NULL: there is none. */
static const char *find_near(const char *word, size_t len)
{
	char *typed = mem_strndup(word, len);
	const char *near = NULL;

	for (size_t i = 0; i < DIRECTIVES && !near; i++)
		if (text_distance(directives[i].name, typed, 1) == 1)
			near = directives[i].name;
	free(typed);
	return near;
}

/* 1: the line is no directive. */
static int try_directive(struct script *script, const char *line)
{
	size_t len = strcspn(line, " ");
	const char *near = *line != ':' || strchr(line, '<') ? NULL : find_near(line, len);

	for (size_t i = 0; i < DIRECTIVES; i++)
		if (strlen(directives[i].name) == len && !strncmp(line, directives[i].name, len))
			return directives[i].run(script, line + len + strspn(line + len, " "));
	if (near)
		return err_set(script->err, ERR_PARSE, "no such directive; did you mean %s?", near);
	return 1;
}

/* Run the command that the browser requested. */
static void run_shell(struct script *script)
{
	if (!script->app->shell.command)
		return;
	fflush(script->out);
	app_run_shell(script->app, -1);
}

/* Keep the first failure of a command. The script goes on: it may show the message. */
static void note_failure(struct script *script)
{
	const struct err *refused = prompt_message_error();
	struct command_result *result = &script->app->result;
	enum err_code code = result->failure ? result->failure : refused->code;

	if (code && !script->first.code)
		err_set(&script->first, code, "%s:%ld: %s", script->path, script->line,
			result->failure ? script->app->message.p : refused->msg);
	result->failure = ERR_NONE;
}

/* The bytes of a name in angle brackets that is the name of no key. 0: there is none. */
static size_t unknown_name(const char *text, size_t parsed)
{
	size_t len = *text == '<' && parsed == 1 ? 1 : 0;

	while (len && (isalnum((unsigned char)text[len]) || text[len] == '-'))
		len++;
	return len > 1 && text[len] == '>' ? len + 1 : 0;
}

/* A command acts on the record of the :goto before it, so let the cursor get there. */
static void wait_for_cursor(struct script *script)
{
	int64_t end = clock_ms() + WAIT_MS;

	while (session_place_waits(script->app->session) && loop_take_work(script->app) &&
	       clock_ms() < end)
		wakeup_wait(LOOK_MS);
}

/*
 * The screen is laid out after every key, as for a slow typist. Only the next key shows that a
 * prompt has refused its text: Enter again may confirm it.
 */
static int type_keys(struct script *script, const char *line)
{
	keysym key = KEYSYM_NONE;
	size_t len, unknown;

	if (*line == ':')
		wait_for_cursor(script);
	while (!script->app->quit && (len = keysym_parse(line, &key)) != 0) {
		unknown = unknown_name(line, len);
		if (unknown)
			return err_set(script->err, ERR_PARSE,
				       "no key has the name %.*s; <lt> is the character <",
				       (int)unknown, line);
		if (key != KEYSYM_ENTER)
			note_failure(script);
		draw(script);
		app_key(script->app, key);
		run_shell(script);
		line += len;
	}
	return 0;
}

static char *trimmed(char *line)
{
	size_t len;

	line += strspn(line, " \t");
	len = strlen(line);
	while (len && strchr(" \t\r\n", line[len - 1]))
		line[--len] = '\0';
	return line;
}

static int run_line(struct script *script, char *text)
{
	char *line = trimmed(text);
	int rc;

	if (!*line || (*line == '#' && (line[1] == ' ' || !line[1])))
		return 0;
	rc = try_directive(script, line);
	if (rc == 1)
		rc = type_keys(script, line);
	note_failure(script);
	return rc;
}

/* Put the place in the script before the message. */
static int add_place(const struct script *script)
{
	struct err what = *script->err;

	return err_set(script->err, what.code, "%s:%ld: %s", script->path, script->line, what.msg);
}

/* "-" is standard input, of which the lines before script_at are read. */
static FILE *open_lines(struct script *script)
{
	if (strcmp(script->path, "-") != 0)
		return fopen(script->path, "re");
	script->line = script->app->opt->script_at;
	return stdin;
}

int script_run(struct app *app, struct term *term, const char *path, FILE *out, struct err *err)
{
	struct script script = {
		.app = app, .term = term, .out = out, .path = path, .first = ERR_INIT, .err = err
	};
	FILE *in = open_lines(&script);
	char *line = NULL;
	size_t room = 0;
	int rc = 0;

	if (!in)
		return err_set(err, ERR_OPEN, "%s: %s", path, strerror(errno));
	run_shell(&script);
	while (rc == 0 && !app->quit && getline(&line, &room, in) >= 0)
		if (++script.line > app->opt->script_at)
			rc = run_line(&script, line) ? add_place(&script) : 0;
	app->opt->next->script = script.line;
	free(line);
	if (in != stdin)
		fclose(in);
	if (fflush(out) != 0 && !script.io_error)
		script.io_error = errno;
	/* A closed reader is no error. */
	if (rc == 0 && script.io_error && script.io_error != EPIPE)
		rc = err_set(err, ERR_IO, "standard output: %s", strerror(script.io_error));
	if (rc == 0 && script.first.code) {
		*err = script.first;
		rc = (int)err->code;
	}
	return rc;
}
