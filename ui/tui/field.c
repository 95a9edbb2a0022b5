/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/field.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "query/value.h"

void field_add_string(struct buf *out, const void *text, size_t len)
{
	const uint8_t *p = text;

	buf_addc(out, '"');
	while (len) {
		uint32_t cp = 0;
		size_t n = text_utf8(p, len, &cp);
		bool plain = n && !text_is_unsafe(cp);

		if (!n)
			n = 1;
		for (size_t i = 0; i < n && !plain; i++)
			buf_addf(out, "\\x%02x", p[i]);
		if (plain && (cp == '"' || cp == '\\'))
			buf_addc(out, '\\');
		if (plain)
			buf_add(out, p, n);
		p += n;
		len -= n;
	}
	buf_addc(out, '"');
}

/* A name stands as it is, anything else is quoted. */
static void add_name(struct buf *out, const char *name)
{
	for (const char *p = name; *p; p++) {
		if (!isalnum((unsigned char)*p) && !strchr("_()", *p)) {
			field_add_string(out, name, strlen(name));
			return;
		}
	}
	buf_adds(out, name);
}

static void add_number(struct buf *out, enum word word, uint64_t num)
{
	const struct word_info *info = word_info(word);
	struct buf name = BUF_INIT;

	if (info->form == WF_ENUM)
		word_text(&name, word, num);
	if (name.len && isalpha((unsigned char)name.p[0]))
		add_name(out, name.p);
	else if (info->form == WF_HEX || info->form == WF_MASK)
		buf_addf(out, "0x%llx", (unsigned long long)num);
	else if (info->type == WT_SINT)
		buf_add_s64(out, (int64_t)num);
	else
		buf_add_u64(out, num);
	buf_release(&name);
}

/* Registers and fields of tracepoints are named by their labels, elements of one by its own. */
static void add_word(struct buf *out, const struct tree *tree, const struct tree_node *node)
{
	if (node->parent != TREE_NONE && tree->nodes.v[node->parent].word == W_tp_list)
		node = &tree->nodes.v[node->parent];
	if (word_is_open(node->word))
		buf_addf(out, "%s.%s", word_name(word_info(node->word)->parent),
			 tree_label(tree, node));
	else
		buf_adds(out, word_name(node->word));
}

bool field_of_node(const struct tree *tree, const struct tree_node *node, struct buf *out)
{
	switch ((enum word_type)node->type) {
	case WT_STR:
		add_word(out, tree, node);
		buf_adds(out, " == ");
		if (node->shown)
			field_add_string(out, tree->labels.p + node->shown,
					 strlen(tree->labels.p + node->shown));
		else
			field_add_string(out, tree->rec + node->off, node->text_len);
		return true;
	case WT_BOOL:
		if (!node->num)
			buf_adds(out, "not ");
		add_word(out, tree, node);
		return true;
	case WT_UINT:
	case WT_SINT:
		add_word(out, tree, node);
		buf_adds(out, " == ");
		add_number(out, node->word, node->num);
		return true;
	case WT_OBJECT:
	case WT_LIST:
	case WT_BYTES:
		/* Whether a record has it is what can be asked. */
		if (node->word == W_element || node->flags & TREE_STRUCTURAL)
			return false;
		add_word(out, tree, node);
		return true;
	case WT_FLOAT:
	default:
		return false;
	}
}

bool field_of_node_name(const struct tree *tree, const struct tree_node *node, struct buf *out)
{
	if (node->word == W_element || node->flags & TREE_STRUCTURAL)
		return false;
	add_word(out, tree, node);
	return true;
}

/* A bare number is true when it is not 0, so "not f" would take zeros, too. */
static void add_absence(struct buf *out, const struct field *field)
{
	enum word_type type = word_info(field->word)->type;
	struct buf name = BUF_INIT;

	field_name(field, &name);
	if (type == WT_UINT || type == WT_SINT || type == WT_BOOL)
		buf_addf(out, "not (%s >= 0 or %s < 0)", name.p, name.p);
	else
		buf_addf(out, "not %s", name.p);
	buf_release(&name);
}

bool field_of_value(const struct field *field, const struct group_value *value, struct buf *out)
{
	enum word_type type = word_info(value->word)->type;

	if (!value->has) {
		add_absence(out, field);
		return true;
	}
	if (value->is_number && type == WT_BOOL) {
		buf_adds(out, value->num ? "" : "not ");
		field_name(field, out);
		return true;
	}
	if (!value->is_number && type != WT_STR)
		return false;
	field_name(field, out);
	buf_adds(out, " == ");
	if (value->is_number)
		add_number(out, value->word, value->num);
	else
		field_add_string(out, value->text, value->len);
	return true;
}

bool field_of_row_field(struct reader *reader, const struct row_info *row,
			const struct field *field, struct buf *out)
{
	struct value value = VALUE_INIT;
	struct group_value group;
	bool good;

	value_of_field(reader, row, field, &value);
	group = (struct group_value){
		.has = value.has,
		.is_number = value.is_number,
		.word = value.word,
		.num = value.num,
		.text = value.text.p,
		.len = value.text.len,
	};
	good = value.has && field_of_value(field, &group, out);
	value_release(&value);
	return good;
}

static void add_row_text(struct reader *reader, const struct row_info *row, enum word word,
			 struct buf *out)
{
	const struct perf_file *file = reader_file(reader, row);
	struct buf text = BUF_INIT;

	if (word == W_comm)
		reader_comm_bytes(reader, row, &text);
	else if (row->event >= 0)
		buf_adds(&text, file->events.list.v[row->event].name);
	field_add_string(out, text.p, text.len);
	buf_release(&text);
}

bool field_of_row(struct reader *reader, const struct row_info *row, enum word word,
		  struct buf *out)
{
	if (word == WORD_NONE)
		return false;
	buf_addf(out, "%s == ", word_name(word));
	switch (word) {
	case W_comm:
	case W_event:
		add_row_text(reader, row, word, out);
		break;
	case W_ordinal:
		add_number(out, word, row->ordinal);
		break;
	case W_time:
		add_number(out, word, row->time);
		break;
	case W_cpu:
		add_number(out, word, (uint64_t)(int32_t)row->cpu);
		break;
	case W_pid:
		add_number(out, word, (uint64_t)(int32_t)row->pid);
		break;
	case W_tid:
		add_number(out, word, (uint64_t)(int32_t)row->tid);
		break;
	default:
		reader_type(reader, row, out);
		break;
	}
	return true;
}

void field_negate(struct buf *condition)
{
	struct buf text = BUF_INIT;

	if (!strncmp(condition->p, "not ", 4))
		buf_adds(&text, condition->p + 4);
	else
		buf_addf(&text, "not %s", condition->p);
	buf_release(condition);
	*condition = text;
}
