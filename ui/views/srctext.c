/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/srctext.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "views/address.h"
#include "views/table.h"
#include "views/views.h"

enum {
	COL_LINE,
	COL_TEXT,
	COLS
};

enum {
	LINE_MAX_BYTES = 4096, /* maximum that is shown of a line */
	BEFORE = 6	       /* lines above the marked line */
};

struct view_srctext {
	struct view_table table;
	struct symbolizer_address address; /* the requested address */
	struct symbolizer_request *request;
	/* on the screen; better ones may follow; NULL: none */
	const struct symbolizer_source *source;
	VEC(size_t) lines; /* where each begins in its text */
	char *title;
	struct buf why; /* there is no text */
};

static struct view_srctext *self(const struct view_table *vt)
{
	return container_of(vt, struct view_srctext, table);
}

/* NULL: none is known. */
static const struct source_frame *frame_of(const struct view_srctext *v)
{
	const struct symbolizer_source *source = v->source;

	return source && v->address.function < source->n ? &source->v[v->address.function] : NULL;
}

/* ---- the result of the look-up ---- */

/* Set the title: "source of 0x401136: lines.c:12, work". */
static void set_title(struct view_srctext *v)
{
	const struct source_frame *frame = frame_of(v);
	struct buf title = BUF_INIT;

	buf_adds(&title, "source of ");
	buf_add0x(&title, v->address.addr);
	if (frame && frame->file) {
		buf_adds(&title, ": ");
		address_line(frame, &title);
	}
	if (frame && frame->name) {
		buf_adds(&title, ", ");
		text_escape_str(&title, frame->name);
	}
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

static void split(struct view_srctext *v, const struct buf *text)
{
	for (size_t at = 0; at < text->len;) {
		const char *end = memchr(text->p + at, '\n', text->len - at);

		vec_push(&v->lines, at);
		at = end ? (size_t)(end + 1 - text->p) : text->len;
	}
}

/* The reason, and what can be done; or where the file was looked for. */
static void set_why(struct view_srctext *v)
{
	const struct symbolizer_source *source = v->source;
	const struct source_frame *frame = frame_of(v);

	if (!frame || !frame->file) {
		buf_adds(&v->why, source->why ? sym_why_text(source->why)
					      : "no source line is known for this address");
		if (*sym_why_remedy(source->why))
			buf_addf(&v->why, ": %s", sym_why_remedy(source->why));
		return;
	}
	buf_addf(&v->why, "%s: ", source->file.why);
	text_escape_str(&v->why, frame->file);
	buf_adds(&v->why, " (:map-path FROM TO)");
}

static void show_source(struct view_srctext *v)
{
	const struct symbolizer_source *source = symbolizer_source(v->request, 0);
	const struct source_frame *frame;

	v->source = source;
	frame = frame_of(v);
	set_title(v);
	if (source->file.why) {
		set_why(v);
		return;
	}
	split(v, &source->file.text);
	v->table.cursor = frame->line ? frame->line - 1 : 0;
	v->table.top = v->table.cursor > BEFORE ? v->table.cursor - BEFORE : 0;
	if (frame->line > v->lines.n)
		app_complain(v->table.view.app,
			     "The source file has fewer lines: it is another version.");
	else if (source->newer)
		app_complain(
			v->table.view.app,
			"The source file is newer than the program: its lines may have moved.");
}

static bool srctext_wake(struct view *view)
{
	struct view_srctext *v = self(view_table_of(view));

	if (v->source || !symbolizer_is_done(v->request))
		return false;
	show_source(v);
	return true;
}

static bool srctext_busy(const struct view *view)
{
	return !self(view_table_of(view))->source;
}

/* ---- lines ---- */

static uint64_t srctext_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

static void srctext_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_srctext *v = self(vt);
	const struct buf *text = &v->source->file.text;
	size_t at = v->lines.v[row];
	size_t end = row + 1 < v->lines.n ? v->lines.v[row + 1] : text->len;

	if (column == COL_LINE) {
		buf_add_u64(out, row + 1);
		return;
	}
	while (end > at && (text->p[end - 1] == '\n' || text->p[end - 1] == '\r'))
		end--;
	text_escape_line(out, text->p + at, end - at < LINE_MAX_BYTES ? end - at : LINE_MAX_BYTES);
}

static enum style srctext_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct source_frame *frame = frame_of(self(vt));

	if (frame && row + 1 == frame->line)
		return STYLE_HIGHLIGHT;
	return column == COL_LINE ? STYLE_NUMBER : STYLE_NORMAL;
}

static const char *srctext_empty(const struct view_table *vt)
{
	const struct view_srctext *v = self(vt);

	return v->why.len ? v->why.p : v->source ? "the source file is empty" : "reading\u2026";
}

/* The line under the cursor, in the user's editor. */
static void edit(struct view_srctext *v)
{
	struct app *app = v->table.view.app;
	struct err err = ERR_INIT;

	if (!v->lines.n)
		app_complain(app, "There is no source file to edit.");
	else if (app_allows(app, "the editor", &err) < 0)
		app_complain(app, "%s", err.msg);
	else
		shell_ask_editor(&app->shell, v->source->file.path.p,
				 (unsigned)v->table.cursor + 1);
}

static bool srctext_act(struct view_table *vt, const struct action_call *call)
{
	struct view_srctext *v = self(vt);

	if (call->action == ACTION_SOURCE) {
		edit(v);
		return true;
	}
	address_open(vt->view.app, v->address.addr, symbolizer_get(v->request, 0),
		     symbolizer_symbol(v->request, 0), v->source);
	return true;
}

static void srctext_close(struct view_table *vt)
{
	struct view_srctext *v = self(vt);

	symbolizer_drop(app_symbolizer(vt->view.app), v->request);
	vec_release(&v->lines);
	buf_release(&v->why);
	free(v->title);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_LINE] = { "line", true, 0, .number = { NULL, "-", "of the source file", NUMBER_FILE } },
	[COL_TEXT] = { "text", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN, ACTION_SOURCE, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "address", "describe the address" },
	{ ACTION_SOURCE, "edit", "open the file at this line in $VISUAL or $EDITOR" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN,  ACTION_SOURCE, ACTION_PAGE_DOWN,
				     ACTION_CLOSE, ACTION_HELP,	  ACTION_NONE };

const struct table_ops table_srctext = {
	.name = "the source",
	.title = "source",
	.n = COLS,
	.columns = columns,
	.count = srctext_count,
	.cell = srctext_cell,
	.style = srctext_style,
	.act = srctext_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = srctext_empty,
	.wake = srctext_wake,
	.busy = srctext_busy,
	.close = srctext_close,
};

void srctext_open(struct app *app, const struct row_info *row,
		  const struct symbolizer_address *address, uint32_t function)
{
	struct symbolizer_address of = *address;
	struct view_srctext *v;

	of.function = function;
	v = view_table_of_topic(app, &table_srctext, sizeof(*v), address_topic(row, &of));
	if (!v)
		return;
	buf_init(&v->why);
	v->address = *address;
	v->address.code = 0;
	v->address.lines = v->address.text = true;
	v->address.function = function;
	v->request = symbolizer_ask(app_symbolizer(app), row, &v->address, 1);
	set_title(v);
	app_push(app, &v->table.view);
	srctext_wake(&v->table.view);
}
