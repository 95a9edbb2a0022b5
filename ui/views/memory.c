/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/text.h"
#include "records/records.h"
#include "shell/help.h"
#include "views/address.h"
#include "views/record_view.h"
#include "views/views.h"
#include "widgets/field_condition.h"
#include "widgets/memlevel.h"
#include "wire/names.h"

enum {
	COL_FIELD,
	COL_VALUE,
	COL_MEANING,
	COLS
};

/* Cache lines have this size on nearly all machines with such samples. */
#define CACHE_LINE 64
#define VALUE_COLS 24

struct memory_line {
	const char *label;     /* NULL: an empty line */
	enum field_id field;   /* FIELD_NONE: a heading, or a computed value */
	char *value, *meaning; /* NULL: none */
	bool loud;
	uint64_t addr;
	size_t name; /* of an address: 1 + its number in record_view_name(), 0: no address */
};

struct view_memory {
	struct record_view record_view;
	VEC(struct memory_line) lines;
};

static struct view_memory *self(const struct view_table *vt)
{
	return container_of(vt, struct view_memory, record_view.table);
}

/* ---- values in words ---- */

/*
 * The meaning of data_src values in words, from the comments at PERF_MEM_* in linux/perf_event.h.
 */
static const struct meaning {
	enum field_id field;
	uint64_t value; /* of a mask: a bit */
	const char *text;
	bool loud; /* it is expensive: highlight the line */
} meanings[] = {
	{ F_mem_op, 0x01, "not known" },
	{ F_mem_op, 0x02, "it read" },
	{ F_mem_op, 0x04, "it wrote" },
	{ F_mem_op, 0x08, "a prefetch" },
	{ F_mem_op, 0x10, "code was fetched" },
	{ F_mem_lvl, 0x0001, "not known" },
	{ F_mem_lvl, 0x0008, "first level cache" },
	{ F_mem_lvl, 0x0010, "line fill buffer: the line was on its way" },
	{ F_mem_lvl, 0x0020, "second level cache" },
	{ F_mem_lvl, 0x0040, "third level cache" },
	{ F_mem_lvl, 0x0080, "memory of this node" },
	{ F_mem_lvl, 0x0100, "memory of another node", true },
	{ F_mem_lvl, 0x0200, "memory of a node two hops away", true },
	{ F_mem_lvl, 0x0400, "a cache of another node", true },
	{ F_mem_lvl, 0x0800, "a cache of a node two hops away", true },
	{ F_mem_lvl, 0x1000, "a device" },
	{ F_mem_lvl, 0x2000, "memory that is not cached", true },
	{ F_mem_lvl_num, 0, "not available" },
	{ F_mem_lvl_num, 1, "first level cache" },
	{ F_mem_lvl_num, 2, "second level cache" },
	{ F_mem_lvl_num, 3, "third level cache" },
	{ F_mem_lvl_num, 8, "memory that is not cached", true },
	{ F_mem_lvl_num, 12, "line fill buffer: the line was on its way" },
	{ F_mem_lvl_num, 13, "memory" },
	{ F_mem_lvl_num, 14, "persistent memory" },
	{ F_mem_lvl_num, 15, "not known" },
	{ F_mem_remote, 1, "of another node", true },
	{ F_mem_hops, 1, "another core of this node" },
	{ F_mem_hops, 2, "another node of this socket", true },
	{ F_mem_hops, 3, "another socket of this board", true },
	{ F_mem_hops, 4, "another board", true },
	{ F_mem_snoop, 0x01, "not known" },
	{ F_mem_snoop, 0x02, "no other cache was asked" },
	{ F_mem_snoop, 0x04, "another cache has the line, not modified" },
	{ F_mem_snoop, 0x08, "no other cache has the line" },
	{ F_mem_snoop, 0x10, "another cache had modified the line", true },
	{ F_mem_snoopx, 1, "the line was forwarded" },
	{ F_mem_snoopx, 2, "the line came from a cache of a peer" },
	{ F_mem_tlb, 0x01, "not known" },
	{ F_mem_tlb, 0x08, "first level" },
	{ F_mem_tlb, 0x10, "second level" },
	{ F_mem_tlb, 0x20, "a walk of the page tables", true },
	{ F_mem_tlb, 0x40, "the kernel: a page fault", true },
	{ F_mem_lock, 0x00, "not locked" },
	{ F_mem_lock, 0x01, "not known" },
	{ F_mem_lock, 0x02, "an atomic instruction" },
	{ F_mem_blk, 0x01, "not known" },
	{ F_mem_blk, 0x02, "waited for data of an earlier store", true },
	{ F_mem_blk, 0x04, "waited: an earlier store may have the same address", true },
	{ F_phys_addr, 0, "not known" },
	{ F_data_page_size, 0, "not known" },
	{ F_code_page_size, 0, "not known" },
};

