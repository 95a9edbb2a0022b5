/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/write_request.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "folders.h"

static const char *const scope_names[] = {
	[SCOPE_FILTERED] = "filtered",
	[SCOPE_ALL] = "all",
	[SCOPE_FLAGGED] = "flagged",
	[SCOPE_RANGE] = "range",
};

static bool scope_by_name(const char *name, enum write_scope *scope)
{
	for (size_t i = 0; i < sizeof(scope_names) / sizeof(scope_names[0]); i++) {
		if (strcmp(scope_names[i], name) != 0)
			continue;
		*scope = (enum write_scope)i;
		return true;
	}
	return false;
}

const char *write_scope_name(enum write_scope scope)
{
	return scope_names[scope];
}

static const char *const command_names[] = {
	[WRITE_FILE] = "write",
	[WRITE_SLICE] = "slice",
	[WRITE_REPAIR] = "repair",
	[WRITE_PIPE] = "pipe",
};

bool write_request_is_slice(const struct write_request *r)
{
	return r->what == WRITE_SLICE || r->what == WRITE_REPAIR;
}

bool write_request_is_out(const struct write_request *r)
{
	return r->path && !strcmp(r->path, "-");
}

const char *write_request_command(enum write_what what)
{
	return command_names[what];
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

enum {
	FIELDS_MAX = 64
};

static int parse_fields(const char *list, size_t at, struct write_request *r, struct err *err)
{
	int rc;

	field_list_release(r->fields, r->n);
	free(r->fields);
	r->fields = mem_alloc(FIELDS_MAX * sizeof(*r->fields));
	rc = field_list_parse(list, r->fields, FIELDS_MAX, &r->n, err);
	if (rc < 0)
		err->offset += at;
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
	} else if (!strcmp(option, "--fields") || !strcmp(option, "-F")) {
		rc = parse_fields(value, at, r, err);
	} else if (!scope_by_name(value, &r->scope)) {
		rc = err_set_at(err, ERR_PARSE, at, "expected all, filtered, flagged or range");
	}
	free(value);
	return rc;
}

static bool takes_value(const char *option)
{
	static const char *const options[] = { "--format", "--scope", "--fields", "-F" };

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (!strcmp(options[i], option))
			return true;
	return false;
}

/*
 * Parse a word: of a slice FILE [--scrub]; else FILE [--format F] [--fields LIST] [--inline]
 * [--scope all|filtered|flagged]
 */
static int parse_word(const char *arg, const char **p, const char *word, struct write_request *r,
		      struct err *err)
{
	size_t at = (size_t)(*p - arg) - strlen(word);
	bool slice = write_request_is_slice(r);

	if (r->what == WRITE_SLICE && !strcmp(word, "--scrub")) {
		r->scrub = true;
		return 0;
	}
	if (!slice && takes_value(word))
		return parse_value(arg, p, word, r, err);
	if (!slice && !strcmp(word, "--inline")) {
		r->inlined = true;
		return 0;
	}
	if (!r->path && r->what != WRITE_PIPE &&
	    (word[0] != '-' || (r->what == WRITE_FILE && r->can_out && !word[1]))) {
		r->path = folders_expand(word, strlen(word));
		return 0;
	}
	return err_set_at(err, ERR_PARSE, at,
			  r->what == WRITE_REPAIR ? "expected only the name of a file"
			  : slice		  ? "expected --scrub"
			  : word[1] || r->can_out
				  ? "expected --format, --fields, --inline or --scope"
				  : "standard output is the screen: use --batch or perfnav print");
}

/* Records have no picture: refuse a name that asks for one, unless a format was named. */
static int check_name(const struct write_request *r, struct err *err)
{
	static const char *const pictures[] = { ".svg", ".ansi" };
	size_t len = r->path && !r->format ? strlen(r->path) : 0;

	for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
		size_t n = strlen(pictures[i]);

		if (len > n && !strcmp(r->path + len - n, pictures[i]))
			return err_set_at(
				err, ERR_PARSE, 0,
				"records have no picture; :page %s writes this view as one",
				r->path);
	}
	return 0;
}

int write_request_parse(struct write_request *r, const char *arg, struct err *err)
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
	return rc ? rc : r->what == WRITE_FILE ? check_name(r, err) : 0;
}

void write_request_release(struct write_request *r)
{
	free(r->path);
	field_list_release(r->fields, r->n);
	free(r->fields);
}
