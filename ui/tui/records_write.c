/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "out/csv.h"
#include "out/json.h"
#include "out/profile.h"
#include "out/text.h"
#include "tui/tui.h"
#include "tui/view_records.h"

/* Forms by their names and by the ends of file names; the first is for all others. */
static const struct form {
	const char *name, *end;
	struct writer *(*open)(struct reader *reader, const struct writer_options *options);
	whole_fn *whole; /* or */
} forms[] = {
	{ "text", ".txt", text_open, NULL },
	{ "jsonl", ".jsonl", json_open, NULL },
	{ "json", ".json", json_open, NULL },
	{ "csv", ".csv", csv_open, NULL },
	{ "folded", ".folded", NULL, profile_folded },
	{ "pprof", ".pb.gz", NULL, profile_pprof },
	{ "sqlite", ".sqlite", NULL, profile_sqlite },
	{ "firefox", ".gecko.json", NULL, profile_firefox },
};

#define FORMS (sizeof(forms) / sizeof(forms[0]))

static const struct form *form_by_name(const char *name)
{
	for (size_t i = 0; i < FORMS; i++)
		if (!strcmp(forms[i].name, name))
			return &forms[i];
	return NULL;
}

static const struct form *form_by_file(const char *path)
{
	size_t len = strlen(path);

	for (size_t i = FORMS; i--;) {
		size_t end = strlen(forms[i].end);

		if (len > end && !strcmp(path + len - end, forms[i].end))
			return &forms[i];
	}
	return &forms[0];
}

struct request {
	char *path, *scope;
	const struct form *form;
	bool inlined;
	bool slice, scrub; /* a recording and no text */
};

/* One word of the command; false: there is none. Between quotes it can have blanks, \" and \\. */
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

static int parse_value(const char *arg, const char **p, const char *option, struct request *r,
		       struct err *err)
{
	size_t at = (size_t)(*p - arg) + strspn(*p, " ");
	char *value;
	int rc = 0;

	if (!next_word(p, &value))
		return err_set_at(err, ERR_PARSE, at, "%s wants a value", option);
	if (!strcmp(option, "--format")) {
		r->form = form_by_name(value);
		if (!r->form)
			rc = err_set_at(
				err, ERR_PARSE, at,
				"expected text, jsonl, csv, folded, pprof, firefox or sqlite");
	} else if (!strcmp(value, "all") || !strcmp(value, "filtered") ||
		   !strcmp(value, "flagged")) {
		free(r->scope);
		r->scope = mem_strdup(value);
	} else {
		rc = err_set_at(err, ERR_PARSE, at, "expected all, filtered or flagged");
	}
	free(value);
	return rc;
}

/* Of a slice: FILE [--scrub]; else FILE [--format F] [--inline] [--scope all|filtered|flagged] */
static int parse_word(const char *arg, const char **p, const char *word, struct request *r,
		      struct err *err)
{
	size_t at = (size_t)(*p - arg) - strlen(word);

	if (r->slice && !strcmp(word, "--scrub")) {
		r->scrub = true;
		return 0;
	}
	if (!r->slice && (!strcmp(word, "--format") || !strcmp(word, "--scope")))
		return parse_value(arg, p, word, r, err);
	if (!r->slice && !strcmp(word, "--inline")) {
		r->inlined = true;
		return 0;
	}
	if (word[0] != '-' && !r->path) {
		r->path = mem_strdup(word);
		return 0;
	}
	return err_set_at(err, ERR_PARSE, at,
			  r->slice  ? "expected --scrub"
			  : word[1] ? "expected --format, --inline or --scope"
				    : "perfnav print writes to standard output");
}

static int parse_request(const char *arg, struct request *r, struct err *err)
{
	const char *p = arg;
	char *word;
	int rc = 0;

	while (rc == 0 && next_word(&p, &word)) {
		rc = parse_word(arg, &p, word, r, err);
		free(word);
	}
	if (rc == 0 && !r->path)
		rc = err_set_at(err, ERR_PARSE, 0, "expected the name of a file");
	return rc;
}

