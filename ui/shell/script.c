/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/script.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "shell/loop.h"
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
	int io_error; /* errno of the first failed write to out, 0: none failed */
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

/* 1: the line is no directive. */
static int try_directive(struct script *script, char *line)
{
	for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++) {
		size_t len = strlen(directives[i].name);

		if (!strncmp(line, directives[i].name, len) && (!line[len] || line[len] == ' '))
			return directives[i].run(script, line + len + strspn(line + len, " "));
	}
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

/* The screen is laid out after every key, as for a slow typist. */
static int type_keys(struct script *script, const char *line)
{
	keysym key = KEYSYM_NONE;
	size_t len;

	while (!script->app->quit && (len = keysym_parse(line, &key)) != 0) {
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
	return rc == 1 ? type_keys(script, line) : rc;
}

int script_run(struct app *app, struct term *term, const char *path, FILE *out, struct err *err)
{
	struct script script = { .app = app, .term = term, .out = out, .err = err };
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	int rc = 0;

	if (!in)
		return err_set(err, ERR_OPEN, "%s: %s", path, strerror(errno));
	fseek(in, app->opt->script_at, SEEK_SET);
	run_shell(&script);
	while (rc == 0 && !app->quit && getline(&line, &room, in) >= 0)
		rc = run_line(&script, line);
	app->opt->next->script = ftell(in);
	free(line);
	fclose(in);
	if (fflush(out) != 0 && !script.io_error)
		script.io_error = errno;
	/* A closed reader is no error. */
	if (rc == 0 && script.io_error && script.io_error != EPIPE)
		rc = err_set(err, ERR_IO, "standard output: %s", strerror(script.io_error));
	return rc;
}
