/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/address.h"

#include <string.h>

#include "base/text.h"
#include "recording/addresstext.h"
#include "records/records.h"
#include "views/text.h"
#include "wire/fields.h"

void address_dso(const struct symbolizer_name *name, struct buf *out)
{
	if (!name)
		return;
	if (name->why == MAPPING_FOUND)
		addresstext_dso(&name->mapping, out);
	else
		buf_addf(out, "(%s)", mapping_why_text(name->why));
}

/* Append "place+0x12", escaped, for a symbol with a name. */
static void symbol_text(const struct symbolizer_symbol *symbol, struct buf *out)
{
	text_escape_str(out, symbol->name);
	buf_addc(out, '+');
	buf_add0x(out, symbol->off);
}

void address_line(const struct source_frame *frame, struct buf *out)
{
	struct buf text = BUF_INIT;

	source_line_text(&text, frame);
	text_escape(out, text.p, text.len);
	buf_release(&text);
}

void address_place(const struct symbolizer_name *name, const struct symbolizer_symbol *symbol,
		   uint64_t addr, struct buf *out)
{
	bool named = symbol && symbol->name;

	if (name && name->why == MAPPING_FOUND)
		addresstext_place(&name->mapping, named ? symbol->name : NULL,
				  named ? strlen(symbol->name) : 0, named ? symbol->off : 0, addr,
				  out);
}

const char *address_next_form(enum record_view_form *form)
{
	static const char *const says[RECORD_VIEW_FORMS] = {
		[RECORD_VIEW_NAMES] = "Names, where known.",
		[RECORD_VIEW_ADDRESSES] = "Addresses.",
		[RECORD_VIEW_BOTH] = "Addresses and names.",
	};

	*form = (*form + 1) % RECORD_VIEW_FORMS;
	return says[*form];
}

void address_text(enum record_view_form form, uint64_t addr, const struct symbolizer_name *name,
		  const struct symbolizer_symbol *symbol, struct buf *out)
{
	struct buf place = BUF_INIT;
	size_t before = out->len;

	if (form != RECORD_VIEW_NAMES)
		buf_add0x(out, addr);
	if (form == RECORD_VIEW_ADDRESSES)
		return;
	address_place(name, symbol, addr, &place);
	if (place.len)
		buf_addf(out, "%s%s", out->len > before ? " " : "", place.p);
	else if (out->len == before)
		buf_add0x(out, addr);
	buf_release(&place);
}

/* ---- the page ---- */

static void add_text(struct buf *out, const char *label, const char *text)
{
	buf_addf(out, "  %-10s", label);
	text_escape_str(out, text);
	buf_addc(out, '\n');
}

static void add_number(struct buf *out, const char *label, enum field_id field, uint64_t num)
{
	buf_addf(out, "  %-10s", label);
	field_id_text(out, field, num);
	buf_addc(out, '\n');
}

static const char *kind_text(enum mapping_kind kind)
{
	static const char *const texts[MAPPING_KINDS] = {
		[MAPPING_USER] = "mapped by the process",
		[MAPPING_KERNEL] = "the kernel",
		[MAPPING_MODULE] = "a module of the kernel",
		[MAPPING_KSYMBOL] = "code that was added to the kernel",
		[MAPPING_GUEST_KERNEL] = "the kernel of a guest",
		[MAPPING_GUEST_MODULE] = "a module of a guest's kernel",
		[MAPPING_GUEST_USER] = "mapped by a process of a guest",
	};

	return texts[kind];
}

static void add_mapping(struct buf *out, const struct symbolizer_name *name)
{
	const struct mapping *m = &name->mapping;

	buf_adds(out, "\nmapping\n");
	add_text(out, "what", kind_text(m->kind));
	add_text(out, "dso", name->dso);
	if (strcmp(name->file, name->dso) != 0)
		add_text(out, "file", name->file);
	buf_addf(out, "  %-10s", "range");
	buf_add0x(out, m->start);
	buf_adds(out, " .. ");
	buf_add0x(out, m->end);
	buf_addf(out, ", %llu bytes\n", (unsigned long long)(m->end - m->start));
	add_number(out, "pgoff", F_mmap_pgoff, m->pgoff);
	if (m->kind == MAPPING_USER)
		add_number(out, "prot", F_mmap_prot, m->prot);
	if (m->build_id_size) {
		buf_addf(out, "  %-10s", "build id");
		buf_add_hexbytes(out, m->build_id, m->build_id_size);
		buf_addc(out, '\n');
	}
	add_number(out, "pid", F_pid, (uint64_t)(int64_t)(int32_t)m->pid);
}

