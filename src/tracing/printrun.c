/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/printrun.h"

#include "tracing/printnet.h"
#include "wire/tracefmt.h"

struct print_run {
	const struct printfmt *print;
	const uint8_t *raw;
	size_t len;
	const struct printrun_names *names; /* NULL: no names are known */
	struct buf *out;
	bool bad; /* the text cannot be made here */
};

/* ---- bytes ---- */

static const uint8_t *bytes(struct print_run *r, uint64_t off, uint64_t len)
{
	if (off > r->len || len > r->len - off) {
		r->bad = true;
		return NULL;
	}
	return r->raw + off;
}

static uint64_t load(struct print_run *r, uint64_t off, unsigned size)
{
	const uint8_t *p = bytes(r, off, size);

	return p ? load_uint(p, size, r->print->big) : 0;
}

/* A number of a field. It is 0 for the library where raw data end before the end of the field. */
static uint64_t load_field(struct print_run *r, uint64_t off, unsigned size)
{
	return off <= r->len && size <= r->len - off ? load(r, off, size) : 0;
}

/* The offset of the bytes at a field's place; len 0: there are none. */
static uint64_t find_place(struct print_run *r, const struct print_node *node, uint64_t *len)
{
	uint64_t v = load(r, node->a, 4), off = v & 0xffff;

	*len = v >> 16;
	if (node->flags & PRINT_RELATIVE)
		off += node->a + 4;
	bytes(r, off, *len);
	return off;
}

/* ---- numbers ---- */

static uint64_t number(struct print_run *r, uint32_t i);

static uint64_t divide(struct print_run *r, uint64_t left, uint64_t right, bool rest)
{
	if (!right) {
		r->bad = true;
		return 0;
	}
	return rest ? left % right : left / right;
}

static uint64_t shift(struct print_run *r, uint64_t left, uint64_t right, bool up)
{
	if (right > 63) {
		r->bad = true;
		return 0;
	}
	return up ? left << right : left >> right;
}

static uint64_t combine(struct print_run *r, enum print_op op, uint64_t left, uint64_t right)
{
	switch (op) {
	case PRINT_ADD:
		return left + right;
	case PRINT_SUB:
		return left - right;
	case PRINT_MUL:
		return left * right;
	case PRINT_DIV:
	case PRINT_MOD:
		return divide(r, left, right, op == PRINT_MOD);
	case PRINT_AND:
		return left & right;
	case PRINT_OR:
		return left | right;
	case PRINT_SHL:
	case PRINT_SHR:
		return shift(r, left, right, op == PRINT_SHL);
	case PRINT_BOTH:
		return left && right;
	case PRINT_EITHER:
		return left || right;
	case PRINT_LT:
		return left < right;
	case PRINT_LE:
		return left <= right;
	case PRINT_GT:
		return left > right;
	case PRINT_GE:
		return left >= right;
	case PRINT_EQ:
		return left == right;
	default:
		return left != right;
	}
}

static uint64_t element(struct print_run *r, const struct print_node *node)
{
	uint64_t at = number(r, node->b), start = node->a, len;

	if (at > TRACEFMT_RAW_MAX) {
		r->bad = true;
		return 0;
	}
	/* For a place, the library takes the number in brackets as bytes. */
	if (node->op == PRINT_DYN_INDEX)
		start = find_place(r, node, &len);
	else
		at *= node->size;
	return load_field(r, start + at, node->size);
}

static uint64_t number(struct print_run *r, uint32_t i)
{
	const struct print_node *node = &r->print->nodes.v[i];
	uint64_t left, right;

	switch (node->op) {
	case PRINT_CONST:
		return node->v;
	case PRINT_FIELD:
		return load_field(r, node->a, node->size);
	case PRINT_INDEX:
	case PRINT_DYN_INDEX:
		return element(r, node);
	case PRINT_DYN_LEN:
		find_place(r, node, &left);
		return left;
	case PRINT_MASK:
		return number(r, node->a) & node->v;
	case PRINT_NOT:
		return !number(r, node->a);
	case PRINT_INVERT:
		return ~number(r, node->a);
	case PRINT_COND:
		return number(r, number(r, node->a) ? node->b : node->c);
	default:
		left = number(r, node->a);
		right = number(r, node->b);
		return combine(r, node->op, left, right);
	}
}