static int start(struct view_records *v, const struct request *r, bool force, struct err *err)
{
	bool flagged = r->scope && !strcmp(r->scope, "flagged");
	const struct form *form = r->form ? r->form : form_by_file(r->path);
	struct export_options options = {
		.path = r->path,
		.force = force,
		.whole = r->slice ? NULL : form->whole,
		.open = r->slice ? NULL : form->open,
		.inlined = r->inlined,
		.scrub = r->scrub,
		.wake = tui_wake,
	};
	struct buf filter = BUF_INIT;
	int rc;

	if (flagged && !notes_flags(v->notes))
		return err_set(err, ERR_PARSE, "no record is flagged; %s does it",
			       app_key_of(v->view.app, ACTION_FLAG));
	if (flagged)
		buf_adds(&filter, word_name(W_flagged));
	else if (!r->scope || strcmp(r->scope, "all") != 0)
		records_filter_applied(v, &filter);
	rc = filter.len ? filter_parse(&options.filter, filter.p, err) : 0;
	buf_release(&filter);
	if (rc == 0)
		rc = export_start(&v->export, v->rec, &options, err);
	if (rc == ERR_OPEN && !force && access(r->path, F_OK) == 0)
		rc = err_set(err, ERR_PARSE, "%s is there already; :%s! replaces it", r->path,
			     r->slice ? "slice" : "write");
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}

static int run(struct view_records *v, const char *arg, bool force, bool slice, struct err *err)
{
	struct request r = { .slice = slice };
	struct index_progress progress;
	int rc = app_allows(v->view.app, slice ? ":slice" : ":write", err);

	if (rc < 0)
		return rc;
	recording_progress(v->rec, &progress);
	if (v->export)
		return err_set(err, ERR_PARSE, "a file is being written; %s stops that",
			       app_key_of(v->view.app, ACTION_CANCEL));
	if (progress.state == INDEX_BUILDING)
		return err_set(err, ERR_PARSE, "the index is not complete yet");
	rc = parse_request(arg, &r, err);
	if (rc == 0)
		rc = start(v, &r, force, err);
	if (rc == 0)
		app_say(v->view.app, "Writing\u2026 %s stops.",
			app_key_of(v->view.app, ACTION_CANCEL));
	free(r.path);
	free(r.scope);
	return rc;
}

int records_write(struct view_records *v, const char *arg, bool force, struct err *err)
{
	return run(v, arg, force, false, err);
}

int records_slice(struct view_records *v, const char *arg, bool force, struct err *err)
{
	struct index_progress progress;

	recording_progress(v->rec, &progress);
	if (recording_parts(v->rec) > 1)
		return err_set(err, ERR_PARSE, "a slice is made of one file, here are several");
	if (progress.state == INDEX_FOLLOWING)
		return err_set(err, ERR_PARSE, "the recording still grows");
	return run(v, arg, force, true, err);
}

/* What a slice has besides what was asked for, and what it has not. */
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
	app_say(app, "%s", text.p);
	buf_release(&text);
}

bool records_write_resume(struct view_records *v)
{
	struct app *app = v->view.app;

	if (!v->export || export_state(v->export) == EXPORT_RUNS)
		return false;
	if (export_state(v->export) == EXPORT_DONE && export_slice(v->export))
		say_slice(app, v->export);
	else if (export_state(v->export) == EXPORT_DONE)
		app_say(app, "%llu records written.",
			(unsigned long long)export_written(v->export));
	else
		app_complain(app, "Nothing is written: %s", export_error(v->export)->msg);
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
		rc = err_set(err, ERR_PARSE, "%s is there already; :%s replaces it", path, how);
	if (rc == 0) {
		output_add(output, text->p, text->len);
		rc = output_finish(output, err);
		output_close(output);
	}
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}
