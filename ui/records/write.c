/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "out/formats.h"
#include "records/view.h"
#include "session/eventpick.h"
#include "shell/tui.h"

#define PIPE_LOOK_MS 10

enum what {
	WRITE_FILE,
	WRITE_SLICE,  /* a recording instead of text */
	WRITE_REPAIR, /* a slice with all records */
	WRITE_PIPE
};

enum scope {
	SCOPE_FILTERED,
	SCOPE_ALL,
	SCOPE_FLAGGED,
	SCOPE_RANGE /* filtered records from mark a to mark b */
};

static const char *const scope_names[] = {
	[SCOPE_FILTERED] = "filtered",
	[SCOPE_ALL] = "all",
	[SCOPE_FLAGGED] = "flagged",
	[SCOPE_RANGE] = "range",
};

static bool scope_by_name(const char *name, enum scope *scope)
{
	for (size_t i = 0; i < sizeof(scope_names) / sizeof(scope_names[0]); i++) {
		if (strcmp(scope_names[i], name) != 0)
			continue;
		*scope = (enum scope)i;
		return true;
	}
	return false;
}

struct write_request {
	enum what what;
	char *path;
	enum scope scope;
	const char *command; /* of a pipe: the text after its options */
	const struct format *format;
	bool inlined, scrub;
	bool can_out; /* standard output is no terminal of the browser */
};

static const char *const command_names[] = {
	[WRITE_FILE] = "write",
	[WRITE_SLICE] = "slice",
	[WRITE_REPAIR] = "repair",
	[WRITE_PIPE] = "pipe",
};

/* Is a recording written? */
static bool writes_slice(const struct write_request *r)
{
	return r->what == WRITE_SLICE || r->what == WRITE_REPAIR;
}

/* Is it standard output? A file of that name is ./- */
static bool writes_out(const struct write_request *r)
{
	return r->path && !strcmp(r->path, "-");
}

/*
 * Get one word of the command. False: there is none. Between quotes it may have blanks, \" and \\.
 */
static bool next_word(const char **p, char **word)
{
	struct buf text = BUF_INIT;
	bool quoted;

	*p += strspn(*p, " ");
	if (!**p)
		return false;
	quoted = **p == '"';
	*p += quoted;
	for (; **p && **p != (quoted ? '"' : ' '); (*p)++) {
		if (quoted && **p == '\\' && (*p)[1])
			(*p)++;
		buf_addc(&text, **p);
	}
	*p += quoted && **p;
	*word = mem_strdup(text.p);
	buf_release(&text);
	return true;
}

static int refuse_format(struct err *err, size_t at)
{
	struct buf names = BUF_INIT;
	int rc;

	formats_names(0, " or ", &names);
	rc = err_set_at(err, ERR_PARSE, at, "expected %s", names.p);
	buf_release(&names);
	return rc;
}

static int parse_value(const char *arg, const char **p, const char *option, struct write_request *r,
		       struct err *err)
{
	size_t at = (size_t)(*p - arg) + strspn(*p, " ");
	char *value;
	int rc = 0;

	if (!next_word(p, &value))
		return err_set_at(err, ERR_PARSE, at, "%s needs a value", option);
	if (!strcmp(option, "--format")) {
		r->format = format_of_name(value);
		if (!r->format)
			rc = refuse_format(err, at);
	} else if (!scope_by_name(value, &r->scope)) {
		rc = err_set_at(err, ERR_PARSE, at, "expected all, filtered, flagged or range");
	}
	free(value);
	return rc;
}

/*
 * Parse a word: of a slice FILE [--scrub]; else FILE [--format F] [--inline] [--scope
 * all|filtered|flagged]
 */
static int parse_word(const char *arg, const char **p, const char *word, struct write_request *r,
		      struct err *err)
{
	size_t at = (size_t)(*p - arg) - strlen(word);
	bool slice = writes_slice(r);

