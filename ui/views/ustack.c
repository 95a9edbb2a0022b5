/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/ustack.h"

#include <stdlib.h>
#include <string.h>

#include "recording/reader.h"
#include "sym/callsite.h"
#include "views/record_view.h"
#include "views/views.h"
#include "wire/bytes.h"

enum {
	COL_OFFSET,
	COL_ADDRESS,
	COL_BYTES,
	COL_TEXT,
	COL_WORD,
	COL_WHAT,
	COLS
};

enum {
	FIRST_PAGE = 4096 /* nothing is mapped below it */
};

struct ustack_line {
	uint64_t word;
	/* Numbers in record_view_name() of the address and of the code before it; 0: none. */
	size_t name, code;
};

struct view_ustack {
	struct record_view record_view;
	VEC(struct ustack_line) lines;
	struct buf bytes;
	size_t size; /* bytes of a word */
	bool has_sp, has_stack;
	uint64_t sp;
	enum regs_arch arch;
};

static struct view_ustack *self(const struct view_table *vt)
{
	return container_of(vt, struct view_ustack, record_view.table);
}

/* ---- lines ---- */

/* Read the fields: the copied bytes, and their address. */
static void take_fields(struct view_ustack *u, const struct tree *tree)
{
	uint64_t dyn = UINT64_MAX;

	for (size_t i = 0; i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		if (node->field == F_uregs_abi && node->num == REGS_ABI_32)
			u->size = 4;
		if (node->field == F_uregs_reg && !strcmp(tree_label(tree, node), "sp")) {
			u->has_sp = true;
			u->sp = node->num;
		}
		if (node->field == F_ustack_data) {
			u->has_stack = true;
			buf_add(&u->bytes, tree->rec + node->off, node->len);
		}
		if (node->field == F_ustack_dyn)
			dyn = node->num;
	}
	if (u->bytes.len > dyn)
		u->bytes.len = (size_t)dyn;
}

/* Only an address that no process can have has its upper bits set. */
static bool may_be_address(uint64_t word)
{
	return word >= FIRST_PAGE && !(word >> 56);
}

static void fill(struct record_view *record_view, struct session *session)
{
	struct view_ustack *u = self(&record_view->table);
	struct layout layout = { .big = false };

	u->lines.n = 0;
	buf_reset(&u->bytes);
	u->has_sp = u->has_stack = false;
	u->size = 8;
	if (!session->row)
		return;
	reader_layout(session->detail, session->row, &layout);
	u->arch = layout.big ? REGS_UNKNOWN : layout.arch;
	take_fields(u, &session->decoded);
	for (size_t at = 0; at + u->size <= u->bytes.len; at += u->size) {
		struct ustack_line line = {
			.word = load_uint((const uint8_t *)u->bytes.p + at, (unsigned)u->size,
					  layout.big),
		};

		if (may_be_address(line.word)) {
			struct symbolizer_address code = { line.word - CALLSITE_BYTES, CPUMODE_USER,
							   .code = CALLSITE_BYTES };

			line.name =
				1 + record_view_add(record_view, (struct symbolizer_address){
									 line.word, CPUMODE_USER });
			if (callsite_known(u->arch))
				line.code = 1 + record_view_add(record_view, code);
		}
		vec_push(&u->lines, line);
	}
}

static uint64_t ustack_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

/* ---- what a word is ---- */

enum points_at {
	KIND_NONE,
	KIND_STACK, /* it points into these bytes */
	KIND_TEXT,  /* it points to code */
	KIND_RETURN /* it points after a call */
};

static enum points_at kind_of(const struct view_ustack *u, const struct ustack_line *line)
{
	const struct symbolizer_name *name;
	const struct symbolizer_symbol *before;

	if (u->has_sp && line->word - u->sp < u->bytes.len && line->word)
		return KIND_STACK;
	name = line->name ? record_view_name(&u->record_view, line->name - 1) : NULL;
	if (!name || name->why != MAPPING_FOUND || !(name->mapping.prot & PROT_EXECUTE))
		return KIND_NONE;
	before = line->code ? record_view_symbol(&u->record_view, line->code - 1) : NULL;
	return before && callsite_ends(u->arch, before->code.p, before->code.len) ? KIND_RETURN
										  : KIND_TEXT;
}

static void add_place(const struct view_ustack *u, const struct ustack_line *line, struct buf *out)
{
	const struct symbolizer_name *name = record_view_name(&u->record_view, line->name - 1);
	const struct symbolizer_symbol *symbol =
		record_view_symbol(&u->record_view, line->name - 1);

	address_place(name, symbol, line->word, out);
	if (symbol && symbol->name) {
		buf_adds(out, " (");
		address_dso(name, out);
		buf_addc(out, ')');
	}
}

