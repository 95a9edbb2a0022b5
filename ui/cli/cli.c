/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "query/check.h"

/* Of all indexes in the cache folder: those of some 200 GB of recordings. */
#define CACHE_LIMIT UINT64_C(8000000000)

void cli_warn(const char *file, const char *message)
{
	struct buf line = BUF_INIT;

	buf_adds(&line, "perfnav: ");
	if (file) {
		text_escape_str(&line, file);
		buf_adds(&line, ": ");
	}
	buf_adds(&line, message);
	fprintf(stderr, "%s\n", line.p);
	buf_release(&line);
}

void cli_error(const char *file, const struct err *err)
{
	struct buf message = BUF_INIT;

	text_escape_str(&message, err->msg);
	if (err->offset != ERR_NO_OFFSET)
		buf_addf(&message, " (at offset %llu)", (unsigned long long)err->offset);
	cli_warn(file, message.p);
	buf_release(&message);
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

const char *cli_cache_dir(void)
{
	static struct buf dir = BUF_INIT;
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	buf_reset(&dir);
	if (cache && *cache == '/')
		buf_addf(&dir, "%s/perfnav", cache);
	else if (home && *home == '/')
		buf_addf(&dir, "%s/.cache/perfnav", home);
	return dir.len ? dir.p : NULL;
}

/* Not /tmp, which is memory on many machines. */
static const char *spool_dir(void)
{
	const char *tmp = getenv("TMPDIR");

	return tmp && *tmp == '/' ? tmp : "/var/tmp";
}

struct recording_options cli_recording_options(const struct options *options)
{
	return (struct recording_options){
		.index_path = options->index,
		.cache_dir = cli_cache_dir(),
		.cache_limit = options->cache_limit == UINT64_MAX ? CACHE_LIMIT :
								    options->cache_limit,
		.spool_dir = spool_dir(),
		.no_index = options->no_index,
		.force_index = options->force,
	};
}

/* A line that is written over, while the index is built and somebody watches. */
static void show_progress(struct index *index)
{
	struct timespec pause = { .tv_nsec = 100000000 };
	struct index_progress p;
	bool shown = false;

	for (;;) {
		index_progress(index, &p);
		if (p.state != INDEX_BUILDING)
			break;
		if (shown)
			fprintf(stderr, "\rindexing %3.0f %%  %llu records\033[K",
				p.bytes_total ? 100.0 * (double)p.bytes_done / (double)p.bytes_total
					      : 100.0,
				(unsigned long long)p.records);
		shown = true;
		nanosleep(&pause, NULL);
	}
	if (shown)
		fputs("\r\033[K", stderr);
}

static int damage_status(const char *file, const struct perf_file *perf,
			 const struct index_progress *p)
{
	for (size_t i = 0; i < perf->warnings.n; i++)
		cli_warn(file, perf->warnings.v[i]);
	if (p->damaged) {
		struct buf message = BUF_INIT;

		buf_addf(&message, "%llu damaged stretch%s: perfnav print --type DAMAGE lists them",
			 (unsigned long long)p->damaged, p->damaged == 1 ? "" : "es");
		cli_warn(file, message.p);
		buf_release(&message);
	}
	return perf->warnings.n || p->damaged ? STATUS_DAMAGED : STATUS_OK;
}

/* The notice holds the path of the index, which may be any bytes. */
static void warn_notice(const char *file, const struct index *index)
{
	struct buf notice = BUF_INIT;

	text_escape_str(&notice, index_notice(index));
	cli_warn(file, notice.p);
	buf_release(&notice);
}

struct recording *cli_open(const struct options *options, const char *file, int *status)
{
	struct recording_options how = cli_recording_options(options);
	struct recording *recording;
	struct index_progress p;
	struct index *index;
	struct err err = ERR_INIT;

	if (recording_open(&recording, file, &how, &err)) {
		cli_error(file, &err);
		*status = cli_status(&err);
		return NULL;
	}
	index = recording_index(recording);
	if (*index_notice(index) && !options->quiet)
		warn_notice(file, index);
	if (!options->quiet && isatty(STDERR_FILENO))
		show_progress(index);
	index_wait(index);
	index_progress(index, &p);
	if (p.state == INDEX_FAILED) {
		cli_error(file, &p.err);
		*status = cli_status(&p.err);
		recording_close(recording);
		return NULL;
	}
	*status = damage_status(file, recording_file(recording), &p);
	return recording;
}

int cli_each_file(const struct options *options,
		  int (*command)(const struct options *options, const char *file))
{
	int status = STATUS_OK;

	if (!options->files.n)
		return command(options, "perf.data");
	for (size_t i = 0; i < options->files.n; i++) {
		int one = command(options, options->files.v[i]);

		if (one > status)
			status = one;
	}
	return status;
}

static int bad_filter(const char *expression, const struct err *err)
{
	struct buf text = BUF_INIT;

	filter_explain(expression, err, &text);
	buf_truncate(&text, text.len - 1);
	cli_warn("filter", text.p);
	buf_release(&text);
	return STATUS_USAGE;
}

/* Each expression is whole by itself: a parenthesis of one is not closed by another. */
static int check_expressions(const struct options *options)
{
	for (size_t i = 0; i < options->expressions.n; i++) {
		const char *expression = options->expressions.v[i];
		struct filter *filter;
		struct err err = ERR_INIT;

		if (filter_parse(&filter, expression, &err))
			return bad_filter(expression, &err);
		filter_free(filter);
	}
	return STATUS_OK;
}

int cli_filter(const struct options *options, struct filter **filter)
{
	struct err err = ERR_INIT;
	int status = check_expressions(options);

	*filter = NULL;
	if (status || !options->filter.len)
		return status;
	if (filter_parse(filter, options->filter.p, &err))
		return bad_filter(options->filter.p, &err);
	return STATUS_OK;
}

void cli_check_filter(const struct options *options, const struct recording *recording,
		      const struct filter *filter)
{
	struct buf message = BUF_INIT;

	if (!options->quiet && check_filter(filter, &recording_file(recording)->formats, &message))
		cli_warn(recording_path(recording), message.p);
	buf_release(&message);
}

/* Says what is wrong with a name in a list of fields. */
static int bad_field(const char *name, bool known)
{
	enum word near = known ? WORD_NONE : word_suggest(name);
	struct buf message = BUF_INIT;

	text_escape_str(&message, name);
	buf_adds(&message, known ? ": too many fields" : " is not a field");
	if (near)
		buf_addf(&message, "; did you mean %s?", word_name(near));
	cli_warn(NULL, message.p);
	buf_release(&message);
	return STATUS_USAGE;
}

int cli_fieldlist(const char *list, struct field *fields, size_t max, size_t *n)
{
	int status = STATUS_OK;

	*n = 0;
	while (*list && !status) {
		size_t len = strcspn(list, ",");
		char *name = mem_strndup(list, len);
		struct field field;
		bool known = field_find(&field, name, len);

		if (known && *n < max) {
			fields[(*n)++] = field;
		} else {
			status = bad_field(name, known);
			field_release(&field);
		}
		free(name);
		list += len + (list[len] == ',');
	}
	return status;
}

void cli_release_fields(struct field *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		field_release(&fields[i]);
}

int cli_write(const struct buf *buf)
{
	size_t done = 0;

	while (done < buf->len) {
		ssize_t n = write(STDOUT_FILENO, buf->p + done, buf->len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)
			exit(STATUS_OK);
		if (n < 0) {
			struct err err = ERR_INIT;

			err_set(&err, ERR_IO, "cannot write to standard output: %s",
				strerror(errno));
			cli_error(NULL, &err);
			return STATUS_IO;
		}
		done += (size_t)n;
	}
	return STATUS_OK;
}