	if (r->what == WRITE_SLICE && !strcmp(word, "--scrub")) {
		r->scrub = true;
		return 0;
	}
	if (!slice && (!strcmp(word, "--format") || !strcmp(word, "--scope")))
		return parse_value(arg, p, word, r, err);
	if (!slice && !strcmp(word, "--inline")) {
		r->inlined = true;
		return 0;
	}
	if (!r->path && r->what != WRITE_PIPE &&
	    (word[0] != '-' || (r->what == WRITE_FILE && r->can_out && !word[1]))) {
		r->path = mem_strdup(word);
		return 0;
	}
	return err_set_at(err, ERR_PARSE, at,
			  r->what == WRITE_REPAIR ? "expected only the name of a file"
			  : slice		  ? "expected --scrub"
			  : word[1] || r->can_out
				  ? "expected --format, --inline or --scope"
				  : "standard output is the screen: use --batch or perfnav print");
}

static int parse_request(const char *arg, struct write_request *r, struct err *err)
{
	const char *p = arg;
	char *word;
	int rc = 0;

	/* A command has quotes and options of its own. */
	while (rc == 0 && !(r->what == WRITE_PIPE && p[strspn(p, " ")] != '-') &&
	       next_word(&p, &word)) {
		rc = parse_word(arg, &p, word, r, err);
		free(word);
	}
	r->command = p + strspn(p, " ");
	if (rc == 0 && r->what != WRITE_PIPE && !r->path)
		rc = err_set_at(err, ERR_PARSE, 0, "expected the name of a file");
	if (rc == 0 && r->what == WRITE_PIPE && !*r->command)
		rc = err_set_at(err, ERR_PARSE, (size_t)(p - arg), "expected a command");
	return rc;
}

static int add_range(struct view_records *v, struct buf *out, struct err *err)
{
	uint64_t ends[2];

	for (int i = 0; i < 2; i++) {
		struct row_info info;

		if (v->session->jumps.marks['a' + i] == UINT64_MAX)
			return err_set(err, ERR_PARSE,
				       "the range is from mark a to mark b; %s sets mark x",
				       app_key_of(v->view.app, ACTION_MARK));
		if (reader_row(v->session->reader, v->session->jumps.marks['a' + i], &info, err) <
		    0)
			return (int)err->code;
		if (info.ordinal == ROW_NO_ORDINAL)
			return err_set(err, ERR_PARSE, "mark %c is at no record but at damage",
				       'a' + i);
		ends[i] = info.ordinal;
	}
	if (out->len)
		buf_adds(out, " and ");
	buf_addf(out, "%s in {%llu..%llu}", field_id_name(F_ordinal),
		 (unsigned long long)(ends[0] < ends[1] ? ends[0] : ends[1]),
		 (unsigned long long)(ends[0] < ends[1] ? ends[1] : ends[0]));
	return 0;
}

/* Append the filter for the written rows; "": all rows. */
static int add_filter(struct view_records *v, const struct write_request *r, struct buf *out,
		      struct err *err)
{
	struct buf applied = BUF_INIT;

	if (r->what == WRITE_REPAIR || r->scope == SCOPE_ALL)
		return 0;
	if (r->scope == SCOPE_FLAGGED && !notes_flags(v->session->notes))
		return err_set(err, ERR_PARSE, "no record is flagged; %s does it",
			       app_key_of(v->view.app, ACTION_FLAG));
	if (r->scope == SCOPE_FLAGGED) {
		buf_adds(out, field_id_name(F_flagged));
		return 0;
	}
	session_filter_applied(v->session, &applied);
	if (applied.len)
		buf_addf(out, r->scope == SCOPE_RANGE ? "(%s)" : "%s", applied.p);
	buf_release(&applied);
	return r->scope == SCOPE_RANGE ? add_range(v, out, err) : 0;
}

/* The command reads what the export writes; it starts when it gets the terminal. */
static int start_pipe(struct view_records *v, const char *command, struct export_options *options,
		      struct err *err)
{
	int ends[2], rc;

	if (pipe2(ends, O_CLOEXEC) < 0) {
		filter_free(options->filter);
		filter_free(options->marked);
		return err_set(err, ERR_IO, "cannot make a pipe: %s", strerror(errno));
	}
	options->pipe = ends[1];
	rc = export_start(&v->export, v->session->rec, options, err);
	if (rc == 0)
		shell_ask(&v->view.app->shell, command, ends[0]);
	else
		close(ends[0]);
	return rc;
}

