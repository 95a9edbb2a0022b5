/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/printfmt.h"

#include "wire/tracefmt.h"

/* The operands of a node. */
enum {
	HAS_A = 1, /* a is the node of a number */
	HAS_B = 2,
	HAS_C = 4,
	HAS_TEXTS = 8, /* b and c are nodes of texts */
	HAS_SIZE = 16, /* size is 1, 2, 4 or 8 */
	HAS_PAIRS = 32,
	HAS_BYTES = 64
};

/* The head before the tables. */
struct print_head {
	uint32_t id, big;
	uint32_t nodes, pairs, pieces, texts;
};

static const uint8_t operands[PRINT_OP_COUNT] = {
	[PRINT_FIELD] = HAS_SIZE,
	[PRINT_INDEX] = HAS_SIZE | HAS_B,
	[PRINT_DYN_INDEX] = HAS_SIZE | HAS_B,
	[PRINT_MASK] = HAS_A,
	[PRINT_NOT] = HAS_A,
	[PRINT_INVERT] = HAS_A,
	[PRINT_ADD... PRINT_NE] = HAS_A | HAS_B,
	[PRINT_COND] = HAS_A | HAS_B | HAS_C,
	[PRINT_TEXT] = HAS_BYTES,
	[PRINT_CHOICE] = HAS_A | HAS_TEXTS,
	[PRINT_FLAGS] = HAS_A | HAS_PAIRS,
	[PRINT_SYMBOL] = HAS_A | HAS_PAIRS,
	[PRINT_HEX] = HAS_B,
	[PRINT_HEX_STR] = HAS_B,
};

static bool is_text(const struct print_node *node)
{
	return node->op >= PRINT_TEXT;
}

void printfmt_free(struct printfmt *print)
{
	if (!print)
		return;
	vec_release(&print->nodes);
	vec_release(&print->pairs);
	vec_release(&print->pieces);
	buf_release(&print->texts);
	free(print);
}

uint8_t printfmt_address_size(enum print_op op)
{
	static const uint8_t sizes[PRINT_OP_COUNT] = {
		[PRINT_MAC] = 6,	[PRINT_IP4] = 4,   [PRINT_IP6] = 16,
		[PRINT_IP6_SHORT] = 16, [PRINT_UUID] = 16,
	};

	return sizes[op];
}

void printfmt_put(struct buf *out, const struct printfmt *print)
{
	struct print_head head = {
		.id = print->id,
		.big = print->big,
		.nodes = (uint32_t)print->nodes.n,
		.pairs = (uint32_t)print->pairs.n,
		.pieces = (uint32_t)print->pieces.n,
		.texts = (uint32_t)print->texts.len,
	};

	buf_add(out, &head, sizeof(head));
	buf_add(out, print->nodes.v, head.nodes * sizeof(*print->nodes.v));
	buf_add(out, print->pairs.v, head.pairs * sizeof(*print->pairs.v));
	buf_add(out, print->pieces.v, head.pieces * sizeof(*print->pieces.v));
	buf_add(out, print->texts.p, head.texts);
}

/* ---- checks ---- */

/* Nodes are checked in their order; this is what is known of those already checked. */
struct check {
	const struct printfmt *print;
	uint8_t depth[PRINT_NODES_MAX]; /* 0: used already, or not checked yet */
};

static bool has_bytes(const struct check *check, uint64_t text, uint64_t len)
{
	return text <= check->print->texts.len && len <= check->print->texts.len - text;
}

/* A node may be used only once, so that a run takes at most as many steps as there are nodes. */
static bool use_node(struct check *check, uint32_t node, bool text, uint8_t *depth)
{
	if (node >= check->print->nodes.n || !check->depth[node])
		return false;
	if (is_text(&check->print->nodes.v[node]) != text)
		return false;
	if (check->depth[node] > *depth)
		*depth = check->depth[node];
	check->depth[node] = 0;
	return true;
}

static bool check_pairs(const struct check *check, const struct print_node *node)
{
	const struct printfmt *print = check->print;

	if (node->c > print->pairs.n || node->b > print->pairs.n - node->c)
		return false;
	for (uint32_t i = 0; i < node->b; i++) {
		const struct print_pair *pair = &print->pairs.v[node->c + i];

		if (!has_bytes(check, pair->text, pair->len))
			return false;
	}
	return node->op != PRINT_FLAGS || has_bytes(check, (uint32_t)node->v, node->v >> 32);
}

