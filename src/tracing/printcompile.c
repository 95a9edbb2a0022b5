/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/printcompile.h"

#include <ctype.h>
#include <event-parse.h>

#include "base/text.h"
#include "wire/tracefmt.h"

struct compile {
	struct tep_event *event;
	unsigned long_size;
	struct printfmt *print;
	unsigned depth;
	bool failed;
};

/* Operators between two numbers. The library does not know ^, so it is not in the list. */
static const struct {
	const char *text;
	enum print_op op;
} operators[] = {
	{ "+", PRINT_ADD },	{ "-", PRINT_SUB },   { "*", PRINT_MUL }, { "/", PRINT_DIV },
	{ "%", PRINT_MOD },	{ "&", PRINT_AND },   { "|", PRINT_OR },  { "<<", PRINT_SHL },
	{ ">>", PRINT_SHR },	{ "&&", PRINT_BOTH }, { "<", PRINT_LT },  { "<=", PRINT_LE },
	{ ">", PRINT_GT },	{ ">=", PRINT_GE },   { "==", PRINT_EQ }, { "!=", PRINT_NE },
	{ "||", PRINT_EITHER },
};

/* ---- nodes ---- */

static uint32_t fail(struct compile *c)
{
	c->failed = true;
	return 0;
}

static uint32_t add_node(struct compile *c, struct print_node node)
{
	uint32_t i = (uint32_t)c->print->nodes.n;

	if (i == PRINT_NODES_MAX)
		return fail(c);
	vec_push(&c->print->nodes, node);
	return i;
}

static uint32_t add_const(struct compile *c, uint64_t v)
{
	return add_node(c, (struct print_node){ .op = PRINT_CONST, .v = v });
}

static uint32_t add_text(struct compile *c, const char *text, size_t len)
{
	size_t at = c->print->texts.len;

	if (len > PRINT_TEXTS_MAX - at)
		return fail(c);
	buf_add(&c->print->texts, text, len);
	return (uint32_t)at;
}

static bool is_inside(const struct tep_format_field *field)
{
	return field && field->offset >= 0 && field->size >= 0 &&
	       field->offset <= TRACEFMT_RAW_MAX - field->size;
}

/* The library looks up a field when it first prints it. */
static const struct tep_format_field *
find_field(struct compile *c, const struct tep_format_field *field, const char *name)
{
	if (!field && name)
		field = tep_find_any_field(c->event, name);
	if (!is_inside(field)) {
		fail(c);
		return NULL;
	}
	return field;
}

/* Add the node of a value whose place a field has. */
static uint32_t add_dynamic(struct compile *c, struct print_node node,
			    const struct tep_format_field *field)
{
	if (!is_inside(field) || field->size != 4 || !(field->flags & TEP_FIELD_IS_DYNAMIC))
		return fail(c);
	node.a = (uint32_t)field->offset;
	node.flags = PRINT_PLACE;
	if (field->flags & TEP_FIELD_IS_RELATIVE)
		node.flags |= PRINT_RELATIVE;
	return add_node(c, node);
}

/* ---- numbers ---- */

static uint32_t number(struct compile *c, struct tep_print_arg *arg);

/* The bits that remain of a number after the library's cast. */
static uint64_t mask_of_type(const char *type)
{
	static const struct {
		const char *type;
		uint64_t mask;
	} types[] = {
		{ "u8", 0xff },
		{ "u16", 0xffff },
		{ "u32", 0xffffffff },
		{ "s8", 0xff },
		{ "s16", 0xffff },
		{ "s32", 0xffffffff },
		{ "char", 0xff },
		{ "short", 0xffff },
		{ "int", 0xffffffff },
		{ "unsigned char", 0xff },
		{ "unsigned short", 0xffff },
		{ "unsigned int", 0xffffffff },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(type, types[i].type))
			return types[i].mask;
	return UINT64_MAX;
}

