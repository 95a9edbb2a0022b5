/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/sandbox.h"
#include "base/text.h"
#include "views/table.h"
#include "views/text.h"
#include "views/views.h"

enum {
	CELL_DSO,
	CELL_BUILD_ID,
	CELL_STATE,
	CELL_SYMBOLS,
	CELL_FROM,
	CELLS
};

struct symbols_line {
	uint32_t number;
	const struct module *module; /* lives as long as the recording */
};

struct view_symbols {
	struct view_table table;
	uint32_t first, end;		/* numbers of the modules that were visited */
	VEC(struct symbols_line) lines; /* modules that can have symbols, by their names */
	struct syms_status now;		/* of the last requested line */
};

static struct view_symbols *self(const struct view_table *vt)
{
	return container_of(vt, struct view_symbols, table);
}

static struct syms *syms_of(const struct view_symbols *v)
{
	return recording_syms(v->table.view.app->rec);
}

/* A file's name without folders. */
static void short_name(const struct module *module, const char **name, size_t *len)
{
	const char *slash = memrchr(module->dso, '/', module->dso_len);

	*name = module->dso;
	*len = module->dso_len;
	if (module->kind == MODULE_KERNEL) {
		*name = "[kernel]";
		*len = strlen(*name);
	} else if (slash && slash + 1 < module->dso + module->dso_len) {
		*name = slash + 1;
		*len = (size_t)(module->dso + module->dso_len - *name);
	}
}

static int by_name(const void *pa, const void *pb)
{
	const struct symbols_line *a = pa, *b = pb;
	const char *a_name, *b_name;
	size_t a_len, b_len;
	int order;

	short_name(a->module, &a_name, &a_len);
	short_name(b->module, &b_name, &b_len);
	order = memcmp(a_name, b_name, a_len < b_len ? a_len : b_len);
	if (!order)
		order = a_len < b_len ? -1 : a_len > b_len;
	return order ? order : a->number < b->number ? -1 : a->number > b->number;
}

/*
 * Looking up names adds modules. If the places of files change, the list of modules starts again.
 */
static void catch_up(struct view_symbols *v)
{
	uint32_t first, end;

	syms_modules(syms_of(v), &first, &end);
	if (first != v->first) {
		v->lines.n = 0;
		v->first = v->end = first;
	}
	if (v->end == end)
		return;
	for (; v->end < end; v->end++) {
		syms_status(syms_of(v), v->end, &v->now);
		if (v->now.module->kind != MODULE_NONE)
			vec_push(&v->lines, ((struct symbols_line){ v->end, v->now.module }));
	}
	qsort(v->lines.v, v->lines.n, sizeof(*v->lines.v), by_name);
}

static uint64_t symbols_count(const struct view_table *vt)
{
	catch_up(self(vt));
	return self(vt)->lines.n;
}

static const char *state_text(const struct syms_status *status)
{
	if (!status->ready)
		return status->wanted ? "reading\u2026" : "not asked for";
	if (status->module->kind == MODULE_KSYMBOL)
		return "recorded";
	if (status->why)
		return "none";
	return status->cached ? "cached" : "read";
}

static void symbols_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_symbols *v = self(vt);
	const struct syms_status *status = &v->now;
	const char *name;
	size_t len;

	syms_status(syms_of(v), v->lines.v[row].number, &v->now);
	switch (column) {
	case CELL_DSO:
		short_name(status->module, &name, &len);
		text_escape(out, name, len);
		break;
	case CELL_BUILD_ID:
		buf_add_hexbytes(out, status->module->build_id, status->module->build_id_len);
		break;
	case CELL_STATE:
		buf_adds(out, state_text(status));
		break;
	case CELL_SYMBOLS:
		if (status->ready && status->ranges)
			buf_add_u64(out, status->ranges);
		break;
	default:
		if (status->ready && status->why)
			buf_adds(out, sym_why_text(status->why));
		else
			text_escape_str(out, status->source);
		break;
	}
}

