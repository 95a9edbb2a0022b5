/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_link.h"

#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "file/shell_word.h"
#include "session/permalink.h"
#include "session/session_filter.h"
#include "session/session_order.h"
#include "session/session_place.h"

/* Link to one file: an offset does not depend on how records are counted. */
static void add_link(struct session *session, const struct row_info *row, struct buf *out)
{
	struct permalink link = PERMALINK_NONE;
	struct buf text = BUF_INIT;

	link.by_time = session->by_time;
	buf_adds(&link.file, recording_path(session->rec, 0));
	if (row_is_inflated(session->reader, row))
		buf_addf(&link.where, "%llu", (unsigned long long)row->ordinal);
	else
		buf_addf(&link.where, "@0x%llx", (unsigned long long)row->offset);
	session_filter_applied(session, &link.filter);
	permalink_add(&link, &text);
	shell_word_add(out, text.p, text.len);
	buf_release(&text);
	permalink_release(&link);
}

bool session_link_add(struct session *session, struct buf *out)
{
	const struct row_info *row = session_record(session);
	struct buf filter = BUF_INIT;

	if (!row || ((recording_parts(session->rec) > 1 || row_is_inflated(session->reader, row)) &&
		     row->ordinal == ROW_NO_ORDINAL))
		return false;
	buf_adds(out, "perfnav");
	if (recording_parts(session->rec) == 1) {
		add_link(session, row, out);
		return true;
	}
	buf_addf(out, " --goto %llu", (unsigned long long)row->ordinal);
	session_filter_applied(session, &filter);
	if (filter.len) {
		buf_adds(out, " --filter");
		shell_word_add(out, filter.p, filter.len);
	}
	buf_release(&filter);
	if (session->by_time)
		buf_adds(out, " --order time");
	for (size_t i = 0; i < recording_parts(session->rec); i++) {
		const char *path = recording_path(session->rec, i);

		shell_word_add(out, path, strlen(path));
	}
	return true;
}

/* ---- the other way round ---- */

/* Get one word of a shell's, as shell_word_add() writes it. False: there are no more. */
static bool next_word(const char **p, struct buf *word)
{
	bool quoted = false;

	buf_reset(word);
	*p += strspn(*p, " ");
	if (!**p)
		return false;
	for (; **p && (quoted || **p != ' '); ++*p) {
		if (**p == '\'')
			quoted = !quoted;
		else if (!quoted && **p == '\\' && (*p)[1])
			buf_addc(word, *++*p);
		else
			buf_addc(word, **p);
	}
	return true;
}

/* Is it the same file, or one with its name in another folder? */
static bool names_part(const struct session *session, size_t part, const char *path)
{
	return !strcmp(folder_entry(recording_path(session->rec, part)), folder_entry(path));
}

static int another(const char *path, size_t at, struct err *err)
{
	struct buf escaped = BUF_INIT;

	text_escape_str(&escaped, path);
	err_set_at(err, ERR_PARSE, at, "the link leads to another recording: %s", escaped.p);
	buf_release(&escaped);
	return ERR_PARSE;
}

static const char program[] = "perfnav ";

bool session_link_is(const char *text)
{
	struct permalink link;
	bool is = permalink_parse(&link, text);

	if (is)
		permalink_release(&link);
	return is || text_begins_with(text, program);
}

/* Where a command leads. */
struct target {
	struct buf where, filter;
	bool by_time;
	size_t parts; /* number of parts that it names */
};

/* Take a file, or a link to one of its records. */
static int take_file(const struct session *session, struct target *target, const char *word,
		     size_t at, struct err *err)
{
	struct permalink link;
	bool is_link = permalink_parse(&link, word);
	const char *path = is_link ? link.file.p : word;
	int rc = 0;

	if (target->parts >= recording_parts(session->rec) ||
	    !names_part(session, target->parts, path))
		rc = another(path, at, err);
	else
		target->parts++;
	if (!is_link)
		return rc;
	buf_adds(&target->where, link.where.p);
	buf_adds(&target->filter, link.filter.p);
	target->by_time = link.by_time;
	permalink_release(&link);
	return rc;
}

static int parse_target(const struct session *session, struct target *target, const char *text,
			struct err *err)
{
	const char *p = text + (text_begins_with(text, program) ? strlen(program) : 0);
	struct buf word = BUF_INIT;
	int rc = 0;

	while (rc == 0 && next_word(&p, &word)) {
		size_t at = (size_t)(p - text) - (word.len < (size_t)(p - text) ? word.len : 0);

		if (!strcmp(word.p, "--goto") && next_word(&p, &word))
			buf_adds(&target->where, word.p);
		else if (!strcmp(word.p, "--filter") && next_word(&p, &word))
			buf_adds(&target->filter, word.p);
		else if (!strcmp(word.p, "--order") && next_word(&p, &word))
			target->by_time = !strcmp(word.p, "time");
		else
			rc = take_file(session, target, word.p, at, err);
	}
	buf_release(&word);
	if (rc == 0 && (!target->where.len || target->parts < recording_parts(session->rec)))
		rc = err_set_at(err, ERR_PARSE, strlen(text),
				"expected a link, as yp copies it: FILE#n=123");
	return rc;
}

int session_link_goto(struct session *session, const char *text, struct err *err)
{
	struct target target = { .where = BUF_INIT, .filter = BUF_INIT };
	int rc = parse_target(session, &target, text, err);
	bool parsed = rc == 0;

	if (rc == 0 && target.filter.len)
		rc = session_filter_set(session, target.filter.p, err);
	if (rc == 0)
		rc = session_place_goto(session, target.where.p, NULL, err);
	if (rc < 0 && parsed)
		err->offset = ERR_NO_OFFSET;
	if (rc == 0 && target.by_time != session->by_time)
		session_order_set(session, target.by_time);
	buf_release(&target.where);
	buf_release(&target.filter);
	return rc;
}