static uint32_t add_mask(struct compile *c, uint32_t node, uint64_t mask)
{
	if (mask == UINT64_MAX)
		return node;
	return add_node(c, (struct print_node){ .op = PRINT_MASK, .a = node, .v = mask });
}

static uint32_t number_of_field(struct compile *c, struct tep_print_arg *arg)
{
	const struct tep_format_field *field = find_field(c, arg->field.field, arg->field.name);

	if (!field || !is_uint_size((uint32_t)field->size))
		return fail(c);
	return add_node(c, (struct print_node){ .op = PRINT_FIELD,
						.size = (uint8_t)field->size,
						.a = (uint32_t)field->offset });
}

/* An element of an array: the outermost cast is that of the pointer to it. */
static uint32_t number_of_element(struct compile *c, struct tep_print_arg *arg)
{
	struct tep_print_arg *array = arg->op.left;
	struct print_node node = { .b = number(c, arg->op.right) };
	const struct tep_format_field *field = NULL;
	uint64_t mask = UINT64_MAX;
	uint32_t size;

	if (array->type == TEP_PRINT_TYPE) {
		size_t len = strlen(array->typecast.type);
		char *type = mem_strndup(array->typecast.type, len < 2 ? 0 : len - 2);

		if (len > 2 && array->typecast.type[len - 1] == '*')
			mask = mask_of_type(type);
		free(type);
	}
	while (array && array->type == TEP_PRINT_TYPE)
		array = array->typecast.item;
	if (!array)
		return fail(c);
	if (array->type == TEP_PRINT_DYNAMIC_ARRAY)
		field = array->dynarray.field;
	else if (array->type == TEP_PRINT_FIELD)
		field = find_field(c, array->field.field, array->field.name);
	if (!field)
		return fail(c);
	size = field->elementsize;
	if (!size && array->type == TEP_PRINT_DYNAMIC_ARRAY)
		size = c->long_size;
	if (!is_uint_size(size))
		return fail(c);
	node.size = (uint8_t)size;
	if (array->type == TEP_PRINT_DYNAMIC_ARRAY) {
		node.op = PRINT_DYN_INDEX;
		return add_mask(c, add_dynamic(c, node, field), mask);
	}
	node.op = PRINT_INDEX;
	node.a = (uint32_t)field->offset;
	return add_mask(c, add_node(c, node), mask);
}

static bool is_cond(const struct tep_print_arg *arg)
{
	const struct tep_print_arg *both = arg->op.right;

	return !strcmp(arg->op.op, "?") && both && both->type == TEP_PRINT_OP && both->op.left &&
	       both->op.right;
}

static uint32_t number_of_cond(struct compile *c, struct tep_print_arg *arg)
{
	struct print_node node = { .op = PRINT_COND };

	node.a = number(c, arg->op.left);
	node.b = number(c, arg->op.right->op.left);
	node.c = number(c, arg->op.right->op.right);
	return add_node(c, node);
}

/* An operator without a left side is unary. */
static uint32_t number_of_op(struct compile *c, struct tep_print_arg *arg)
{
	struct tep_print_arg *left = arg->op.left;
	const char *op = arg->op.op;
	struct print_node node = { .op = PRINT_OP_COUNT };

	if (!op || !left || !arg->op.right)
		return fail(c);
	if (!strcmp(op, "["))
		return number_of_element(c, arg);
	if (is_cond(arg))
		return number_of_cond(c, arg);
	if (!strcmp(op, "!") || !strcmp(op, "~")) {
		node.op = *op == '!' ? PRINT_NOT : PRINT_INVERT;
		node.a = number(c, arg->op.right);
		return add_node(c, node);
	}
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strcmp(op, operators[i].text))
			node.op = (uint8_t)operators[i].op;
	if (node.op == PRINT_OP_COUNT)
		return fail(c);
	node.a = left->type == TEP_PRINT_NULL ? add_const(c, 0) : number(c, left);
	node.b = number(c, arg->op.right);
	return add_node(c, node);
}