static enum style symbols_style(struct view_table *vt, uint64_t row, size_t column)
{
	struct view_symbols *v = self(vt);

	if (column == CELL_DSO)
		return STYLE_TYPE;
	if (column != CELL_STATE && column != CELL_FROM)
		return STYLE_NORMAL;
	syms_status(syms_of(v), v->lines.v[row].number, &v->now);
	return v->now.ready && v->now.why ? STYLE_ERROR : STYLE_DIM;
}

static void add_line(struct buf *out, const char *label, const char *text)
{
	if (!*text)
		return;
	buf_addf(out, "  %-10s", label);
	text_escape_str(out, text);
	buf_addc(out, '\n');
}

/* Open a page with everything known of a module. */
static void open_module(struct view_symbols *v, uint32_t number)
{
	struct buf text = BUF_INIT, title = BUF_INIT, value = BUF_INIT;
	const struct syms_status *status = &v->now;
	const char *name;
	size_t len;

	syms_status(syms_of(v), number, &v->now);
	short_name(status->module, &name, &len);
	buf_adds(&text, "symbols\n");
	buf_add(&value, status->module->dso, status->module->dso_len);
	add_line(&text, "dso", value.p);
	buf_reset(&value);
	buf_add_hexbytes(&value, status->module->build_id, status->module->build_id_len);
	add_line(&text, "build id", value.p);
	add_line(&text, "state", state_text(status));
	if (status->ready && status->ranges)
		buf_addf(&text, "  %-10s%llu\n", "symbols", (unsigned long long)status->ranges);
	add_line(&text, "from", status->source);
	if (status->ready && status->why) {
		add_line(&text, "why not", sym_why_text(status->why));
		add_line(&text, "remedy", sym_why_remedy(status->why));
	}
	add_line(&text, "problem", status->problem);
	buf_adds(&title, "symbols of ");
	text_escape(&title, name, len);
	app_push(v->table.view.app, view_text_new("the symbols of a file", title.p, &text));
	buf_release(&value);
	buf_release(&title);
}

static bool symbols_act(struct view_table *vt, const struct action_call *call)
{
	uint64_t row;

	(void)call;
	if (view_table_row(vt, &row))
		open_module(self(vt), self(vt)->lines.v[row].number);
	return true;
}

static const char *symbols_empty(const struct view_table *vt)
{
	(void)vt;
	return "no names of addresses have been requested yet";
}

static bool symbols_busy(const struct view *view)
{
	return syms_pending(recording_syms(view->app->rec));
}

static void symbols_close_view(struct view_table *vt)
{
	vec_release(&self(vt)->lines);
	free(vt);
}

static const struct table_column columns[CELLS] = {
	[CELL_DSO] = { "dso", false, 34 },
	[CELL_BUILD_ID] = { "build id", false, 12, .screen = 100 },
	[CELL_STATE] = { "state", false, 0 },
	[CELL_SYMBOLS] = { "symbols", true, 0, .digits = true,
			   .number = { NULL, "symbols", "that the file has", NUMBER_FILE } },
	[CELL_FROM] = { "from, or why not", false, 0 },
};

static const enum action actions[] = { ACTION_OPEN, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "details", "describe the file and its symbols" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN, ACTION_CLOSE, ACTION_HELP, ACTION_NONE };

const struct table_ops table_symbols = {
	.name = "the symbols",
	.title = "symbols",
	.n = CELLS,
	.columns = columns,
	.count = symbols_count,
	.cell = symbols_cell,
	.style = symbols_style,
	.act = symbols_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = symbols_empty,
	.busy = symbols_busy,
	.close = symbols_close_view,
};

void symbols_open_view(struct app *app)
{
	view_table_once(app, &table_symbols, sizeof(struct view_symbols));
	if (!sandbox_filters())
		app_say(app, "This kernel has no seccomp: the process that reads symbols is less "
			     "confined.");
}