static bool check_node(struct check *check, uint32_t i)
{
	const struct print_node *node = &check->print->nodes.v[i];
	uint8_t has, depth = 0;

	if (node->op >= PRINT_OP_COUNT)
		return false;
	has = operands[node->op];
	if (has & HAS_A ? !use_node(check, node->a, false, &depth) : node->a > TRACEFMT_RAW_MAX)
		return false;
	if (has & HAS_B && !use_node(check, node->b, false, &depth))
		return false;
	if (has & HAS_C && !use_node(check, node->c, false, &depth))
		return false;
	if (has & HAS_TEXTS &&
	    !(use_node(check, node->b, true, &depth) && use_node(check, node->c, true, &depth)))
		return false;
	if (has & HAS_SIZE && !is_uint_size(node->size))
		return false;
	if (has & HAS_BYTES && !has_bytes(check, node->a, node->b))
		return false;
	if (has & HAS_PAIRS && !check_pairs(check, node))
		return false;
	check->depth[i] = depth + 1;
	return depth < PRINT_DEPTH_MAX;
}

static bool check_piece(struct check *check, const struct print_piece *piece)
{
	const struct printspec *spec = &piece->spec;
	uint8_t depth = 0;

	if (piece->kind >= PRINT_KIND_COUNT || spec->width > PRINT_WIDTH_MAX ||
	    spec->precision > PRINT_WIDTH_MAX)
		return false;
	if (piece->kind == PRINT_KIND_TEXT)
		return !piece->stars && has_bytes(check, piece->text, piece->len);
	if (piece->kind == PRINT_KIND_NUMBER &&
	    (spec->bits % 8 || !is_uint_size(spec->bits / 8) || !spec->conversion ||
	     !strchr("duxXo", spec->conversion)))
		return false;
	if (piece->stars && !use_node(check, piece->star, false, &depth))
		return false;
	return use_node(check, piece->node, piece->kind == PRINT_KIND_STRING, &depth);
}

static bool check_all(const struct printfmt *print)
{
	struct check check = { .print = print };

	for (uint32_t i = 0; i < print->nodes.n; i++)
		if (!check_node(&check, i))
			return false;
	for (uint32_t i = 0; i < print->pieces.n; i++)
		if (!check_piece(&check, &print->pieces.v[i]))
			return false;
	return true;
}

#define TAKE(cursor, vec, count)                                                                   \
	do {                                                                                       \
		const uint8_t *from = cursor_take(cursor, (count) * sizeof(*(vec)->v));            \
		for (uint32_t i = 0; from && i < (count); i++)                                     \
			memcpy(vec_add(vec), from + i * sizeof(*(vec)->v), sizeof(*(vec)->v));     \
	} while (0)

struct printfmt *printfmt_get(const void *p, size_t len)
{
	struct cursor c = { .p = p, .left = len };
	const uint8_t *bytes = cursor_take(&c, sizeof(struct print_head));
	struct print_head head;
	struct printfmt *print;

	if (!bytes)
		return NULL;
	memcpy(&head, bytes, sizeof(head));
	if (head.id > UINT16_MAX || head.nodes > PRINT_NODES_MAX || head.pairs > PRINT_NODES_MAX ||
	    head.pieces > PRINT_NODES_MAX || head.texts > PRINT_TEXTS_MAX)
		return NULL;
	print = mem_zalloc(sizeof(*print));
	buf_init(&print->texts);
	print->id = (uint16_t)head.id;
	print->big = head.big;
	TAKE(&c, &print->nodes, head.nodes);
	TAKE(&c, &print->pairs, head.pairs);
	TAKE(&c, &print->pieces, head.pieces);
	bytes = cursor_take(&c, head.texts);
	if (bytes)
		buf_add(&print->texts, bytes, head.texts);
	if (!c.failed && !c.left && check_all(print))
		return print;
	printfmt_free(print);
	return NULL;
}

/* ---- all programs of a recording ---- */

void printfmts_release(struct printfmts *prints)
{
	for (size_t i = 0; i < prints->list.n; i++)
		printfmt_free(prints->list.v[i]);
	vec_release(&prints->list);
	prints->bytes = 0;
}

void printfmts_put(struct buf *out, uint32_t number, const struct printfmt *print)
{
	size_t start = out->len;
	uint32_t head[2] = { number };

	buf_add(out, head, sizeof(head));
	printfmt_put(out, print);
	head[1] = (uint32_t)(out->len - start - sizeof(head));
	memcpy(out->p + start, head, sizeof(head));
}

void printfmts_get(struct printfmts *prints, uint32_t n, const void *p, size_t len)
{
	struct cursor c = { .p = p, .left = len };
	uint32_t head[2];
	const uint8_t *bytes;

	while (prints->list.n < n)
		vec_add(&prints->list);
	while ((bytes = cursor_take(&c, sizeof(head))) != NULL) {
		memcpy(head, bytes, sizeof(head));
		bytes = cursor_take(&c, head[1]);
		prints->bytes += head[1];
		if (!bytes || prints->bytes > PRINTFMTS_MAX)
			break;
		if (head[0] < n && !prints->list.v[head[0]])
			prints->list.v[head[0]] = printfmt_get(bytes, head[1]);
	}
}

const struct printfmt *printfmts_find(const struct printfmts *prints, uint32_t number)
{
	return number < prints->list.n ? prints->list.v[number] : NULL;
}
