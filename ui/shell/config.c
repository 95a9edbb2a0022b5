/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"
#include "folders.h"
#include "shell/command.h"
#include "views/text.h"

/* People write much smaller files; a larger one is another kind of file. */
#define CONFIG_BYTES (64 << 10)

static void complain(struct app *app, unsigned line, const struct err *err)
{
	struct buf *out = &app->config.mistakes;

	if (line)
		buf_addf(out, ":%u", line);
	if (line && err->offset != ERR_NO_OFFSET)
		buf_addf(out, ":%llu", (unsigned long long)err->offset + 1);
	buf_adds(out, ": ");
	text_escape_str(out, err->msg);
	buf_addc(out, '\n');
	app->config.n++;
}

static void run_line(struct app *app, char *line, unsigned number)
{
	size_t blanks = strspn(line, " \t"), len = strlen(line);
	struct err err = ERR_INIT;

	while (len && strchr(" \t\r", line[len - 1]))
		line[--len] = '\0';
	if (len <= blanks || line[blanks] == '#')
		return;
	for (char *p = line; *p; p++)
		if (*p == '\t')
			*p = ' ';
	if (command_run_config(app, line, &err) < 0)
		complain(app, number, &err);
}

static void run_lines(struct app *app, char *text, size_t len)
{
	char *p = text, *end = text + len;

	for (unsigned number = 1; p < end; number++) {
		char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t n = (size_t)((newline ? newline : end) - p);
		struct err err = ERR_INIT;

		p[n] = '\0';
		if (strlen(p) < n) {
			err_set(&err, ERR_PARSE, "the line contains a zero byte: expected text");
			complain(app, number, &err);
		} else {
			run_line(app, p, number);
		}
		p += n + 1;
	}
}

/*
 * Read a file of limited size. A larger one is reported and not used, not even its beginning: a
 * line may be cut.
 */
static bool read_file(int fd, struct buf *text, struct err *err)
{
	struct stat st;
	size_t n;

	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		err_set(err, ERR_OPEN, "expected a file of commands");
		return false;
	}
	n = io_read(fd, buf_room(text, CONFIG_BYTES + 1), CONFIG_BYTES + 1);
	buf_added(text, n);
	if (n > CONFIG_BYTES)
		err_set(err, ERR_IO, "is larger than %d bytes and was not read", CONFIG_BYTES);
	else if (errno)
		err_set(err, ERR_IO, "%s", strerror(errno));
	return !err->code;
}

static void complain_mistakes(struct app *app)
{
	const char *mistakes = app->config.mistakes.p;
	int len = (int)strcspn(mistakes, "\n");

	if (app->config.n == 1)
		app_complain(app, "config%.*s", len, mistakes);
	else if (app->config.n)
		app_complain(app, "config%.*s; and %u more: :config", len, mistakes,
			     app->config.n - 1);
}

void config_mistakes(const struct app *app, const char *before, struct buf *out)
{
	for (const char *p = app->config.mistakes.p; *p; p = strchr(p, '\n') + 1) {
		buf_adds(out, before);
		text_escape_str(out, app->config.path.p);
		buf_addf(out, "%.*s\n", (int)strcspn(p, "\n"), p);
	}
}

void config_read(struct app *app)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	int fd;

	if (!folders_config(&app->config.path))
		return;
	buf_adds(&app->config.path, "/config");
	fd = open(app->config.path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0)
		err_set(&err, ERR_OPEN, "%s", strerror(errno));
	else if (read_file(fd, &text, &err))
		run_lines(app, text.p, text.len);
	if (err.code)
		complain(app, 0, &err);
	if (fd >= 0)
		close(fd);
	buf_release(&text);
	buf_reset(&app->message);
	complain_mistakes(app);
}

void config_open(struct app *app)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, "Config file\n  ");
	text_escape_str(&text, app->config.path.p);
	buf_adds(&text, "\n\nMistakes\n");
	config_mistakes(app, "  ", &text);
	if (!app->config.n)
		buf_adds(&text, "  none\n");
	app_push(app, view_text_new("config", "config", &text));
}
