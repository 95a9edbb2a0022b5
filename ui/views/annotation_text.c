/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/annotation_text.h"

#include "base/text.h"

enum {
	INDENT = 4 /* blanks of source that become one, so that nested code begins on the screen */
};

static const struct code_line *code_of(const struct annotation_line *line)
{
	return &line->function->lines.v[line->first].code;
}

/*
 * Add the loops that a line is in, a column for each. A source line has those of the next
 * instruction.
 */
static void add_loops(const struct annotation_line *line, bool source, struct buf *out)
{
	static const char *const marks[] = { [CODE_NO_LOOP] = " ",
					     [CODE_LOOP_FIRST] = "\u250c",
					     [CODE_LOOP_WITHIN] = "\u2502",
					     [CODE_LOOP_LAST] = "\u2514" };
	const struct code_line *code = code_of(line);

	for (size_t i = 0; i < line->function->code.loop_depth; i++) {
		uint8_t loop = code->loops[i];

		if (source && loop != CODE_NO_LOOP)
			loop = loop == CODE_LOOP_FIRST ? CODE_NO_LOOP : CODE_LOOP_WITHIN;
		buf_adds(out, marks[loop]);
	}
	buf_adds(out, line->function->code.loop_depth ? " " : "");
}

/* Does the jump under the cursor lead to this line? */
static bool is_target(const struct annotation_lines *lines, const struct annotation_line *line,
		      size_t cursor)
{
	const struct annotation_line *at = cursor < lines->list.n ? &lines->list.v[cursor] : NULL;

	return at && at->kind == LINE_CODE && line->kind == LINE_CODE &&
	       at->function == line->function && code_of(at)->flow == CODE_JUMP &&
	       code_of(at)->target == code_of(line)->off;
}

static const char *flow_mark(const struct code_line *code)
{
	if (code->flow == CODE_JUMP)
		return code->target <= code->off ? "\u2191" : "\u2193";
	return code->flow == CODE_CALL ? "\u2192" : code->flow == CODE_RETURN ? "\u2190" : " ";
}

static void add_title(const struct annotation_line *line, struct buf *out)
{
	text_escape_str(out, line->function->dso);
	buf_addf(out, " at 0x%llx", (unsigned long long)line->function->symaddr);
	if (line->function->code.differs)
		buf_adds(out, ": NOT THE RECORDED CODE, its build id differs");
	if (line->function->code.why)
		buf_addf(out, ": %s", line->function->code.why);
	if (line->function->code.lines_broken)
		buf_addf(out, ": %s", line->function->code.why_source);
}

static void add_source(const struct annotation_lines *lines, const struct annotation_line *line,
		       struct sourcetext *texts, struct buf *out)
{
	const struct code_source *source = annotation_lines_source(line);

	if (lines->shown == SHOWN_BOTH)
		add_loops(line, true, out);
	if (source)
		sourcetext_add(texts, source, INDENT, out);
	else
		buf_adds(out, "(source not known)");
}

void annotation_text_add(const struct annotation_lines *lines, size_t number, size_t cursor,
			 struct sourcetext *texts, struct buf *out)
{
	const struct annotation_line *line = &lines->list.v[number];
	const struct code_line *code;

	if (line->kind == LINE_TITLE) {
		add_title(line, out);
		return;
	}
	if (line->kind == LINE_SOURCE) {
		add_source(lines, line, texts, out);
		return;
	}
	code = code_of(line);
	add_loops(line, false, out);
	buf_adds(out, is_target(lines, line, cursor) ? "\u25b8" : code->label ? "\u00b7" : " ");
	buf_adds(out, flow_mark(code));
	buf_addc(out, ' ');
	text_escape_str(out, code->text ? code->text : "(no instruction)");
}