/* ---- texts ---- */

static void add_text(struct print_run *r, const struct printspec *spec, uint64_t text, uint64_t len)
{
	printspec_string(spec, r->print->texts.p + text, (size_t)len, r->out);
}

/* Bytes that the raw data lack are NULs for the library. */
static const char *find_chars(const struct print_run *r, const struct print_node *node, size_t *len)
{
	size_t there = node->a < r->len ? r->len - node->a : 0;
	const char *p = (const char *)r->raw + (there ? node->a : 0);

	*len = strnlen(p, node->b && node->b < there ? node->b : there);
	return p;
}

/* The library reads on after the length up to a NUL. For length 0 its result is undefined. */
static const char *find_placed(struct print_run *r, const struct print_node *node, size_t *len)
{
	uint64_t size, off = find_place(r, node, &size);
	const char *p = (const char *)r->raw + off;

	r->bad = r->bad || !size;
	*len = r->bad ? 0 : strnlen(p, r->len - (size_t)off);
	return p;
}

static const char *find_string(struct print_run *r, const struct print_node *node, size_t *len)
{
	return node->op == PRINT_CHARS ? find_chars(r, node, len) : find_placed(r, node, len);
}

static void add_string(struct print_run *r, const struct printspec *spec,
		       const struct print_node *node)
{
	size_t len;
	const char *p = find_string(r, node, &len);

	if (!r->bad)
		printspec_string(spec, p, len, r->out);
}

/* Print a bitmap as the kernel does: in words of 32 bits, the highest first. */
static void add_bitmask(struct print_run *r, const struct printspec *spec,
			const struct print_node *node)
{
	uint64_t len, off = find_place(r, node, &len);
	struct buf text = BUF_INIT;

	for (uint64_t i = len; i-- && !r->bad;) {
		buf_add_hexbytes(&text, r->raw + off + (r->print->big ? len - 1 - i : i), 1);
		if (i && i % 4 == 0)
			buf_addc(&text, ',');
	}
	if (!r->bad)
		printspec_string(spec, text.p, text.len, r->out);
	buf_release(&text);
}

static void add_0x(struct print_run *r, uint64_t v)
{
	buf_add0x(r->out, v);
}

static void add_between(struct print_run *r, const struct print_node *node, bool any)
{
	if (any)
		buf_add(r->out, r->print->texts.p + (uint32_t)node->v, node->v >> 32);
}

/*
 * The width applies to each name. A name with a negative value stands for no bits at all.
 */
static void add_flags(struct print_run *r, const struct printspec *spec,
		      const struct print_node *node)
{
	uint64_t v = number(r, node->a);
	bool any = false;

	for (uint32_t i = 0; i < node->b; i++) {
		const struct print_pair *pair = &r->print->pairs.v[node->c + i];
		int64_t value = (int64_t)pair->value;

		if (!v && value < 0) {
			add_text(r, spec, pair->text, pair->len);
			break;
		}
		if (value <= 0 || (v & pair->value) != pair->value)
			continue;
		add_between(r, node, any);
		add_text(r, spec, pair->text, pair->len);
		any = true;
		v &= ~pair->value;
	}
	if (v) {
		add_between(r, node, any);
		add_0x(r, v);
	}
}

static void add_symbol(struct print_run *r, const struct printspec *spec,
		       const struct print_node *node)
{
	uint64_t v = number(r, node->a);

	for (uint32_t i = 0; i < node->b; i++) {
		const struct print_pair *pair = &r->print->pairs.v[node->c + i];

		if (pair->value == v) {
			add_text(r, spec, pair->text, pair->len);
			return;
		}
	}
	add_0x(r, v);
}