static int start_out(struct view_records *v, const struct format *format,
		     struct export_options *options, struct err *err)
{
	bool terminal = isatty(STDOUT_FILENO);

	if (terminal && format->flags & FORMAT_BINARY) {
		filter_free(options->filter);
		filter_free(options->marked);
		return err_set(err, ERR_PARSE, "%s is binary: write it to a file or a pipe",
			       format->name);
	}
	options->raw = !terminal;
	options->pipe = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (options->pipe >= 0)
		return export_start(&v->export, v->session->rec, options, err);
	filter_free(options->filter);
	filter_free(options->marked);
	return err_set(err, ERR_IO, "standard output: %s", strerror(errno));
}

static int start_file(struct view_records *v, const struct write_request *r,
		      const struct export_options *options, struct err *err)
{
	int rc = export_start(&v->export, v->session->rec, options, err);

	if (rc == ERR_OPEN && !options->force && access(r->path, F_OK) == 0)
		rc = err_set(err, ERR_PARSE, "%s exists already; :%s! replaces it", r->path,
			     command_names[r->what]);
	if (rc == 0)
		app_say(v->view.app, "Writing\u2026 %s stops.",
			app_key_of(v->view.app, ACTION_CANCEL));
	return rc;
}

/* Get the filter of the event that is written, and its name. */
static struct filter *pick_event(struct view_records *v, const char *where)
{
	struct app *app = v->view.app;
	struct buf title = BUF_INIT;
	struct eventpick pick;
	struct filter *filter;

	eventpick_init(&pick, app->session, where, where);
	filter = eventpick_filter(&pick);
	buf_adds(&title, ": samples");
	eventpick_title(&pick, &title);
	v->written = buf_take(&title);
	buf_reset(&app->note);
	shown_events_note(&pick.events, pick.name, &app->note);
	eventpick_release(&pick);
	return filter;
}

static int start(struct view_records *v, const struct write_request *r, bool force, struct err *err)
{
	const struct format *format = r->format ? r->format : format_of_file(r->path);
	struct export_options options = {
		.path = r->path,
		.pipe = -1,
		.force = force,
		.format = writes_slice(r) ? NULL : format,
		.inlined = r->inlined,
		.raw = true, /* for a file or a pipe */
		.scrub = r->scrub,
		.watcher = &v->view.app->watcher,
	};
	struct buf filter = BUF_INIT;
	int rc = add_filter(v, r, &filter, err);

	free(v->written);
	v->written = NULL;
	if (rc == 0 && !writes_slice(r) && format->flags & FORMAT_EVENT)
		options.filter = pick_event(v, filter.p);
	else if (rc == 0 && filter.len)
		rc = filter_parse(&options.filter, filter.p, err);
	if (rc == 0 && filter.len && !writes_slice(r) && format->flags & FORMAT_MARKS)
		rc = filter_parse(&options.marked, filter.p, err);
	buf_release(&filter);
	if (rc == 0 && r->what == WRITE_PIPE)
		rc = start_pipe(v, r->command, &options, err);
	else if (rc == 0 && writes_out(r))
		rc = start_out(v, format, &options, err);
	else if (rc == 0)
		rc = start_file(v, r, &options, err);
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}

static int run(struct view_records *v, const char *arg, bool force, enum what what, struct err *err)
{
	struct write_request r = { .what = what, .can_out = v->view.app->opt->batch };
	struct index_progress progress;
	char name[16];
	int rc;

	snprintf(name, sizeof(name), ":%s", command_names[what]);
	rc = app_allows(v->view.app, name, err);
	if (rc < 0)
		return rc;
	recording_progress(v->session->rec, &progress);
	if (v->export)
		return err_set(err, ERR_PARSE, "a file is being written; %s stops that",
			       app_key_of(v->view.app, ACTION_CANCEL));
	if (progress.state == INDEX_BUILDING)
		return err_set(err, ERR_PARSE, "the index is not complete yet");
	rc = parse_request(arg, &r, err);
	if (rc == 0)
		rc = start(v, &r, force, err);
	free(r.path);
	return rc;
}

