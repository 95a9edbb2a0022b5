/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/textread.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum {
	PIECE = 1 << 16,
	LINE_MAX_BYTES = 16 << 10 /* a longer line is not a symbol */
};

/* The rest of a line. */
struct rest_of_line {
	const char *p, *end;
};

static bool get_hex(struct rest_of_line *line, uint64_t *v)
{
	const char *start = line->p;
	uint64_t sum = 0;
	int digit;

	for (; line->p < line->end && (digit = text_hex_digit(*line->p)) >= 0; line->p++) {
		if (sum >> 60)
			return false;
		sum = sum << 4 | (uint64_t)digit;
	}
	*v = sum;
	return line->p > start;
}

static bool skip_blanks(struct rest_of_line *line)
{
	const char *start = line->p;

	while (line->p < line->end && (*line->p == ' ' || *line->p == '\t'))
		line->p++;
	return line->p > start && line->p < line->end;
}

/* Take functions and variables, as perf does. A module's name remains part of the name. */
static bool kallsyms_line(struct rest_of_line *line, struct symlist *list, struct textread *result)
{
	uint64_t at;
	char type;

	if (!get_hex(line, &at) || !skip_blanks(line))
		return false;
	type = *line->p++;
	if (!skip_blanks(line))
		return false;
	result->hidden += !at;
	if (!at || !strchr("TWDB", toupper((unsigned char)type)) || *line->p == '$')
		return true;
	symlist_add(list, at, 0,
		    type == 'W'			   ? SYMBIND_WEAK
		    : isupper((unsigned char)type) ? SYMBIND_GLOBAL
						   : SYMBIND_LOCAL,
		    line->p, (size_t)(line->end - line->p), "");
	return true;
}

static bool perf_map_line(struct rest_of_line *line, struct symlist *list, struct textread *result)
{
	uint64_t at, size;

	(void)result;
	if (!get_hex(line, &at) || !skip_blanks(line) || !get_hex(line, &size) ||
	    !skip_blanks(line))
		return false;
	symlist_add(list, at, size, SYMBIND_GLOBAL, line->p, (size_t)(line->end - line->p), "");
	return true;
}

static bool (*const readers[])(struct rest_of_line *, struct symlist *, struct textread *) = {
	[TEXTREAD_KALLSYMS] = kallsyms_line,
	[TEXTREAD_PERF_MAP] = perf_map_line,
};

/* Read complete lines. A last line without a newline counts at the end of the file. */
static size_t take_lines(const struct buf *text, bool last, enum textread_kind kind,
			 struct symlist *list, struct textread *result)
{
	size_t at = 0;

	while (at < text->len) {
		const char *start = text->p + at;
		const char *end = memchr(start, '\n', text->len - at);
		struct rest_of_line line = { start, end ? end : text->p + text->len };

		if (!end && !last)
			break;
		result->lines++;
		if (!readers[kind](&line, list, result))
			result->bad++;
		at = (size_t)((end ? end + 1 : line.end) - text->p);
	}
	return at;
}

bool textread_symbols(int fd, enum textread_kind kind, struct symlist *list,
		      struct textread *result)
{
	struct buf text = BUF_INIT;
	ssize_t n;

	*result = (struct textread){ .lines = 0 };
	list->newest = kind == TEXTREAD_PERF_MAP;
	list->modules = kind == TEXTREAD_KALLSYMS;
	do {
		size_t used;

		n = read(fd, buf_room(&text, PIECE), PIECE);
		buf_added(&text, n > 0 ? (size_t)n : 0);
		used = take_lines(&text, n <= 0, kind, list, result);
		if (!used && text.len > LINE_MAX_BYTES)
			used = text.len;
		memmove(text.p, text.p + used, text.len - used);
		buf_truncate(&text, text.len - used);
	} while (n > 0);
	buf_release(&text);
	return n == 0;
}