static uint32_t number_of(struct compile *c, struct tep_print_arg *arg)
{
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		/* A name instead of a number is 0, because no symbols are known. */
		return add_const(c, strtoull(arg->atom.atom, NULL, 0));
	case TEP_PRINT_FIELD:
		return number_of_field(c, arg);
	case TEP_PRINT_TYPE:
		return add_mask(c, number(c, arg->typecast.item), mask_of_type(arg->typecast.type));
	case TEP_PRINT_OP:
		return number_of_op(c, arg);
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return add_dynamic(c, (struct print_node){ .op = PRINT_DYN_LEN },
				   arg->dynarray.field);
	default:
		return fail(c);
	}
}

/* Add the nodes of an argument, unless it is nested too deeply. */
static uint32_t compile_arg(struct compile *c, struct tep_print_arg *arg,
			    uint32_t (*node_of)(struct compile *c, struct tep_print_arg *arg))
{
	uint32_t node;

	if (c->failed || !arg || c->depth == PRINT_DEPTH_MAX)
		return fail(c);
	c->depth++;
	node = node_of(c, arg);
	c->depth--;
	return node;
}

static uint32_t number(struct compile *c, struct tep_print_arg *arg)
{
	return compile_arg(c, arg, number_of);
}

/* ---- texts ---- */

/* A pointer to text is a number: the text is not in the sample. */
static uint32_t text_of_field(struct compile *c, const struct tep_print_arg *arg)
{
	const struct tep_format_field *field = find_field(c, arg->field.field, arg->field.name);

	if (!field || (!(field->flags & TEP_FIELD_IS_ARRAY) && field->size == (int)c->long_size))
		return fail(c);
	return add_node(c, (struct print_node){ .op = PRINT_CHARS,
						.a = (uint32_t)field->offset,
						.b = (uint32_t)field->size });
}

static uint32_t text_at_place(struct compile *c, enum print_op op,
			      const struct tep_format_field *field, const char *name)
{
	return add_dynamic(c, (struct print_node){ .op = (uint8_t)op }, find_field(c, field, name));
}

/* Releases of the library know different sets of these names. */
static bool is_known_name(const char *text)
{
	size_t len = strlen(text), end = strlen("_SOFTIRQ");

	return (len > end && !strcmp(text + len - end, "_SOFTIRQ")) ||
	       !strcmp(text, "HRTIMER_RESTART") || !strcmp(text, "HRTIMER_NORESTART");
}

/* For the library, other names and numbers with a sign are -1. */
static uint64_t value_of_pair(struct compile *c, const char *text)
{
	if (isdigit((unsigned char)*text))
		return strtoull(text, NULL, 0);
	if (is_known_name(text))
		fail(c);
	return UINT64_MAX;
}

static uint32_t add_pairs(struct compile *c, struct print_node node,
			  const struct tep_print_flag_sym *sym)
{
	node.c = (uint32_t)c->print->pairs.n;
	for (; sym && !c->failed; sym = sym->next, node.b++) {
		struct print_pair pair = { .len = (uint32_t)strlen(sym->str) };

		if (c->print->pairs.n == PRINT_NODES_MAX)
			return fail(c);
		pair.value = value_of_pair(c, sym->value);
		pair.text = add_text(c, sym->str, pair.len);
		vec_push(&c->print->pairs, pair);
	}
	return add_node(c, node);
}

static uint32_t text_of_flags(struct compile *c, const struct tep_print_arg *arg)
{
	const char *between = arg->flags.delim ? arg->flags.delim : "";
	struct print_node node = { .op = PRINT_FLAGS, .a = number(c, arg->flags.field) };

	node.v = print_between(add_text(c, between, strlen(between)), (uint32_t)strlen(between));
	return add_pairs(c, node, arg->flags.flags);
}