static void go_to_record(struct app *app, uint64_t row, const struct action_call *call)
{
	(void)call;
	records_show_row(app, row);
}

static void add_why(struct buf *out, const char *text, const char *remedy)
{
	buf_addf(out, "%s\n", text);
	if (*remedy)
		buf_addf(out, "  %-10s%s\n", "remedy", remedy);
}

static void add_symbol(struct buf *out, const struct symbolizer_symbol *symbol)
{
	bool found = symbol && symbol->name;

	buf_addf(out, "  %-10s", found ? "symbol" : "no name");
	if (!symbol) {
		buf_adds(out, "not read yet\n");
	} else if (found) {
		symbol_text(symbol, out);
		buf_addf(out, "\n  %-10s", "");
		buf_add0x(out, symbol->start);
		buf_addf(out, ", %llu bytes\n", (unsigned long long)symbol->size);
	} else {
		add_why(out, sym_why_text(symbol->why), sym_why_remedy(symbol->why));
	}
}

/* Add a function and its file. After an inlined function comes its caller. */
static void add_function(struct buf *out, const struct source_frame *frame, bool inlined)
{
	buf_addf(out, "  %-10s", inlined ? "inlined" : "function");
	text_escape_str(out, frame->name ? frame->name : "?");
	buf_addf(out, "\n  %-10s", "");
	text_escape_str(out, frame->file ? frame->file : "?");
	buf_addf(out, ":%u", frame->line);
	if (frame->column)
		buf_addf(out, ":%u", frame->column);
	buf_addc(out, '\n');
}

/* The lines about the symbol have said already why there is no file. */
static void add_source(struct buf *out, const struct symbolizer_source *source,
		       const struct symbolizer_symbol *symbol)
{
	if (!source || (symbol && !source->n && source->why == symbol->why))
		return;
	buf_adds(out, "\nsource\n");
	for (uint32_t i = 0; i < source->n; i++)
		add_function(out, &source->v[i], i + 1 < source->n);
	if (!source->why)
		return;
	buf_addf(out, "  %-10s", source->n ? "not all" : "no line");
	add_why(out, sym_why_text(source->why), sym_why_remedy(source->why));
}

void address_lines(uint64_t addr, const struct symbolizer_name *name,
		   const struct symbolizer_symbol *symbol, const struct symbolizer_source *source,
		   struct buf *out)
{
	buf_adds(out, "address\n");
	add_number(out, "address", F_ip, addr);
	if (name && name->why == MAPPING_FOUND) {
		add_symbol(out, symbol);
		if (name->has_offset)
			add_number(out, "map.off", F_mmap_pgoff, name->offset);
		add_source(out, source, symbol);
		add_mapping(out, name);
		return;
	}
	buf_addf(out, "  %-10s", "mapping");
	if (name)
		add_why(out, mapping_why_text(name->why), mapping_why_remedy(name->why));
	else
		buf_adds(out, "not known yet\n");
}

char *address_topic(const struct row_info *row, const struct symbolizer_address *address)
{
	struct buf topic = BUF_INIT;

	buf_addf(&topic, "%llu %llx %u", (unsigned long long)row->row,
		 (unsigned long long)address->addr, address->function);
	return buf_take(&topic);
}

void address_open(struct app *app, uint64_t addr, const struct symbolizer_name *name,
		  const struct symbolizer_symbol *symbol, const struct symbolizer_source *source)
{
	static const enum action actions[] = { ACTION_OPEN, ACTION_NONE };
	static const enum action hints[] = { ACTION_OPEN, ACTION_CLOSE, ACTION_HELP, ACTION_NONE };
	static const struct view_words words[] = {
		{ ACTION_OPEN, "its record", "go to the record of the mapping" },
		{ ACTION_NONE, NULL, NULL },
	};
	struct buf text = BUF_INIT, title = BUF_INIT;
	struct view *view;
	bool found = name && name->why == MAPPING_FOUND;

	address_lines(addr, name, symbol, source, &text);
	if (found)
		app_add_text(app, "\n  {open} goes to the record of the mapping.\n", &text);
	buf_adds(&title, "address ");
	buf_add0x(&title, addr);
	view = view_text_new("the address", title.p, &text);
	if (found)
		view_text_add(view, &(struct view_text_more){ actions, hints, go_to_record,
							      name->mapping.row, words });
	app_push(app, view);
	buf_release(&title);
}
