/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/shell_word.h"
#include "records/view.h"

/*
 * The command that opens the recording at a record: perfnav --goto WHERE [--order time] FILE...
 * Of one file WHERE is an offset, which does not depend on how records are counted.
 */
bool records_permalink(struct view_records *v, struct buf *out)
{
	bool alone = recording_parts(v->rec) == 1 && !row_is_inflated(v->reader, v->row);

	if (!alone && v->row->ordinal == ROW_NO_ORDINAL)
		return false;
	if (alone)
		buf_addf(out, "perfnav --goto @0x%llx", (unsigned long long)v->row->offset);
	else
		buf_addf(out, "perfnav --goto %llu", (unsigned long long)v->row->ordinal);
	if (v->by_time)
		buf_adds(out, " --order time");
	for (size_t i = 0; i < recording_parts(v->rec); i++) {
		const char *path = recording_path(v->rec, i);

		shell_word_add(out, path, strlen(path));
	}
	return true;
}

/* ---- the other way round ---- */

/* One word of a shell's, as shell_word_add() writes them; false: there are no more. */
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

/* The same file, or one of its name in another folder. */
static bool names_part(const struct view_records *v, size_t part, const char *path)
{
	const char *own = recording_path(v->rec, part), *slash = strrchr(own, '/');
	const char *other = strrchr(path, '/');

	return !strcmp(slash ? slash + 1 : own, other ? other + 1 : path);
}

static int another(const char *path, size_t at, struct err *err)
{
	struct buf escaped = BUF_INIT;

	text_escape_str(&escaped, path);
	err_set_at(err, ERR_PARSE, at, "this leads to another recording: %s", escaped.p);
	buf_release(&escaped);
	return ERR_PARSE;
}

bool records_is_permalink(const char *text)
{
	return !strncmp(text, "perfnav ", 8);
}

int records_goto_permalink(struct view_records *v, const char *text, struct err *err)
{
	const char *p = text + strlen("perfnav ");
	struct buf word = BUF_INIT, where = BUF_INIT;
	bool by_time = false;
	size_t part = 0;
	int rc = 0;

	while (rc == 0 && next_word(&p, &word)) {
		size_t at = (size_t)(p - text) - (word.len < (size_t)(p - text) ? word.len : 0);

		if (!strcmp(word.p, "--goto") && next_word(&p, &word))
			buf_adds(&where, word.p);
		else if (!strcmp(word.p, "--order") && next_word(&p, &word))
			by_time = !strcmp(word.p, "time");
		else if (part >= recording_parts(v->rec) || !names_part(v, part, word.p))
			rc = another(word.p, at, err);
		else
			part++;
	}
	if (rc == 0 && (!where.len || part < recording_parts(v->rec)))
		rc = err_set_at(err, ERR_PARSE, strlen(text),
				"expected a link, as yp copies it: perfnav --goto WHERE FILE");
	if (rc == 0) {
		rc = records_goto(v, where.p, err);
		if (rc < 0)
			err->offset = ERR_NO_OFFSET;
	}
	if (rc == 0 && by_time != v->by_time)
		records_order(v, by_time);
	buf_release(&word);
	buf_release(&where);
	return rc;
}