static uint32_t text_of_symbol(struct compile *c, const struct tep_print_arg *arg)
{
	return add_pairs(
		c, (struct print_node){ .op = PRINT_SYMBOL, .a = number(c, arg->symbol.field) },
		arg->symbol.symbols);
}

static uint32_t text_of_bytes(struct compile *c, struct print_node node, struct tep_print_arg *from,
			      struct tep_print_arg *count)
{
	const struct tep_format_field *field;

	node.b = number(c, count);
	if (!from)
		return fail(c);
	if (from->type == TEP_PRINT_DYNAMIC_ARRAY)
		return add_dynamic(c, node, from->dynarray.field);
	if (from->type != TEP_PRINT_FIELD)
		return fail(c);
	field = find_field(c, from->field.field, from->field.name);
	if (!field)
		return 0;
	node.a = (uint32_t)field->offset;
	return add_node(c, node);
}

static uint32_t text(struct compile *c, struct tep_print_arg *arg);

static uint32_t text_of_choice(struct compile *c, const struct tep_print_arg *arg)
{
	struct print_node node = { .op = PRINT_CHOICE };

	if (!arg->op.op || !arg->op.left || !is_cond(arg))
		return fail(c);
	node.a = number(c, arg->op.left);
	node.b = text(c, arg->op.right->op.left);
	node.c = text(c, arg->op.right->op.right);
	return add_node(c, node);
}

static uint32_t text_of_atom(struct compile *c, const char *atom)
{
	struct print_node node = { .op = PRINT_TEXT, .b = (uint32_t)strlen(atom) };

	node.a = add_text(c, atom, node.b);
	return add_node(c, node);
}

static uint32_t text_of(struct compile *c, struct tep_print_arg *arg)
{
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		return text_of_atom(c, arg->atom.atom);
	case TEP_PRINT_FIELD:
		return text_of_field(c, arg);
	case TEP_PRINT_STRING:
		return text_at_place(c, PRINT_STRING, arg->string.field, arg->string.string);
	case TEP_PRINT_BITMASK:
		return text_at_place(c, PRINT_BITMASK, arg->bitmask.field, arg->bitmask.bitmask);
	case TEP_PRINT_FLAGS:
		return text_of_flags(c, arg);
	case TEP_PRINT_SYMBOL:
		return text_of_symbol(c, arg);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		return text_of_bytes(c,
				     (struct print_node){ .op = arg->type == TEP_PRINT_HEX
									? PRINT_HEX
									: PRINT_HEX_STR },
				     arg->hex.field, arg->hex.size);
	case TEP_PRINT_OP:
		return text_of_choice(c, arg);
	default:
		return fail(c);
	}
}

static uint32_t text(struct compile *c, struct tep_print_arg *arg)
{
	return compile_arg(c, arg, text_of);
}

/* ---- pieces ---- */

static void add_piece(struct compile *c, const struct print_piece *piece)
{
	if (c->print->pieces.n == PRINT_NODES_MAX)
		fail(c);
	else
		vec_push(&c->print->pieces, *piece);
}

/* The character for a backslash and a letter. */
static char escaped(char letter)
{
	switch (letter) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case 'r':
		return '\r';
	default:
		return letter;
	}
}

/* Add the text up to a conversion. */
static const char *add_literal(struct compile *c, const char *p)
{
	struct print_piece piece = { .kind = PRINT_KIND_TEXT };
	struct buf literal = BUF_INIT;

	for (; *p && (*p != '%' || p[1] == '%'); p++) {
		char byte = *p;

		if (*p == '\\')
			byte = escaped(*++p);
		else if (*p == '%')
			p++;
		if (!byte) {
			fail(c);
			break;
		}
		buf_addc(&literal, byte);
	}
	piece.len = (uint32_t)literal.len;
	piece.text = add_text(c, literal.p, literal.len);
	add_piece(c, &piece);
	buf_release(&literal);
	return p;
}