static void add_what(const struct view_ustack *u, const struct ustack_line *line, struct buf *out)
{
	switch (kind_of(u, line)) {
	case KIND_STACK:
		buf_addf(out, "sp+0x%llx", (unsigned long long)(line->word - u->sp));
		break;
	case KIND_TEXT:
		buf_adds(out, "in text of ");
		address_dso(record_view_name(&u->record_view, line->name - 1), out);
		break;
	case KIND_RETURN:
		buf_adds(out, "return to ");
		add_place(u, line, out);
		break;
	case KIND_NONE:
	default:
		break;
	}
}

static void add_bytes(const struct view_ustack *u, uint64_t row, struct buf *out)
{
	const char *p = u->bytes.p + row * u->size;

	for (size_t i = 0; i < u->size; i++)
		buf_addf(out, "%s%02x", i ? " " : "", (unsigned char)p[i]);
}

static void add_text(const struct view_ustack *u, uint64_t row, struct buf *out)
{
	const char *p = u->bytes.p + row * u->size;

	for (size_t i = 0; i < u->size; i++)
		buf_addc(out, p[i] >= ' ' && p[i] <= '~' ? p[i] : '.');
}

static void ustack_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_ustack *u = self(vt);

	switch (column) {
	case COL_OFFSET:
		buf_addf(out, "sp+0x%llx", (unsigned long long)(row * u->size));
		break;
	case COL_ADDRESS:
		if (u->has_sp)
			buf_add0x(out, u->sp + row * u->size);
		break;
	case COL_BYTES:
		add_bytes(u, row, out);
		break;
	case COL_TEXT:
		add_text(u, row, out);
		break;
	case COL_WORD:
		buf_add0x(out, u->lines.v[row].word);
		break;
	default:
		add_what(u, &u->lines.v[row], out);
		break;
	}
}

static enum style ustack_style(struct view_table *vt, uint64_t row, size_t column)
{
	if (column == COL_OFFSET)
		return STYLE_NUMBER;
	if (column != COL_WHAT)
		return column == COL_WORD ? STYLE_NORMAL : STYLE_DIM;
	return kind_of(self(vt), &self(vt)->lines.v[row]) == KIND_RETURN ? STYLE_VALUE : STYLE_DIM;
}

static const char *ustack_empty(const struct view_table *vt)
{
	return self(vt)->has_stack ? "the kernel could not copy the stack"
				   : "this record has no copy of a stack" TABLE_TO_OTHERS;
}

/* ---- actions ---- */

static bool ustack_act(struct view_table *vt, const struct action_call *call)
{
	struct view_ustack *u = self(vt);
	const struct ustack_line *line;
	uint64_t row;

	if (record_view_act(&u->record_view, call) || !view_table_row(vt, &row))
		return true;
	line = &u->lines.v[row];
	if (!line->name)
		app_complain(vt->view.app, "There is no address here.");
	else if (call->action == ACTION_CODE)
		record_view_code(&u->record_view, line->name - 1);
	else
		address_open(vt->view.app, line->word,
			     record_view_name(&u->record_view, line->name - 1),
			     record_view_symbol(&u->record_view, line->name - 1), NULL);
	return true;
}

static void ustack_close(struct view_table *vt)
{
	struct view_ustack *u = self(vt);

	vec_release(&u->lines);
	buf_release(&u->bytes);
	record_view_release(&u->record_view);
	free(u);
}

/* ---- the view ---- */

static const struct table_column columns[COLS] = {
	[COL_OFFSET] = { "offset", true, 0,
			 .number = { NULL, "bytes", "from the stack pointer", NUMBER_RECORD } },
	[COL_ADDRESS] = { "address", false, 0, .screen = 110 },
	[COL_BYTES] = { "bytes", false, 0, .screen = 100 },
	[COL_TEXT] = { "text", false, 0, .screen = 60 },
	[COL_WORD] = { "word", false, 0 },
	[COL_WHAT] = { "points at", false, 0 },
};

static const enum action actions[] = { RECORD_VIEW_ACTIONS, ACTION_OPEN, ACTION_CODE, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "address", "describe the address" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN,  ACTION_CODE, ACTION_RECORD_NEXT,
				     ACTION_CLOSE, ACTION_HELP, ACTION_NONE };

const struct table_ops table_ustack = {
	.name = "the user stack",
	.title = "user stack",
	.n = COLS,
	.columns = columns,
	.count = ustack_count,
	.cell = ustack_cell,
	.style = ustack_style,
	.act = ustack_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = ustack_empty,
	.close = ustack_close,
};

void ustack_open(struct app *app)
{
	struct view_ustack *u =
		record_view_once(app, &table_ustack, sizeof(*u), "user stack", fill);

	if (u)
		buf_init(&u->bytes);
	record_view_session(&self(view_table_of(app_view(app)))->record_view);
}
