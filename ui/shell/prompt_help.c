/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/prompt_help.h"

#include <string.h>

#include "base/buf.h"
#include "shell/lineedit.h"
#include "term/border.h"
#include "term/wrap.h"

static struct buf help = BUF_INIT; /* "": closed */

/* Find the word under the cursor, or the one before it; an operator counts, too. */
static void word_at(const char *line, size_t point, size_t *start, size_t *end)
{
	static const char marks[] = "<>=!&|~";
	const char *is = NULL;

	while (point && (!line[point] || line[point] == ' '))
		point--;
	*start = *end = point;
	if (!line[point] || line[point] == ' ')
		return;
	is = strchr(marks, line[point]) ? marks : NULL;
	/* A cursor right after a word is on the character that ends it. */
	if (!is && strchr(lineedit_breaks, line[point]) && point)
		*start = --point;
	while (*start && (is ? strchr(is, line[*start - 1]) != NULL
			     : !strchr(lineedit_breaks, line[*start - 1])))
		--*start;
	*end = point;
	while (line[*end] &&
	       (is ? strchr(is, line[*end]) != NULL : !strchr(lineedit_breaks, line[*end])))
		++*end;
}

void prompt_help_open(const struct prompt_kind *kind, void *ctx)
{
	size_t start, end;

	buf_reset(&help);
	word_at(lineedit_text(), lineedit_point(), &start, &end);
	if (end > start && kind->explain && kind->explain(ctx, lineedit_text(), start, end, &help))
		return;
	buf_reset(&help);
	buf_adds(&help, kind->about ? kind->about : kind->note);
}

void prompt_help_close(void)
{
	buf_reset(&help);
}

bool prompt_help_is_open(void)
{
	return help.len != 0;
}

void prompt_help_draw(const struct surface *s)
{
	struct buf lines = BUF_INIT;
	struct surface box;
	int rows;

	wrap_text(help.p, s->cols - 2, &lines);
	rows = wrap_rows(&lines);
	rows = rows < s->rows - 1 ? rows : s->rows - 1;
	box = surface_sub(s, s->rows - rows - 1, 0, rows + 1, s->cols);
	surface_fill(&box, STYLE_NORMAL);
	border_line(&box, 0);
	surface_put(&box, 0, 2, STYLE_TITLE, " help: q or Esc closes it ");
	surface_put_lines(&box, 1, 1, STYLE_NORMAL, lines.p);
	buf_release(&lines);
}

void prompt_help_release(void)
{
	buf_release(&help);
}