/* The next argument. Fails if there is none. */
static struct tep_print_arg *take_arg(struct compile *c, struct tep_print_arg **args)
{
	struct tep_print_arg *arg = *args;

	if (arg)
		*args = arg->next;
	else
		fail(c);
	return arg;
}

/* A number in the format, or a star. */
static const char *parse_width(struct compile *c, const char *p, struct print_piece *piece,
			       bool precision, struct tep_print_arg **args)
{
	unsigned width = 0;

	if (*p == '*') {
		if (piece->stars)
			fail(c);
		piece->stars = precision ? PRINT_PRECISION : PRINT_WIDTH;
		piece->star = number(c, take_arg(c, args));
		return p + 1;
	}
	for (; isdigit((unsigned char)*p) && width <= PRINT_WIDTH_MAX; p++)
		width = 10 * width + (unsigned)(*p - '0');
	if (width > PRINT_WIDTH_MAX)
		fail(c);
	if (precision)
		piece->spec.precision = (uint16_t)width;
	else
		piece->spec.width = (uint16_t)width;
	return p;
}

static const char *parse_flags(const char *p, struct print_piece *piece)
{
	static const char flags[] = "-#0"; /* in the order of the bits */
	const char *found;

	_Static_assert(PRINTSPEC_LEFT == 1 && PRINTSPEC_ALT == 2 && PRINTSPEC_ZERO == 4, "");

	while (*p && (found = strchr(flags, *p)) != NULL) {
		piece->spec.flags |= (uint8_t)(1u << (found - flags));
		p++;
	}
	return p;
}

/* The number of l; z counts as one, L as two. */
static const char *parse_size(const char *p, int *longs)
{
	for (*longs = 0; *p && strchr("hlLzZ", *p); p++)
		*longs = *p == 'h' ? *longs - 1 : *p == 'l' ? *longs + 1 : *p == 'L' ? 2 : 1;
	return p;
}

static void add_number(struct compile *c, struct print_piece *piece, int longs,
		       struct tep_print_arg *arg)
{
	static const uint8_t bits[] = { 8, 16, 32, 64, 64 };

	if (longs < -2 || longs > 2)
		fail(c);
	else
		piece->spec.bits =
			longs == 1 && c->long_size == 4 && sizeof(long) == 4 ? 32 : bits[longs + 2];
	piece->kind = PRINT_KIND_NUMBER;
	piece->node = number(c, arg);
	add_piece(c, piece);
}

static void add_string(struct compile *c, struct print_piece *piece, struct tep_print_arg *arg)
{
	if (piece->spec.flags & ~(PRINTSPEC_LEFT | PRINTSPEC_PRECISE))
		fail(c);
	piece->kind = PRINT_KIND_STRING;
	piece->node = text(c, arg);
	add_piece(c, piece);
}

/* A network address in a field, whatever casts the argument has. */
static void add_net(struct compile *c, struct print_node node, struct tep_print_arg *arg)
{
	struct print_piece piece = { .kind = PRINT_KIND_STRING };
	const struct tep_format_field *field = NULL;

	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	if (arg && arg->type == TEP_PRINT_FIELD)
		field = find_field(c, arg->field.field, arg->field.name);
	if (!field || field->size != printfmt_address_size(node.op)) {
		fail(c);
		return;
	}
	node.a = (uint32_t)field->offset;
	piece.node = add_node(c, node);
	add_piece(c, &piece);
}

/*
 * What may follow %p, the longest first. With nothing, and no letter after it, %p prints a number.
 */