/* Append the meanings of a value. True: one of them is expensive. */
static bool add_meaning(enum field_id field, uint64_t num, struct buf *out)
{
	bool mask = field_info(field)->form == FF_MASK, loud = false;

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++) {
		const struct meaning *m = &meanings[i];

		if (m->field != field || !(mask && m->value ? num & m->value : num == m->value))
			continue;
		buf_addf(out, "%s%s", out->len ? " or " : "", m->text);
		loud |= m->loud;
	}
	return loud;
}

/* ---- lines ---- */

static void clear(struct view_memory *v)
{
	for (size_t i = 0; i < v->lines.n; i++) {
		free(v->lines.v[i].value);
		free(v->lines.v[i].meaning);
	}
	v->lines.n = 0;
}

static void add_line(struct view_memory *v, const char *label, enum field_id field,
		     struct buf *value, struct buf *meaning)
{
	vec_push(&v->lines,
		 ((struct memory_line){ label, field, buf_take(value), buf_take(meaning) }));
}

static const struct tree_node *find(const struct tree *tree, enum field_id field)
{
	for (size_t i = 0; i < tree->nodes.n; i++)
		if (tree->nodes.v[i].field == field)
			return &tree->nodes.v[i];
	return NULL;
}

/* Add a heading before the first line under it. */
static void add_heading(struct view_memory *v, const char *label)
{
	if (v->lines.n)
		vec_push(&v->lines, ((struct memory_line){ "", FIELD_NONE }));
	vec_push(&v->lines, ((struct memory_line){ label, FIELD_NONE }));
}

/* Add a field of the record with its value and the meaning of that. */
static void add_node(struct view_memory *v, const char *label, const struct tree_node *node)
{
	struct buf value = BUF_INIT, meaning = BUF_INIT;
	bool loud;

	field_id_text(&value, node->field, node->num);
	loud = add_meaning(node->field, node->num, &meaning);
	if (text_columns(value.p, value.len) > VALUE_COLS) {
		/* The complete meaning is shown if there is room. */
		buf_reset(&meaning);
		buf_adds(&meaning, value.p);
	} else if (!meaning.len) {
		buf_adds(&meaning, field_info(node->field)->help);
	}
	add_line(v, label, node->field, &value, &meaning);
	v->lines.v[v->lines.n - 1].loud = loud;
	if (node->field == F_addr || node->field == F_ip) {
		v->lines.v[v->lines.n - 1].addr = node->num;
		v->lines.v[v->lines.n - 1].name =
			record_view_add(&v->record_view,
					(struct symbolizer_address){ node->num, .any = true }) +
			1;
	}
}

