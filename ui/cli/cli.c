/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"
#include "cli/pager.h"
#include "filter/filter.h"
#include "filter/spandef.h"
#include "recording/index_place.h"
#include "spans/spans.h"

void cli_warn(const char *file, const char *format, ...)
{
	struct buf line = BUF_INIT;
	va_list args;

	buf_adds(&line, "perfnav: ");
	if (file) {
		text_escape_str(&line, file);
		buf_adds(&line, ": ");
	}
	va_start(args, format);
	buf_vaddf(&line, format, args);
	va_end(args);
	fprintf(stderr, "%s\n", line.p);
	buf_release(&line);
}

void cli_error(const char *file, const struct err *err)
{
	struct buf message = BUF_INIT;

	text_escape_str(&message, err->msg);
	if (err->offset != ERR_NO_OFFSET)
		buf_addf(&message, " (at offset %llu)", (unsigned long long)err->offset);
	cli_warn(file, "%s", message.p);
	buf_release(&message);
}

int cli_refuse(const char *option, const char *values, const char *value)
{
	struct buf message = BUF_INIT;

	buf_addf(&message, "%s needs %s, not \"", option, values);
	text_escape_str(&message, value);
	buf_addc(&message, '"');
	cli_warn(NULL, "%s", message.p);
	buf_release(&message);
	return STATUS_USAGE;
}

int cli_status(const struct err *err)
{
	switch (err->code) {
	case ERR_PARSE:
		return STATUS_USAGE;
	case ERR_FORMAT:
	case ERR_OPEN:
		return STATUS_OPEN;
	default:
		return STATUS_IO;
	}
}

int cli_worse(int a, int b)
{
	return a > b ? a : b;
}

int cli_write(const struct buf *buf)
{
	struct err err = ERR_INIT;

	pager_start();
	if (io_write(STDOUT_FILENO, buf->p, buf->len))
		return STATUS_OK;
	if (errno == EPIPE)
		exit(STATUS_OK);
	err_set(&err, ERR_IO, "cannot write to standard output: %s", strerror(errno));
	cli_error(NULL, &err);
	return STATUS_IO;
}

const char *const cli_default_file = "perf.data";

void cli_try_help(enum command command)
{
	const char *name = options_command_name(command);

	fprintf(stderr, "Try perfnav %s%s--help\n", name ? name : "", name ? " " : "");
}

void cli_advise(const struct options *options)
{
	bool named = options->files.n;
	const char *file = named ? options->files.v[0] : cli_default_file;
	struct stat st;

	if (!access(file, F_OK) ||
	    (named && (options->command != CMD_BROWSE || strpbrk(file, "/."))))
		return;
	if (!named && !fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode))
		fputs("To read standard input, give the FILE -\n", stderr);
	else
		cli_try_help(options->command);
}

int cli_each_file(const struct options *options,
		  int (*command)(const struct options *options, const char *file))
{
	int status = STATUS_OK;

	if (!options->files.n)
		return command(options, cli_default_file);
	for (size_t i = 0; i < options->files.n; i++)
		status = cli_worse(status, command(options, options->files.v[i]));
	return status;
}

static bool is_index(const char *path)
{
	return text_ends_with(path, ".pnx.part") || index_place_is_index(path);
}

void cli_skip_indexes(struct options *options)
{
	size_t n = options->files.n, kept = 0, indexes = 0;

	for (size_t i = 0; i < n; i++)
		indexes += is_index(options->files.v[i]);
	/* index --list and --remove accept indexes, too. */
	if (!indexes || indexes == n || options->list || options->remove)
		return;
	for (size_t i = 0; i < n; i++) {
		const char *file = options->files.v[i];

		if (!is_index(file))
			options->files.v[kept++] = file;
		else if (!options->quiet)
			cli_warn(file, "skipped: an index of perfnav, not a recording");
	}
	options->files.n = kept;
}

/* Refuse a mistyped command: it would be taken as a FILE, and the browser would open the others. */
static int check_command(const struct options *options)
{
	const char *word = options->files.n ? options->files.v[0] : "";
	const char *like;

	if (options->command != CMD_BROWSE || strpbrk(word, "/.") || !access(word, F_OK))
		return STATUS_OK;
	like = options_command_like(word);
	if (!like)
		return STATUS_OK;
	cli_warn(word,
		 "neither a command nor a file; did you mean perfnav %s? The command comes first",
		 like);
	return STATUS_USAGE;
}

static int check_definitions(const struct options *options)
{
	struct err err = ERR_INIT;
	struct spanpair *pair;

	if (options->spans.n > SPANS_PAIRS_MAX) {
		cli_warn(NULL, "--span is given %zu times: at most %d definitions are possible",
			 options->spans.n, SPANS_PAIRS_MAX);
		return STATUS_USAGE;
	}
	for (size_t i = 0; i < options->spans.n; i++) {
		if (spandef_parse(&pair, options->spans.v[i], &err))
			return cli_explain("--span", options->spans.v[i], &err);
		pair->free(pair);
	}
	return STATUS_OK;
}

int cli_check_files(const struct options *options)
{
	size_t pipes = 0;

	if (check_command(options) || check_definitions(options))
		return STATUS_USAGE;
	for (size_t i = 0; i < options->files.n; i++)
		pipes += !strcmp(options->files.v[i], "-");
	if (pipes > 1) {
		cli_warn(NULL, "standard input (-) can be read only once");
		return STATUS_USAGE;
	}
	if (options->index && options->files.n > 1) {
		cli_warn(NULL, "--index takes the index of one file, but several are given");
		return STATUS_USAGE;
	}
	return STATUS_OK;
}

int cli_explain(const char *what, const char *text, const struct err *err)
{
	struct buf message = BUF_INIT;

	filter_explain(text, err, &message);
	buf_truncate(&message, message.len - 1);
	cli_warn(what, "%s", message.p);
	buf_release(&message);
	return STATUS_USAGE;
}