static const struct {
	const char *text;
	enum print_kind kind;
	enum print_op op;
	uint8_t flags;
	char conversion;
} pointers[] = {
	{ "MR", PRINT_KIND_STRING, PRINT_MAC, PRINT_REVERSE },
	{ "M", PRINT_KIND_STRING, PRINT_MAC },
	{ "I4", PRINT_KIND_STRING, PRINT_IP4 },
	{ "I6c", PRINT_KIND_STRING, PRINT_IP6_SHORT },
	{ "I6", PRINT_KIND_STRING, PRINT_IP6 },
	{ "U", PRINT_KIND_STRING, PRINT_UUID },
	{ "S", PRINT_KIND_ADDRESS, PRINT_CONST, 0, 'S' },
	{ "s", PRINT_KIND_ADDRESS, PRINT_CONST, 0, 's' },
	{ "F", PRINT_KIND_ADDRESS, PRINT_CONST, 0, 'S' },
	{ "f", PRINT_KIND_ADDRESS, PRINT_CONST, 0, 's' },
	{ "", PRINT_KIND_POINTER, PRINT_CONST },
};

/*
 * The library continues in the text after the letters that it knows; other letters would mean
 * something else.
 */
static const char *add_pointer(struct compile *c, const char *p, struct tep_print_arg *arg)
{
	struct print_piece piece = { 0 };
	size_t i = 0;

	while (!text_begins_with(p, pointers[i].text))
		i++;
	p += strlen(pointers[i].text);
	if (isalnum((unsigned char)*p) || c->long_size != 8)
		fail(c);
	if (printfmt_address_size(pointers[i].op)) {
		add_net(c,
			(struct print_node){ .op = (uint8_t)pointers[i].op,
					     .flags = pointers[i].flags },
			arg);
		return p;
	}
	piece.kind = (uint8_t)pointers[i].kind;
	piece.spec.conversion = pointers[i].conversion;
	piece.node = number(c, arg);
	add_piece(c, &piece);
	return p;
}

static const char *add_conversion(struct compile *c, const char *p, struct tep_print_arg **args)
{
	struct print_piece piece = { 0 };
	int longs;
	char conversion;

	p = parse_flags(p + 1, &piece);
	p = parse_width(c, p, &piece, false, args);
	if (*p == '.') {
		piece.spec.flags |= PRINTSPEC_PRECISE;
		p = parse_width(c, p + 1, &piece, true, args);
	}
	p = parse_size(p, &longs);
	conversion = *p;
	if (!conversion || !strchr("duixXosp", conversion)) {
		fail(c);
		return p;
	}
	piece.spec.conversion = conversion == 'i' ? 'd' : conversion;
	if (conversion == 'p') {
		if (piece.stars)
			fail(c);
		return add_pointer(c, p + 1, take_arg(c, args));
	}
	if (conversion == 's')
		add_string(c, &piece, take_arg(c, args));
	else
		add_number(c, &piece, longs, take_arg(c, args));
	return p + 1;
}

static void compile(struct compile *c)
{
	struct tep_print_arg *args = c->event->print_fmt.args;
	const char *p = c->event->print_fmt.format;

	while (*p && !c->failed)
		p = *p == '%' && p[1] != '%' ? add_conversion(c, p, &args) : add_literal(c, p);
}

/* The library finds the event of a sample by the number at the sample's beginning. */
static bool can_be_compiled(struct tep_event *event)
{
	const struct tep_format_field *type = tep_find_common_field(event, "common_type");
	const unsigned special = (unsigned)TEP_EVENT_FL_FAILED | TEP_EVENT_FL_ISBPRINT |
				 TEP_EVENT_FL_PRINTRAW;

	return type && !type->offset && type->size == 2 && event->id >= 0 &&
	       event->id <= UINT16_MAX && !((unsigned)event->flags & special) && !event->handler &&
	       event->print_fmt.format;
}

struct printfmt *printcompile_event(struct tep_event *event, unsigned long_size, bool big)
{
	struct compile c = { .event = event, .long_size = long_size };

	if (!can_be_compiled(event))
		return NULL;
	c.print = mem_zalloc(sizeof(*c.print));
	buf_init(&c.print->texts);
	c.print->id = (uint16_t)event->id;
	c.print->big = big;
	compile(&c);
	if (!c.failed)
		return c.print;
	printfmt_free(c.print);
	return NULL;
}