static void add_hex(struct print_run *r, const struct print_node *node)
{
	uint64_t off = node->a, n, len;
	const uint8_t *p;

	if (node->flags & PRINT_PLACE)
		off = find_place(r, node, &len);
	n = (uint32_t)number(r, node->b);
	p = bytes(r, off, n);
	if (!p)
		return;
	if (node->op == PRINT_HEX_STR)
		buf_add_hexbytes(r->out, p, (size_t)n);
	for (uint64_t i = 0; i < n && node->op == PRINT_HEX; i++) {
		if (i)
			buf_addc(r->out, ' ');
		buf_add_hexbytes(r->out, p + i, 1);
	}
}

static void add_net(struct print_run *r, const struct print_node *node)
{
	const uint8_t *p = bytes(r, node->a, printfmt_address_size(node->op));

	if (p)
		printnet_text(node->op, p, node->flags & PRINT_REVERSE, r->out);
}

static void add_value(struct print_run *r, const struct printspec *spec, uint32_t i)
{
	const struct print_node *node = &r->print->nodes.v[i];

	switch (node->op) {
	case PRINT_TEXT:
		add_text(r, spec, node->a, node->b);
		break;
	case PRINT_CHARS:
	case PRINT_STRING:
		add_string(r, spec, node);
		break;
	case PRINT_BITMASK:
		add_bitmask(r, spec, node);
		break;
	case PRINT_CHOICE:
		add_value(r, spec, number(r, node->a) ? node->b : node->c);
		break;
	case PRINT_FLAGS:
		add_flags(r, spec, node);
		break;
	case PRINT_SYMBOL:
		add_symbol(r, spec, node);
		break;
	case PRINT_HEX:
	case PRINT_HEX_STR:
		add_hex(r, node);
		break;
	default:
		add_net(r, node);
		break;
	}
}

/* ---- pieces ---- */

/* A star with a negative or very large value cannot be printed here. */
static uint16_t star(struct print_run *r, const struct print_piece *piece)
{
	uint64_t v = number(r, piece->star) & UINT32_MAX;

	if (v > PRINT_WIDTH_MAX)
		r->bad = true;
	return r->bad ? 0 : (uint16_t)v;
}

static void add_address(struct print_run *r, uint64_t addr, bool offset)
{
	if (r->bad || !r->names || !r->names->add(r->names->arg, addr, offset, r->out))
		add_0x(r, addr);
}

static void add_piece(struct print_run *r, const struct print_piece *piece)
{
	struct printspec spec = piece->spec;
	uint64_t v;

	if (piece->stars == PRINT_WIDTH)
		spec.width = star(r, piece);
	else if (piece->stars)
		spec.precision = star(r, piece);
	switch (piece->kind) {
	case PRINT_KIND_TEXT:
		buf_add(r->out, r->print->texts.p + piece->text, piece->len);
		break;
	case PRINT_KIND_NUMBER:
		printspec_number(&spec, number(r, piece->node), r->out);
		break;
	case PRINT_KIND_STRING:
		add_value(r, &spec, piece->node);
		break;
	case PRINT_KIND_POINTER:
		v = number(r, piece->node);
		if (v)
			add_0x(r, v);
		else
			buf_adds(r->out, "(nil)");
		break;
	default:
		add_address(r, number(r, piece->node), piece->spec.conversion == 'S');
		break;
	}
}

bool printrun_text(const struct printfmt *print, const uint8_t *raw, size_t len,
		   const struct printrun_names *names, struct buf *out)
{
	struct print_run r = { .print = print, .raw = raw, .len = len, .names = names, .out = out };
	size_t start = out->len;

	r.bad = load(&r, 0, 2) != print->id;
	for (size_t i = 0; i < print->pieces.n && !r.bad && out->len - start <= PRINTRUN_MAX; i++)
		add_piece(&r, &print->pieces.v[i]);
	if (r.bad)
		buf_truncate(out, start);
	else if (out->len - start > PRINTRUN_MAX)
		buf_truncate(out, start + PRINTRUN_MAX);
	return !r.bad;
}

bool printrun_string(const struct printfmt *print, const struct print_node *node,
		     const uint8_t *raw, size_t len, const char **string, size_t *string_len)
{
	struct print_run r = { .print = print, .raw = raw, .len = len };

	*string = find_string(&r, node, string_len);
	return !r.bad;
}
