/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/printshape.h"

#include <string.h>

#include "base/text.h"
#include "tracing/printrun.h"
#include "wire/tracefmt.h"

/* What a program needs of raw data, as printrun.c reads them. */
struct raw_needs {
	const struct printfmt *print;
	size_t bytes;
	bool by_contents;    /* not only the number of bytes decides whether there is a text */
	const char *strings; /* the next one; NULL: they can be any text */
	const char *end;
};

static void need_bytes(struct raw_needs *need, uint64_t off, uint64_t len)
{
	if (off + len > need->bytes)
		need->bytes = (size_t)(off + len);
}

/* Is the node a constant between the two? */
static bool is_const(const struct raw_needs *need, uint32_t i, uint64_t least, uint64_t most)
{
	const struct print_node *node = &need->print->nodes.v[i];

	return node->op == PRINT_CONST && node->v >= least && node->v <= most;
}

/* Fields and elements need no bytes: they are 0 where the raw data end before them. */
static void need_number(struct raw_needs *need, uint32_t i)
{
	const struct print_node *node = &need->print->nodes.v[i];

	switch (node->op) {
	case PRINT_CONST:
	case PRINT_FIELD:
		return;
	case PRINT_MASK:
	case PRINT_NOT:
	case PRINT_INVERT:
		need_number(need, node->a);
		return;
	case PRINT_INDEX:
		need->by_contents |= !is_const(need, node->b, 0, TRACEFMT_RAW_MAX);
		return;
	case PRINT_DIV:
	case PRINT_MOD:
		need->by_contents |= !is_const(need, node->b, 1, UINT64_MAX);
		break;
	case PRINT_SHL:
	case PRINT_SHR:
		need->by_contents |= !is_const(need, node->b, 0, 63);
		break;
	case PRINT_COND:
		need_number(need, node->c);
		break;
	/* The data determine the place of these. */
	case PRINT_DYN_INDEX:
	case PRINT_DYN_LEN:
		need->by_contents = true;
		return;
	default:
		break;
	}
	need_number(need, node->a);
	need_number(need, node->b);
}

/* Blanks fill a text up to its width; a precision cuts it. */
static void add_text(struct shape *shape, const struct print_piece *piece, const char *text,
		     size_t len)
{
	if (piece->stars || piece->spec.flags & PRINTSPEC_PRECISE)
		shape_any(shape);
	else
		shape_text(shape, text, len);
}

static void add_names(struct raw_needs *need, const struct print_piece *piece,
		      const struct print_node *node, struct shape *shape)
{
	const struct printfmt *print = need->print;

	need_number(need, node->a);
	for (uint32_t i = 0; i < node->b; i++) {
		const struct print_pair *pair = &print->pairs.v[node->c + i];

		add_text(shape, piece, print->texts.p + pair->text, pair->len);
	}
	if (node->op == PRINT_FLAGS)
		shape_text(shape, print->texts.p + (uint32_t)node->v, node->v >> 32);
	shape_chars(shape, SHAPE_NUMBER);
}

/* The bytes of an unprintable string are not escaped one by one. */
static void add_string(struct raw_needs *need, const struct print_piece *piece, struct shape *shape)
{
	const char *string = need->strings;
	size_t len;

	if (!string) {
		shape_any(shape);
		return;
	}
	if (string == need->end)
		return;
	len = strlen(string);
	need->strings += len + 1;
	if (text_plain((const uint8_t *)string, len) == len)
		add_text(shape, piece, string, len);
	else
		shape_any(shape);
}

static void add_value(struct raw_needs *need, const struct print_piece *piece, uint32_t i,
		      struct shape *shape)
{
	const struct print_node *node = &need->print->nodes.v[i];

	switch (node->op) {
	case PRINT_TEXT:
		add_text(shape, piece, need->print->texts.p + node->a, node->b);
		break;
	case PRINT_CHARS:
	case PRINT_STRING:
		add_string(need, piece, shape);
		break;
	case PRINT_CHOICE:
		need_number(need, node->a);
		add_value(need, piece, node->b, shape);
		add_value(need, piece, node->c, shape);
		break;
	case PRINT_FLAGS:
	case PRINT_SYMBOL:
		add_names(need, piece, node, shape);
		break;
	case PRINT_MAC:
	case PRINT_IP4:
	case PRINT_IP6:
	case PRINT_IP6_SHORT:
	case PRINT_UUID:
		need_bytes(need, node->a, printfmt_address_size(node->op));
		shape_chars(shape, node->op == PRINT_IP4 ? SHAPE_NUMBER : SHAPE_NUMBER ":");
		break;
	default:
		need->by_contents = true;
		shape_any(shape);
		break;
	}
}

static void add_piece(struct raw_needs *need, const struct print_piece *piece, struct shape *shape)
{
	uint32_t choice;

	need->by_contents |= piece->stars != 0;
	if (piece->kind == PRINT_KIND_TEXT) {
		shape_text(shape, need->print->texts.p + piece->text, piece->len);
		return;
	}
	choice = shape_begin(shape);
	switch (piece->kind) {
	case PRINT_KIND_STRING:
		add_value(need, piece, piece->node, shape);
		shape_chars(shape, " ");
		break;
	case PRINT_KIND_ADDRESS:
		need_number(need, piece->node);
		shape_any(shape);
		break;
	case PRINT_KIND_POINTER:
		shape_text(shape, "(nil)", 5);
		__attribute__((fallthrough));
	default:
		need_number(need, piece->node);
		shape_chars(shape, SHAPE_NUMBER);
		break;
	}
	shape_end(shape, choice);
}

size_t printshape_add(const struct printfmt *print, const struct buf *strings, struct shape *shape)
{
	struct raw_needs need = { .print = print, .bytes = 2 }; /* the tracepoint's number */

	if (strings) {
		need.strings = strings->p;
		need.end = strings->p + strings->len;
	}
	for (size_t i = 0; i < print->pieces.n; i++)
		add_piece(&need, &print->pieces.v[i], shape);
	return need.by_contents ? 0 : need.bytes;
}

/* ---- the strings of a sample ---- */

static bool find_strings(const struct printfmt *print, uint32_t i, const uint8_t *raw, size_t len,
			 struct buf *strings)
{
	const struct print_node *node = &print->nodes.v[i];
	const char *string;
	size_t string_len;

	if (node->op == PRINT_CHOICE)
		return find_strings(print, node->b, raw, len, strings) &&
		       find_strings(print, node->c, raw, len, strings);
	if (node->op != PRINT_CHARS && node->op != PRINT_STRING)
		return true;
	if (!printrun_string(print, node, raw, len, &string, &string_len))
		return false;
	buf_add(strings, string, string_len);
	buf_addc(strings, '\0');
	return true;
}

bool printshape_strings(const struct printfmt *print, const uint8_t *raw, size_t len,
			struct buf *strings)
{
	for (size_t i = 0; i < print->pieces.n; i++) {
		const struct print_piece *piece = &print->pieces.v[i];

		if (piece->kind == PRINT_KIND_STRING &&
		    !find_strings(print, piece->node, raw, len, strings))
			return false;
	}
	return true;
}
