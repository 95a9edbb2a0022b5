/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/field_condition.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "field/row_values.h"
#include "field/value.h"
#include "recording/reader_text.h"
#include "widgets/quoted.h"

enum {
	VALUE_LEAST = 4 /* bytes of a value that is cut: a blank, a quote, and some of its text */
};

/* Append a named value, quoted if it has other characters than letters, digits and _(). */
static void add_value_name(struct buf *out, const char *name)
{
	for (const char *p = name; *p; p++) {
		if (!isalnum((unsigned char)*p) && !strchr("_()", *p)) {
			quoted_add_string(out, name, strlen(name));
			return;
		}
	}
	buf_adds(out, name);
}

static void add_number(struct buf *out, enum field_id field, uint64_t num)
{
	const struct field_info *info = field_info(field);
	struct buf name = BUF_INIT;

	if (info->form == FF_ENUM)
		field_id_text(&name, field, num);
	if (name.len && isalpha((unsigned char)name.p[0]))
		add_value_name(out, name.p);
	else if (info->form == FF_HEX || info->form == FF_MASK)
		buf_addf(out, "0x%llx", (unsigned long long)num);
	else if (info->type == FT_SINT)
		buf_add_s64(out, (int64_t)num);
	else
		buf_add_u64(out, num);
	buf_release(&name);
}

/*
 * Append the name of a field. Registers and tracepoint fields are named by their labels, elements
 * of such a field by the label of the field.
 */
static void add_node_name(struct buf *out, const struct tree *tree, const struct tree_node *node)
{
	if (node->parent != TREE_NONE && tree->nodes.v[node->parent].field == F_tp_list)
		node = &tree->nodes.v[node->parent];
	if (field_is_open(node->field))
		buf_addf(out, "%s.%s", field_id_name(field_info(node->field)->parent),
			 tree_label(tree, node));
	else
		buf_adds(out, field_id_name(node->field));
}

bool field_condition_of_node(const struct tree *tree, const struct tree_node *node, struct buf *out)
{
	switch ((enum field_type)node->type) {
	case FT_STR:
		add_node_name(out, tree, node);
		buf_adds(out, " == ");
		if (node->shown)
			quoted_add_string(out, tree->labels.p + node->shown,
					  strlen(tree->labels.p + node->shown));
		else
			quoted_add_string(out, tree->rec + node->off, node->text_len);
		return true;
	case FT_BOOL:
		if (!node->num)
			buf_adds(out, "not ");
		add_node_name(out, tree, node);
		return true;
	case FT_UINT:
	case FT_SINT:
		add_node_name(out, tree, node);
		buf_adds(out, " == ");
		add_number(out, node->field, node->num);
		return true;
	case FT_OBJECT:
	case FT_LIST:
	case FT_BYTES:
		/* The only possible condition is that a record has the field. */
		if (node->field == F_element || node->flags & TREE_STRUCTURAL)
			return false;
		add_node_name(out, tree, node);
		return true;
	case FT_FLOAT:
	default:
		return false;
	}
}

bool field_condition_name_of_node(const struct tree *tree, const struct tree_node *node,
				  struct buf *out)
{
	if (node->field == F_element)
		return false;
	add_node_name(out, tree, node);
	return true;
}

/*
 * Append the field as filters write it: with its mask, but without its step. Inside [ ] the name of
 * the list is omitted.
 */
static void add_field(const struct field *field, bool cut, enum field_id list, struct buf *out)
{
	struct field shown = *field;
	struct buf name = BUF_INIT;

	if (!cut || field->cut != FIELD_MASKED) {
		shown.cut = FIELD_WHOLE;
		shown.typed = NULL;
	}
	field_name(&shown, &name);
	buf_adds(out, name.p + (list ? strlen(field_id_name(list)) + 1 : 0));
	buf_release(&name);
}

/*
 * Append that the field is absent. A bare number is false if it is 0, so "not f" would also match
 * zeros.
 */
static void add_absence(const struct field *field, enum field_id list, struct buf *out)
{
	enum field_type type = field_info(field->id)->type;
	bool number = type == FT_UINT || type == FT_SINT || type == FT_BOOL;

	if (!number && field->id != F_tp_field) {
		buf_adds(out, "not ");
		add_field(field, false, list, out);
		return;
	}
	buf_adds(out, "not (");
	/* The type of a tracepoint field is only known for each record. */
	if (!number) {
		add_field(field, false, list, out);
		buf_adds(out, " or ");
	}
	add_field(field, false, list, out);
	buf_adds(out, " >= 0 or ");
	add_field(field, false, list, out);
	buf_adds(out, " < 0)");
}

/* Append the range of numbers that a step makes equal. */
static void add_cut(const struct field *field, const struct group_value *value, struct buf *out)
{
	bool is_signed = field_info(value->field)->type == FT_SINT;
	uint64_t last = field_cut_last(field, is_signed, value->num);

	if (last == value->num) {
		buf_adds(out, " == ");
		add_number(out, value->field, value->num);
		return;
	}
	buf_adds(out, " in {");
	add_number(out, value->field, value->num);
	buf_adds(out, " .. ");
	add_number(out, value->field, last);
	buf_addc(out, '}');
}