static void add_source(struct view_memory *v, const struct tree *tree)
{
	static const struct {
		const char *label;
		enum field_id field;
		bool always; /* false: add only a value other than 0 */
	} parts[] = {
		{ "  operation", F_mem_op, true },
		{ "  level, bits", F_mem_lvl, true },
		{ "  level, number", F_mem_lvl_num, true },
		{ "  remote", F_mem_remote, false },
		{ "  hops", F_mem_hops, false },
		{ "  snoop", F_mem_snoop, true },
		{ "  snoop, more", F_mem_snoopx, false },
		{ "  TLB", F_mem_tlb, true },
		{ "  locked", F_mem_lock, true },
		{ "  blocked by", F_mem_blk, false },
		{ "  region", F_mem_region, false },
	};
	const struct tree_node *raw = find(tree, F_data_src_raw);
	struct buf value = BUF_INIT, none = BUF_INIT;

	if (!raw)
		return;
	add_heading(v, "data source");
	field_id_text(&value, raw->field, raw->num);
	buf_adds(&none, "undecoded");
	add_line(v, "  data_src", raw->field, &value, &none);
	names_mem_level(&value, raw->num);
	buf_adds(&none, "from bits, number, remote and hops");
	add_line(v, "  level", F_mem_lvl, &value, &none);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const struct tree_node *node = find(tree, parts[i].field);

		if (node && (node->num || parts[i].always))
			add_node(v, parts[i].label, node);
	}
	names_data_src(&none, raw->num);
	add_line(v, "  perf script", FIELD_NONE, &value, &none);
}

/* Add those fields that the record has, under a heading. */
static void add_fields(struct view_memory *v, const struct tree *tree, const char *heading,
		       const enum field_id *fields, const char *const *labels)
{
	bool any = false;

	for (size_t i = 0; labels[i]; i++) {
		const struct tree_node *node = find(tree, fields[i]);

		if (!node)
			continue;
		if (!any)
			add_heading(v, heading);
		any = true;
		add_node(v, labels[i], node);
	}
}

static void add_cache_line(struct view_memory *v, const struct tree *tree)
{
	const struct tree_node *addr = find(tree, F_addr);
	struct buf value = BUF_INIT, meaning = BUF_INIT;

	if (!addr || !addr->num)
		return;
	buf_add0x(&value, addr->num & ~(uint64_t)(CACHE_LINE - 1));
	buf_addf(&meaning, "byte %llu of a line of %d bytes",
		 (unsigned long long)(addr->num & (CACHE_LINE - 1)), CACHE_LINE);
	add_line(v, "  cache line", FIELD_NONE, &value, &meaning);
}

static void fill(struct record_view *record_view, struct session *session)
{
	static const enum field_id costs[] = { F_weight, F_ins_lat, F_retire_lat, F_txn_flags,
					       F_txn_abort_code };
	static const char *const cost_names[] = { "  weight",	   "  ins_lat",	   "  retire_lat",
						  "  transaction", "  abort code", NULL };
	static const enum field_id places[] = { F_addr, F_phys_addr, F_data_page_size, F_ip,
						F_code_page_size };
	static const char *const place_names[] = { "  addr", "  phys_addr",	 "  data page size",
						   "  ip",   "  code page size", NULL };
	struct view_memory *v = self(&record_view->table);
	const struct tree *tree = &session->decoded;

	clear(v);
	if (!session->row || (!find(tree, F_data_src_raw) && !find(tree, F_addr) &&
			      !find(tree, F_weight) && !find(tree, F_phys_addr)))
		return;
	add_source(v, tree);
	add_fields(v, tree, "cost", costs, cost_names);
	add_fields(v, tree, "address", places, place_names);
	add_cache_line(v, tree);
}

static uint64_t memory_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

static void memory_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct memory_line *line = &self(vt)->lines.v[row];
	struct record_view *record_view = &self(vt)->record_view;
	const char *text = column == COL_FIELD	 ? line->label
			   : column == COL_VALUE ? line->value
						 : line->meaning;

	if (column == COL_MEANING && line->name && record_view->form != RECORD_VIEW_ADDRESSES) {
		const struct symbolizer_name *name = record_view_name(record_view, line->name - 1);
		size_t before = out->len;

		address_place(name, record_view_symbol(record_view, line->name - 1), line->addr,
			      out);
		if (out->len > before)
			return;
	}
	if (text)
		buf_adds(out, text);
}

