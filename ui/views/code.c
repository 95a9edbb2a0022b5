/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/code.h"

#include <stdlib.h>

#include "base/text.h"
#include "shell/app.h"
#include "shell/tui.h"
#include "sym/disasm.h"
#include "views/address.h"
#include "views/table.h"
#include "views/views.h"

enum {
	COL_ADDRESS,
	COL_OFFSET,
	COL_BYTES,
	COL_TEXT,
	COLS
};

/* Bytes of a function that are shown at most, and bytes that are shown without a function. */
#define CODE_MOST (32u << 10)
#define CODE_LEAST 256

struct shown_instruction {
	uint32_t off, len; /* of the instruction in the code */
	char *text;
};

struct view_code {
	struct view_table table;
	struct row_info row;
	struct symbolizer_address address; /* of the view */
	uint64_t start;			   /* first address of the code */
	uint64_t function;		   /* address of its symbol, 0: unknown */
	struct symbolizer_request *symbol; /* first the function is looked up, */
	struct symbolizer_request *code;   /* then its code */
	const uint8_t *bytes;		   /* the code on the screen; better code may follow */
	VEC(struct shown_instruction) lines;
	char *title;
	const char *why; /* why there is no code, NULL: not known yet */
};

static struct view_code *self(const struct view_table *vt)
{
	return container_of(vt, struct view_code, table);
}

/* ---- what comes of the look-ups ---- */

static void set_title(struct view_code *v, const struct symbolizer_symbol *symbol)
{
	struct buf title = BUF_INIT;

	buf_adds(&title, "code at ");
	buf_add0x(&title, v->address.addr);
	if (symbol && symbol->name) {
		buf_adds(&title, ": ");
		text_escape_str(&title, symbol->name);
	}
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

/* Request the code of the function if it begins near the address, else the code at the address. */
static void ask_code(struct view_code *v)
{
	const struct symbolizer_symbol *symbol = symbolizer_symbol(v->symbol, 0);
	struct symbolizer_address address = v->address;

	address.code = CODE_LEAST;
	if (symbol && symbol->name && symbol->off < CODE_MOST) {
		v->function = symbol->start;
		address.addr = symbol->start;
		if (symbol->size > symbol->off)
			address.code = symbol->size < CODE_MOST ? (uint32_t)symbol->size
								: CODE_MOST;
		else
			address.code += (uint32_t)symbol->off;
	}
	v->start = address.addr;
	set_title(v, symbol);
	v->code = symbolizer_ask(app_symbolizer(v->table.view.app), &v->row, &address, 1);
}

static const char *why_not(const struct view_code *v, const struct disasm *disasm)
{
	const struct symbolizer_name *name = symbolizer_get(v->code, 0);
	const struct symbolizer_symbol *symbol = symbolizer_symbol(v->code, 0);

	if (name && name->why != MAPPING_FOUND)
		return mapping_why_text(name->why);
	if (!symbol || !symbol->code.len)
		return symbol && symbol->why ? sym_why_text(symbol->why)
					     : "there is no file that has this code";
	if (disasm_missing(disasm))
		return disasm_missing(disasm);
	if (disasm_died(disasm))
		return "the disassembler process crashed on these bytes";
	return "these bytes are not instructions";
}

static void make_lines(struct view_code *v)
{
	const struct symbolizer_symbol *symbol = symbolizer_symbol(v->code, 0);
	struct layout layout;
	struct disasm *disasm;
	uint32_t at = 0;

	reader_layout(v->table.view.app->session->detail, &v->row, &layout);
	disasm = disasm_open(layout.arch, layout.big);
	v->bytes = symbol ? symbol->code.p : NULL;
	while (disasm && symbol && at < symbol->code.len) {
		struct buf text = BUF_INIT;
		size_t len = disasm_text(disasm, &symbol->code, at, v->start + at, &text);

		if (!len) {
			buf_release(&text);
			break;
		}
		if (v->start + at <= v->address.addr)
			v->table.cursor = v->lines.n;
		vec_push(&v->lines,
			 ((struct shown_instruction){ at, (uint32_t)len, buf_take(&text) }));
		at += (uint32_t)len;
	}
	if (!v->lines.n)
		v->why = why_not(v, disasm);
	disasm_close(disasm);
}

static bool is_ready(const struct view_code *v)
{
	return v->lines.n || v->why;
}

static bool code_wake(struct view *view)
{
	struct view_code *v = self(view_table_of(view));

	if (!v->code && symbolizer_is_done(v->symbol))
		ask_code(v);
	if (v->code && symbolizer_is_done(v->code) && !is_ready(v)) {
		make_lines(v);
		return true;
	}
	return false;
}

static bool code_busy(const struct view *view)
{
	return !is_ready(self(view_table_of(view)));
}

/* ---- lines ---- */

static uint64_t code_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

static void code_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_code *v = self(vt);
	const struct shown_instruction *line = &v->lines.v[row];
	uint64_t addr = v->start + line->off;

	switch (column) {
	case COL_ADDRESS:
		buf_add0x(out, addr);
		break;
	case COL_OFFSET:
		if (v->function)
			buf_addf(out, "+0x%llx", (unsigned long long)(addr - v->function));
		break;
	case COL_BYTES:
		buf_add_hexbytes(out, v->bytes + line->off, line->len);
		break;
	default:
		buf_adds(out, line->text);
		break;
	}
}