int records_write(struct app *app, const char *arg, bool force, struct err *err)
{
	return run(app_records(app), arg, force, WRITE_FILE, err);
}

static int run_slice(struct view_records *v, const char *arg, bool force, enum what what,
		     struct err *err)
{
	struct index_progress progress;

	recording_progress(v->session->rec, &progress);
	if (recording_parts(v->session->rec) > 1)
		return err_set(err, ERR_PARSE, "cannot slice several files: open one of them");
	if (progress.state == INDEX_FOLLOWING)
		return err_set(err, ERR_PARSE, "the recording is still being written");
	return run(v, arg, force, what, err);
}

int records_slice(struct app *app, const char *arg, bool force, struct err *err)
{
	return run_slice(app_records(app), arg, force, WRITE_SLICE, err);
}

int records_repair(struct app *app, const char *arg, bool force, struct err *err)
{
	return run_slice(app_records(app), arg, force, WRITE_REPAIR, err);
}

int records_pipe(struct app *app, const char *arg, struct err *err)
{
	return run(app_records(app), arg, false, WRITE_PIPE, err);
}

void records_pipe_end(struct app *app)
{
	struct view_records *v = app_records(app);
	struct pollfd pipe = { .fd = v->view.app->shell.in, .events = POLLIN };
	char rest[1 << 16];

	/* The thread cannot fail to write while this process can still read: it only waits. */
	export_stop(v->export);
	while (export_state(v->export) == EXPORT_RUNS)
		if (poll(&pipe, 1, PIPE_LOOK_MS) > 0 && read(pipe.fd, rest, sizeof(rest)) < 0)
			break;
	if (export_state(v->export) == EXPORT_FAILED)
		app_fail(v->view.app, "Not all is written", export_error(v->export));
	export_free(v->export);
	v->export = NULL;
}

/* Report what a slice has in addition to the requested records, and what it lacks. */
static void say_slice(struct app *app, const struct export *export)
{
	const struct slice_counts *counts = export_slice(export);
	uint64_t left_out = counts->damaged + counts->cut + counts->unknown;
	struct buf text = BUF_INIT;

	buf_addf(&text, "%llu records written: %llu selected, %llu of state, %llu others",
		 (unsigned long long)export_written(export), (unsigned long long)counts->selected,
		 (unsigned long long)counts->state, (unsigned long long)counts->other);
	if (left_out)
		buf_addf(&text, "; %llu left out", (unsigned long long)left_out);
	for (size_t i = 0; i < counts->notes.n; i++)
		buf_addf(&text, "; %s", counts->notes.v[i]);
	if (counts->hint)
		buf_addf(&text, "; %s", counts->hint);
	app_say(app, "%s", text.p);
	buf_release(&text);
}

bool records_write_resume(struct view_records *v)
{
	struct app *app = v->view.app;

	if (!v->export || export_state(v->export) == EXPORT_RUNS)
		return false;
	if (export_state(v->export) == EXPORT_FAILED)
		app_fail(app, export_pipe(v->export) ? "Not all is written" : "Nothing is written",
			 export_error(v->export));
	else if (export_slice(v->export))
		say_slice(app, v->export);
	else if (!export_pipe(v->export)) /* the reader of a pipe wants no more */
		app_say(app, "%llu records written%s.",
			(unsigned long long)export_written(v->export),
			v->written ? v->written : "");
	export_free(v->export);
	v->export = NULL;
	return true;
}

bool records_write_cancel(struct view_records *v)
{
	if (!v->export)
		return false;
	export_free(v->export);
	v->export = NULL;
	return true;
}

int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err)
{
	struct output *output;
	int rc = output_open(&output, path, force, err);

	if (rc == ERR_OPEN && !force && access(path, F_OK) == 0)
		rc = err_set(err, ERR_PARSE, "%s exists already; :%s replaces it", path, how);
	if (rc == 0) {
		output_add(output, text->p, text->len);
		rc = output_finish(output, err);
		output_close(output);
	}
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}