static enum style memory_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct memory_line *line = &self(vt)->lines.v[row];
	enum style level;

	if (!line->value)
		return STYLE_HEADER;
	if (column == COL_FIELD)
		return STYLE_LABEL;
	level = line->field == F_mem_lvl || line->field == F_mem_lvl_num
			? memlevel_style(line->value)
			: STYLE_NORMAL;
	if (column == COL_VALUE && level != STYLE_NORMAL)
		return level;
	if (line->loud)
		return STYLE_MESSAGE;
	return column == COL_VALUE ? STYLE_VALUE : STYLE_DIM;
}

static const char *memory_empty(const struct view_table *vt)
{
	return record_view_occurs(&self(vt)->record_view,
				  SAMPLE_DATA_SRC | SAMPLE_ADDR | SAMPLE_WEIGHT |
					  SAMPLE_WEIGHT_STRUCT | SAMPLE_PHYS_ADDR)
		       ? "this record has no memory access" TABLE_TO_OTHERS
		       : "the samples have no memory accesses: perf mem record records them";
}

/* ---- actions ---- */

static void filter_line(struct view_table *vt, const struct memory_line *line, enum action action)
{
	struct session *session = record_view_session(&self(vt)->record_view);
	const struct tree_node *node =
		line->field == FIELD_NONE ? NULL : find(&session->decoded, line->field);
	struct buf condition = BUF_INIT;

	if (node && field_condition_of_node(&session->decoded, node, &condition))
		records_filter_from(vt->view.app, condition.p, action);
	else
		app_complain(vt->view.app, "There is no value here that a filter can select.");
	buf_release(&condition);
}

static void open_line(struct view_table *vt, const struct memory_line *line)
{
	if (line->name)
		address_open(vt->view.app, line->addr,
			     record_view_name(&self(vt)->record_view, line->name - 1),
			     record_view_symbol(&self(vt)->record_view, line->name - 1), NULL);
	else
		app_complain(vt->view.app, "%s and %s open addresses; %s explains the field.",
			     app_key_of(vt->view.app, ACTION_OPEN),
			     app_key_of(vt->view.app, ACTION_CODE),
			     app_key_of(vt->view.app, ACTION_EXPLAIN));
}

static bool memory_act(struct view_table *vt, const struct action_call *call)
{
	struct view_memory *v = self(vt);
	uint64_t row;

	if (record_view_act(&v->record_view, call) || !view_table_row(vt, &row))
		return true;
	if (call->action == ACTION_EXPLAIN)
		help_field(vt->view.app, v->lines.v[row].field);
	else if (call->action == ACTION_CODE && v->lines.v[row].name)
		record_view_bytes(&v->record_view, v->lines.v[row].name - 1);
	else if (call->action == ACTION_OPEN || call->action == ACTION_CODE)
		open_line(vt, &v->lines.v[row]);
	else
		filter_line(vt, &v->lines.v[row], call->action);
	return true;
}

static void memory_close(struct view_table *vt)
{
	struct view_memory *v = self(vt);

	clear(v);
	vec_release(&v->lines);
	record_view_release(&v->record_view);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_FIELD] = { "field", false, 0 },
	[COL_VALUE] = { "value", false, VALUE_COLS, .number = { NULL, "the field's", "of the field", NUMBER_RECORD } },
	[COL_MEANING] = { "in words", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { RECORD_VIEW_ACTIONS, ACTION_OPEN,       ACTION_CODE,
				       ACTION_EXPLAIN,	    ACTION_FILTER_AND, ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY,  ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "address", "describe the address of the line" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_EXPLAIN,
				     ACTION_FILTER_AND,	 ACTION_NAMES,	     ACTION_CLOSE,
				     ACTION_HELP,	 ACTION_NONE };

const struct table_ops table_memory = {
	.name = "the memory access",
	.title = "memory access",
	.n = COLS,
	.columns = columns,
	.count = memory_count,
	.cell = memory_cell,
	.style = memory_style,
	.act = memory_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = memory_empty,
	.close = memory_close,
};

/*
 * Open the memory access of the record under the cursor: where the data came from, in words, how
 * long it took, and its address.
 */
void memory_open(struct app *app)
{
	record_view_once(app, &table_memory, sizeof(struct view_memory), "memory access", fill);
	record_view_session(&self(view_table_of(app_view(app)))->record_view);
}