static bool add_condition(const struct field *field, const struct group_value *value,
			  enum field_id list, struct buf *out)
{
	enum field_type type = field_info(value->field)->type;

	if (!value->has) {
		add_absence(field, list, out);
		return true;
	}
	if (value->is_number && type == FT_BOOL) {
		/* "not f" would also match records without the field. */
		add_field(field, false, list, out);
		buf_adds(out, value->num ? "" : " == 0");
		return true;
	}
	if (!value->is_number && type != FT_STR && type != FT_BYTES)
		return false;
	add_field(field, value->is_number, list, out);
	if (value->is_number) {
		add_cut(field, value, out);
	} else if (type == FT_BYTES) {
		buf_adds(out, " == \"");
		buf_add_hexbytes(out, (const uint8_t *)value->text, value->len);
		buf_addc(out, '"');
	} else {
		buf_adds(out, " == ");
		quoted_add_string(out, value->text, value->len);
	}
	return true;
}

/* Append a condition on one element, for several fields of a list. */
static bool add_element(const struct field *by, size_t n, const struct group_value *values,
			enum field_id list, struct buf *out)
{
	const char *between = "";
	bool good = true;

	buf_addf(out, "%s[", field_id_name(list));
	for (size_t i = 0; i < n; i++) {
		if (row_values_list_of(&by[i]) != list)
			continue;
		buf_adds(out, between);
		good &= add_condition(&by[i], &values[i], list, out);
		between = " and ";
	}
	buf_addc(out, ']');
	return good;
}

bool field_condition_of_group(const struct field *by, size_t n, const struct group_value *values,
			      struct buf *out)
{
	enum field_id list = grouping_list(by, n);
	size_t members = 0, present = 0;
	const char *between;
	bool good = true, element;

	for (size_t i = 0; i < n; i++) {
		members += row_values_list_of(&by[i]) != FIELD_NONE;
		present += row_values_list_of(&by[i]) && values[i].has;
	}
	/*
	 * Fields of one element are needed only if several fields belong to a list and one of them
	 * exists.
	 */
	element = present && members > 1;
	if (element)
		good = add_element(by, n, values, list, out);
	between = element ? " and " : "";
	for (size_t i = 0; i < n; i++) {
		if (element && row_values_list_of(&by[i]))
			continue;
		buf_adds(out, between);
		good &= add_condition(&by[i], &values[i], FIELD_NONE, out);
		between = " and ";
	}
	return good;
}

bool field_condition_of_row_field(struct reader *reader, const struct row_info *row,
				  const struct field *field, struct buf *out)
{
	struct buf room = BUF_INIT;
	struct value value = value_of_field(reader, row, field, &room);
	struct group_value group;
	bool good;

	group = (struct group_value){
		.has = value.is != VALUE_ABSENT,
		.is_number = value.is == VALUE_NUMBER,
		.field = value.field,
		.num = value_bits(&value),
		.text = value.p,
		.len = value.len,
	};
	good = group.has && add_condition(field, &group, FIELD_NONE, out);
	buf_release(&room);
	return good;
}

static void add_row_text(struct reader *reader, const struct row_info *row, enum field_id field,
			 struct buf *out)
{
	const struct perf_file *file = reader_file(reader, row);
	struct buf text = BUF_INIT;

	if (field == F_comm)
		reader_comm_bytes(reader, row, &text);
	else if (row->event >= 0)
		buf_adds(&text, file->events.list.v[row->event].name);
	quoted_add_string(out, text.p, text.len);
	buf_release(&text);
}

bool field_condition_of_row(struct reader *reader, const struct row_info *row, enum field_id field,
			    struct buf *out)
{
	size_t start = out->len;

	if (field == FIELD_NONE)
		return false;
	buf_addf(out, "%s == ", field_id_name(field));
	switch (field) {
	case F_comm:
	case F_event:
		add_row_text(reader, row, field, out);
		break;
	case F_ordinal:
		add_number(out, field, row->ordinal);
		break;
	case F_time:
		add_number(out, field, row->time);
		break;
	case F_cpu:
		add_number(out, field, (uint64_t)(int32_t)row->cpu);
		break;
	case F_pid:
		add_number(out, field, (uint64_t)(int32_t)row->pid);
		break;
	case F_tid:
		add_number(out, field, (uint64_t)(int32_t)row->tid);
		break;
	case F_type:
		record_name(out, row->type);
		break;
	default:
		buf_truncate(out, start);
		return false;
	}
	return true;
}

bool field_condition_cut(struct buf *condition, size_t cols)
{
	const char *sign = strchr(condition->p, ' '), *value = sign ? strchr(sign + 1, ' ') : NULL;
	size_t least = value ? (size_t)(value - condition->p) + VALUE_LEAST : 0;
	bool quoted = condition->len && condition->p[condition->len - 1] == '"';
	size_t len = condition->len, end = quoted ? 2 : 1;

	if (text_columns(condition->p, len) <= cols)
		return true;
	while (len && text_columns(condition->p, len) + end > cols) {
		do
			len--;
		while (len && ((unsigned char)condition->p[len] & 0xc0) == 0x80);
	}
	if (len < least)
		return false;
	buf_truncate(condition, len);
	buf_adds(condition, quoted ? "\u2026\"" : "\u2026");
	return true;
}