static enum style code_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_code *v = self(vt);

	if (v->start + v->lines.v[row].off == v->address.addr)
		return STYLE_HIGHLIGHT;
	return column == COL_TEXT ? STYLE_VALUE : column == COL_BYTES ? STYLE_DIM : STYLE_NORMAL;
}

static const char *code_empty(const struct view_table *vt)
{
	return self(vt)->why ? self(vt)->why : "reading\u2026";
}

static bool code_act(struct view_table *vt, const struct action_call *call)
{
	struct view_code *v = self(vt);

	(void)call;
	address_open(vt->view.app, v->address.addr, symbolizer_get(v->symbol, 0),
		     symbolizer_symbol(v->symbol, 0), NULL);
	return true;
}

static void code_close(struct view_table *vt)
{
	struct view_code *v = self(vt);

	symbolizer_drop(app_symbolizer(vt->view.app), v->symbol);
	symbolizer_drop(app_symbolizer(vt->view.app), v->code);
	for (size_t i = 0; i < v->lines.n; i++)
		free(v->lines.v[i].text);
	vec_release(&v->lines);
	free(v->title);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_ADDRESS] = { "address", false, 0, .number = { NULL, "address", "of the instruction", NUMBER_FILE } },
	[COL_OFFSET] = { "offset", true, 0, .screen = 40, .number = { NULL, "bytes", "from the beginning of the function", NUMBER_FILE } },
	[COL_BYTES] = { "bytes", false, 24, .screen = 60 },
	[COL_TEXT] = { "instruction", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "address", "describe the address" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN, ACTION_PAGE_DOWN, ACTION_CLOSE, ACTION_HELP,
				     ACTION_NONE };

const struct table_ops table_code = {
	.name = "the code",
	.title = "code",
	.n = COLS,
	.columns = columns,
	.count = code_count,
	.cell = code_cell,
	.style = code_style,
	.act = code_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = code_empty,
	.wake = code_wake,
	.busy = code_busy,
	.close = code_close,
};

void code_open(struct app *app, const struct row_info *row,
	       const struct symbolizer_address *address)
{
	struct view_code *v =
		view_table_of_topic(app, &table_code, sizeof(*v), address_topic(row, address));

	if (!v)
		return;
	v->row = *row;
	v->address = *address;
	v->address.code = 0;
	set_title(v, NULL);
	v->symbol = symbolizer_ask(app_symbolizer(app), row, address, 1);
	app_push(app, &v->table.view);
	code_wake(&v->table.view);
}
