/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/tree_value.h"

#include <string.h>

#include "base/text.h"
#include "wire/names.h"

/* The noun for elements of a list: "frames" or "frame". */
static const char *list_noun(enum field_id field, bool one)
{
	switch (field) {
	case F_uframes:
		return one ? "frame" : "frames";
	case F_brstack:
		return one ? "branch" : "branches";
	case F_read_values:
		return one ? "counter" : "counters";
	case F_ns:
		return one ? "namespace" : "namespaces";
	case F_thread_map:
		return one ? "thread" : "threads";
	case F_id_index:
	case F_attr_ids:
		return one ? "id" : "ids";
	default:
		return one ? "entry" : "entries";
	}
}

enum {
	SHOWN_BYTES = 24 /* of long data; the bytes pane shows all */
};

static void bytes_value(const struct tree *tree, const struct tree_node *node, struct buf *out)
{
	uint32_t shown = node->len < SHOWN_BYTES ? node->len : SHOWN_BYTES;

	buf_add_hexbytes(out, tree->rec + node->off, shown);
	if (shown < node->len)
		buf_addf(out, "... %u bytes", node->len);
}

static void float_value(uint64_t num, struct buf *out)
{
	double v;

	memcpy(&v, &num, sizeof(v));
	buf_addf(out, "%.9g", v);
}

enum {
	EXTEND_ABI = 15 /* PERF_BR_EXTEND_ABI: new_type has the kind */
};

static bool is_kind(const struct tree_node *node)
{
	if (node->field == F_br_type)
		return node->num && node->num != EXTEND_ABI;
	return node->field == F_br_new_type || (node->field == F_br_spec && node->num);
}

/* Show an entry in one line, so that a list of branches can be read without opening its entries. */
static void branch_value(const struct tree *tree, uint32_t first, uint32_t end, struct buf *out)
{
	static const struct {
		enum field_id field;
		const char *text;
	} flags[] = {
		{ F_br_mispred, " mispred" },	  { F_br_predicted, " predicted" },
		{ F_br_in_tx, " in_tx" },	  { F_br_abort, " abort" },
		{ F_br_not_taken, " not taken" },
	};

	for (uint32_t i = first; i < end; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		if (node->field == F_br_from)
			buf_add0x(out, node->num);
		else if (node->field == F_br_to)
			buf_addf(out, " -> 0x%llx", (unsigned long long)node->num);
		else if (node->field == F_br_cycles && node->num)
			buf_addf(out, " %llu cycles", (unsigned long long)node->num);
		else if (is_kind(node)) {
			buf_addc(out, ' ');
			field_id_text(out, node->field, node->num);
		}
		for (size_t f = 0; f < sizeof(flags) / sizeof(flags[0]); f++)
			if (node->field == flags[f].field && node->num)
				buf_adds(out, flags[f].text);
	}
}

static void object_value(const struct tree *tree, const struct tree_node *node, struct buf *out)
{
	uint32_t i = (uint32_t)(node - tree->nodes.v);

	if (node->field == F_data_src)
		names_data_src(out, node->num);
	else if (node->field == F_element && node->parent != TREE_NONE &&
		 tree->nodes.v[node->parent].field == F_brstack)
		branch_value(tree, i + 1, node->next, out);
	else if (node->flags & TREE_BITS)
		buf_add0x(out, node->num);
}

void tree_value(const struct tree *tree, const struct tree_node *node, struct buf *out)
{
	if (node->shown) {
		buf_adds(out, tree->labels.p + node->shown);
		return;
	}
	switch ((enum field_type)node->type) {
	case FT_STR:
		text_escape(out, tree->rec + node->off, node->text_len);
		break;
	case FT_BYTES:
		bytes_value(tree, node, out);
		break;
	case FT_FLOAT:
		float_value(node->num, out);
		break;
	case FT_LIST:
		buf_add_u64(out, node->num);
		buf_addc(out, ' ');
		buf_adds(out, list_noun(node->field, node->num == 1));
		break;
	case FT_OBJECT:
		object_value(tree, node, out);
		break;
	case FT_UINT:
	case FT_SINT:
	case FT_BOOL:
	default:
		if (node->field == F_mem_lvl && node->parent != TREE_NONE)
			names_mem_level(out, tree->nodes.v[node->parent].num);
		else
			field_id_text(out, node->field, node->num);
		break;
	}
}

void tree_value_raw(const struct tree_node *node, struct buf *out)
{
	enum field_form form = field_info(node->field)->form;

	if (node->type != FT_UINT && node->type != FT_SINT && node->field != F_data_src)
		return;
	if (form == FF_ENUM && node->field != F_callchain_context)
		buf_addf(out, "%lld", (long long)node->num);
	else if (form == FF_MASK || node->field == F_callchain_context || node->field == F_data_src)
		buf_add0x(out, node->num);
	else if (form == FF_TIME)
		buf_addf(out, "%llu", (unsigned long long)node->num);
}
