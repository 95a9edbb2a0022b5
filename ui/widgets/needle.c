/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/needle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "filter/regex.h"
#include "widgets/quoted.h"

void needle_release(struct needle *needle)
{
	free(needle->typed);
	regex_free(needle->regex);
	regex_matcher_free(needle->matcher);
	*needle = (struct needle){ .typed = NULL };
}

/* Escapes such as \W and \S in a regular expression are not letters. */
static bool has_upper(const char *text, bool regular)
{
	for (; *text; text++) {
		if (regular && *text == '\\' && text[1])
			text++;
		else if (isupper((unsigned char)*text))
			return true;
	}
	return false;
}

void needle_add_quoted(const char *text, struct buf *out)
{
	for (const char *end; (end = strstr(text, "\\E")); text = end + 2) {
		buf_adds(out, "\\Q");
		buf_add(out, text, (size_t)(end - text));
		buf_adds(out, "\\E\\\\E");
	}
	buf_addf(out, "\\Q%s\\E", text);
}

static void add_pattern(const char *text, bool regular, bool exact, struct buf *out)
{
	if (exact)
		buf_adds(out, "(?-i)");
	if (regular)
		buf_adds(out, text);
	else
		needle_add_quoted(text, out);
}

int needle_set(struct needle *needle, const char *typed, struct err *err)
{
	bool regular = typed[0] == '~' && typed[1], exact = has_upper(typed + regular, regular);
	struct buf pattern = BUF_INIT;
	struct regex *regex;

	add_pattern(typed + regular, regular, exact, &pattern);
	regex = regex_compile(pattern.p, pattern.len, err);
	buf_release(&pattern);
	if (!regex) {
		uint64_t before = exact ? strlen("(?-i)") : 0;

		if (err && err->offset != ERR_NO_OFFSET && err->offset >= before)
			err->offset += 1 - before;
		return ERR_PARSE;
	}
	needle_release(needle);
	*needle = (struct needle){
		.typed = mem_strdup(typed),
		.regular = regular,
		.exact = exact,
		.marked = true,
		.regex = regex,
		.matcher = regex_matcher_new(),
	};
	return 0;
}

bool needle_matches(const struct needle *needle, const char *text, size_t len)
{
	return regex_match(needle->regex, needle->matcher, text, len) == REGEX_YES;
}

static bool has_letters(const char *text)
{
	while (*text && !isalpha((unsigned char)*text) && !((unsigned char)*text & 0x80))
		text++;
	return *text;
}

void needle_condition(const struct needle *needle, struct buf *out)
{
	struct buf pattern = BUF_INIT;

	if (!needle->regular && (needle->exact || !has_letters(needle->typed))) {
		buf_adds(out, " contains ");
		quoted_add_string(out, needle->typed, strlen(needle->typed));
		return;
	}
	/* A plain text without special characters is easier to read. */
	if (!needle->regular && !strpbrk(needle->typed, "\\^$.[]|()?*+{}"))
		buf_adds(&pattern, needle->typed);
	else
		add_pattern(needle->typed + needle->regular, needle->regular, needle->exact,
			    &pattern);
	buf_adds(out, " =~ ");
	quoted_add_pattern(out, pattern.p);
	buf_release(&pattern);
}

void needle_say(const struct needle *needle, struct buf *out)
{
	bool any_case = !needle->exact && has_letters(needle->typed);
	/* Characters that a plain text seldom has. */
	bool meant = !needle->regular && strpbrk(needle->typed, "*|^$\\");
	char quote = needle->regular ? '/' : '"';

	buf_addc(out, quote);
	text_escape_str(out, needle->typed + needle->regular);
	buf_addc(out, quote);
	if (any_case || meant)
		buf_addf(out, " (%s%s%s)", any_case ? "any case" : "",
			 any_case && meant ? "; " : "",
			 meant ? "~ before it makes it a regular expression" : "");
}

/* A line of a screen as text, with the column of each byte. */
struct needle_line {
	struct buf text;
	VEC(int) cols;
};

static void read_line(const struct surface *s, int row, struct needle_line *line)
{
	buf_reset(&line->text);
	line->cols.n = 0;
	for (int col = 0; col < s->cols; col++) {
		const struct cell *cell = grid_cell(s->grid, s->row + row, s->col + col);

		for (int i = 0; i < CELL_CHARS && cell->cols && (cell->ch[i] || !i); i++)
			text_add_utf8(&line->text, cell->ch[i] ? cell->ch[i] : ' ');
		while (line->cols.n < line->text.len)
			vec_push(&line->cols, col);
	}
	vec_push(&line->cols, s->cols);
}

static void mark_line(const struct needle *needle, const struct surface *s, int row,
		      const struct needle_line *line)
{
	size_t begin, end, from = 0;

	while (from < line->text.len && regex_find(needle->regex, needle->matcher, line->text.p,
						   line->text.len, from, &begin, &end)) {
		if (end > begin)
			surface_restyle(s, row, line->cols.v[begin],
					line->cols.v[end] - line->cols.v[begin], STYLE_HIGHLIGHT);
		from = end > from ? end : from + 1;
		/* A match begins at a character, not inside one. */
		while (from < line->text.len && (line->text.p[from] & 0xc0) == 0x80)
			from++;
	}
}

void needle_mark(const struct needle *needle, const struct surface *s)
{
	struct needle_line line = { .text = BUF_INIT };

	for (int row = 0; needle->marked && row < s->rows; row++) {
		read_line(s, row, &line);
		mark_line(needle, s, row, &line);
	}
	buf_release(&line.text);
	vec_release(&line.cols);
}
