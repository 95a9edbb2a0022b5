/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formats of tracepoints: what becomes of the fields that are described, and how the raw data of
 * samples are walked with them. Whatever a description says, and however the bytes are cut, the
 * leaves tile the record.
 */
#include "wire/tracefmt.h"

#include <stdlib.h>

#include "base/buf.h"
#include "tap.h"
#include "wire/bytes.h"
#include "wire/tracefields.h"
#include "wire/tree.h"
#include "wire/tree_value.h"

enum {
	RAW_AT = 12, /* in a sample that has nothing but raw data */
	RANDOM = 30000
};

#define FIELD(...) ((struct tracefmt_field){ __VA_ARGS__ })
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void add(struct tracefmts *formats, uint32_t id, const struct tracefmt_field *fields,
		size_t n)
{
	struct tracefmt_desc desc = { id, id, "sys", "event", fields, n };

	tracefmts_add(formats, &desc);
}

/* A sample with these raw data; returns its length. */
static size_t make_sample(uint8_t *rec, const void *raw, size_t len, bool big)
{
	memset(rec, 0, RAW_AT);
	store_u32(rec, 9, big);
	store_u16(rec + 6, (uint16_t)(RAW_AT + len), big);
	store_u32(rec + 8, (uint32_t)len, big);
	memcpy(rec + RAW_AT, raw, len);
	return RAW_AT + len;
}

static struct layout layout_of(const struct tracefmt *format, bool big)
{
	return (struct layout){ .sample_type = SAMPLE_RAW, .big = big, .format = format };
}

static bool tiled(const struct tree *tree, size_t len)
{
	uint8_t *owners = calloc(1, len);
	bool good = owners;

	for (size_t i = 0; good && i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		if (!tree_is_leaf(node))
			continue;
		good = node->off <= len && node->len <= len - node->off;
		for (uint32_t at = 0; good && at < node->len; at++)
			good = !owners[node->off + at]++;
	}
	for (size_t at = 0; good && at < len; at++)
		good = owners[at];
	free(owners);
	return good;
}

static const struct tree_node *node_of(const struct tree *tree, const char *label)
{
	for (size_t i = 0; i < tree->nodes.n; i++)
		if (!strcmp(tree_label(tree, &tree->nodes.v[i]), label))
			return &tree->nodes.v[i];
	return NULL;
}

/* Label and value of a node, "-" if there is none. */
static void is_value(const struct tree *tree, const char *label, const char *want)
{
	const struct tree_node *node = node_of(tree, label);
	struct buf text = BUF_INIT;

	if (node)
		tree_value(tree, node, &text);
	is_str(node ? text.p : "-", want, "%s", label);
	buf_release(&text);
}

static const struct tracefmt_field fields[] = {
	/* Not in the order of their offsets. */
	{ "delta", 16, 8, 0, TRACEFMT_SIGNED },
	{ "common_type", 0, 2, 0, 0 },
	{ "common_pid", 4, 4, 0, TRACEFMT_SIGNED },
	{ "comm", 24, 8, 1, TRACEFMT_STRING | TRACEFMT_ARRAY },
	{ "name", 8, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
	{ "where", 32, 8, 0, TRACEFMT_ADDRESS },
	{ "small", 3, 1, 0, TRACEFMT_SIGNED },
	{ "list", 40, 8, 4, TRACEFMT_ARRAY },
	{ "mac", 48, 6, 1, TRACEFMT_ARRAY },
	{ "numbers", 56, 4, 2, TRACEFMT_DYNAMIC | TRACEFMT_ARRAY },
	{ "late", 60, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC | TRACEFMT_RELATIVE },
};

static void put(uint8_t *at, uint64_t v, size_t size, bool big)
{
	v = big ? htobe64(v) : htole64(v);
	memcpy(at, (uint8_t *)&v + (big ? 8 - size : 0), size);
}

/* Strings after the fixed fields: name at 64, numbers at 72, late at 80. */
static size_t make_raw(uint8_t *raw, bool big)
{
	memset(raw, 0, 88);
	put(raw, 7, 2, big);
	put(raw + 3, (uint64_t)-2, 1, big);
	put(raw + 4, 1234, 4, big);
	put(raw + 8, 6 << 16 | 64, 4, big);
	put(raw + 16, (uint64_t)-5, 8, big);
	memcpy(raw + 24, "short\0\xaa\xbb", 8);
	put(raw + 32, 0xffffffff81000000, 8, big);
	put(raw + 40, 1, 4, big);
	put(raw + 44, 0xffffffff, 4, big);
	memcpy(raw + 48, "\x01\x02\x03\x04\x05\x06", 6);
	put(raw + 56, 6 << 16 | 72, 4, big);
	put(raw + 60, 4 << 16 | 16, 4, big);
	memcpy(raw + 64, "hello", 6);
	put(raw + 72, 1, 2, big);
	put(raw + 74, 2, 2, big);
	put(raw + 76, 65535, 2, big);
	memcpy(raw + 80, "end", 4);
	return 88;
}

static void test_values(bool big)
{
	struct tracefmts formats = { 0 };
	struct tree tree = TREE_INIT;
	struct buf text = BUF_INIT;
	struct layout layout;
	uint8_t raw[128], rec[256];
	size_t len;

	add(&formats, 7, fields, COUNT(fields));
	layout = layout_of(tracefmts_find(&formats, 7), big);
	len = make_sample(rec, raw, make_raw(raw, big), big);
	tree_decode(&tree, &layout, rec, len);
	ok(tiled(&tree, len), "%s: leaves tile the sample", big ? "big" : "little");
	is_value(&tree, "common_type", "7");
	is_value(&tree, "small", "-2");
	is_value(&tree, "common_pid", "1234");
	is_value(&tree, "name", "hello");
	is_value(&tree, "delta", "-5");
	is_value(&tree, "comm", "short");
	is_value(&tree, "where", "0xffffffff81000000");
	is_value(&tree, "list", "2 entries");
	is_value(&tree, "[1]", "4294967295");
	is_value(&tree, "mac", "010203040506");
	is_value(&tree, "numbers", "3 entries");
	is_value(&tree, "[2]", "65535");
	is_value(&tree, "late", "end");
	is_uint(node_of(&tree, "name")->off, RAW_AT + 64, "text is where it is");
	ok(!(node_of(&tree, "raw")->flags & TREE_GROUP) && !tree_is_leaf(node_of(&tree, "raw")),
	   "the raw bytes are a node of their own, and no leaf");
	ok(tracefields_add(&layout, rec, len, &text), "there are fields");
	is_str(text.p,
	       "small=-2 name=hello delta=-5 comm=short where=0xffffffff81000000 "
	       "list={1,4294967295} mac=010203040506 numbers={1,2,65535} late=end",
	       "as text, without the common ones");
	buf_release(&text);
	tree_release(&tree);
	tracefmts_release(&formats);
}

static void test_cut(void)
{
	struct tracefmts formats = { 0 };
	struct tree tree = TREE_INIT;
	struct layout layout;
	uint8_t raw[128], rec[256];
	size_t full = make_raw(raw, false), bad = 0;

	add(&formats, 7, fields, COUNT(fields));
	layout = layout_of(tracefmts_find(&formats, 7), false);
	for (size_t n = 0; n <= full; n++) {
		size_t len = make_sample(rec, raw, n, false);

		tree_decode(&tree, &layout, rec, len);
		bad += !tiled(&tree, len);
		/* The record itself is cut: its header has the full size. */
		make_sample(rec, raw, full, false);
		tree_decode(&tree, &layout, rec, len);
		bad += !tiled(&tree, len);
	}
	is_uint(bad, 0, "leaves tile raw data of any length");
	tree_release(&tree);
	tracefmts_release(&formats);
}

/* Two fields at one place: one owns the bytes, both have the value. */
static void test_shared(void)
{
	static const struct tracefmt_field two[] = {
		{ "one", 0, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
		{ "two", 4, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
		{ "three", 8, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
		{ "four", 12, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
	};
	struct tracefmts formats = { 0 };
	struct tree tree = TREE_INIT;
	uint8_t raw[64] = { 0 }, rec[128];
	struct layout layout;
	size_t len;

	add(&formats, 1, two, COUNT(two));
	layout = layout_of(tracefmts_find(&formats, 1), false);
	put(raw, 8 << 16 | 20, 4, false);
	put(raw + 4, 4 << 16 | 22, 4, false);
	put(raw + 8, 5 << 16 | 2, 4, false);
	put(raw + 12, 9 << 16 | 60, 4, false);
	memcpy(raw + 20, "abcdefg", 8);
	len = make_sample(rec, raw, sizeof(raw), false);
	tree_decode(&tree, &layout, rec, len);
	ok(tiled(&tree, len), "fields that share bytes do not break the tiling");
	is_value(&tree, "one", "abcdefg");
	is_value(&tree, "two", "cdef");
	ok(tree_is_leaf(node_of(&tree, "one")), "the first has the bytes");
	ok(!tree_is_leaf(node_of(&tree, "two")), "the second shows them again");
	ok(!tree_is_leaf(node_of(&tree, "three")), "so does one inside the fixed fields");
	is_value(&tree, "four", "-");
	ok(node_of(&tree, "four (place)")->flags & TREE_DAMAGED, "what lies outside is damage");
	tree_release(&tree);
	tracefmts_release(&formats);
}

static void test_odd_fields(void)
{
	static const struct tracefmt_field odd[] = {
		{ "a", 0, 4, 0, 0 },
		{ "inside", 2, 4, 0, 0 },
		{ "a", 4, 4, 0, 0 },
		{ "", 8, 1, 0, 0 },
		{ "9 \x1b[m", 9, 1, 0, 0 },
		{ "three", 10, 3, 0, TRACEFMT_SIGNED },
		{ "far", 65530, 6, 0, 0 },
		{ "none", 20, 0, 0, 0 },
		{ "huge", 24, UINT32_MAX, 0, 0 },
		{ "rest", 16, 0, 1, TRACEFMT_ARRAY | TRACEFMT_STRING },
	};
	struct tracefmts formats = { 0 };
	struct tree tree = TREE_INIT;
	uint8_t raw[32] = "0123456789abcdefthe rest", rec[64];
	const struct tracefmt *format;
	struct layout layout;
	size_t len;

	add(&formats, 3, odd, COUNT(odd));
	format = tracefmts_find(&formats, 3);
	layout = layout_of(format, false);
	len = make_sample(rec, raw, sizeof(raw), false);
	tree_decode(&tree, &layout, rec, len);
	ok(tiled(&tree, len), "odd fields do not break the tiling");
	ok(tracefmt_has(format, "a") && tracefmt_has(format, "a_2"), "no name is there twice");
	ok(!tracefmt_has(format, "inside"), "a field inside another is left out");
	ok(!tracefmt_has(format, "far") && !tracefmt_has(format, "none") &&
		   !tracefmt_has(format, "huge"),
	   "so is one that cannot be, or comes behind an array without end");
	is_value(&tree, "_", "56");
	is_value(&tree, "9___m_", "57");
	is_value(&tree, "three", "616263");
	is_value(&tree, "rest", "the rest");
	tree_release(&tree);
	tracefmts_release(&formats);
}

static void test_find(void)
{
	static const uint32_t ids[] = { 5, 1, 9, 5, 7 };
	struct tracefmts formats = { 0 };
	struct tracefmt_desc again = { 5, 99, "other", "other", NULL, 0 };

	for (size_t i = 0; i < COUNT(ids); i++)
		add(&formats, ids[i], fields, COUNT(fields));
	tracefmts_add(&formats, &again);
	is_uint(formats.list.n, 4, "each id once");
	for (size_t i = 0; i < COUNT(ids); i++)
		is_uint(tracefmts_find(&formats, ids[i])->id, ids[i], "id %u", ids[i]);
	is_str(tracefmts_find(&formats, 5)->name, "event", "the first of an id stays");
	ok(!tracefmts_find(&formats, 6) && !tracefmts_find(&formats, 1ull << 32 | 5),
	   "an id that is not there");
	ok(tracefmt_has(formats.list.v[0], "name") && tracefmt_has(formats.list.v[0], "list") &&
		   !tracefmt_has(formats.list.v[0], "name (place)"),
	   "names of fields");
	tracefmts_release(&formats);
}

/* xorshift64*: the same numbers in every run. */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1du;
}

static uint32_t small_random(uint64_t *state)
{
	uint64_t r = next_random(state);

	return r % 16 ? (uint32_t)(r >> 32) % 40 : (uint32_t)(r >> 32);
}

static void test_random(void)
{
	struct tree tree = TREE_INIT;
	uint64_t state = 1;
	size_t bad = 0;

	for (int i = 0; i < RANDOM; i++) {
		struct tracefmts formats = { 0 };
		struct tracefmt_field some[12];
		size_t n = next_random(&state) % COUNT(some), len;
		uint8_t raw[100], rec[128];
		struct layout layout;

		for (size_t f = 0; f < n; f++)
			some[f] = FIELD("f", small_random(&state), small_random(&state),
					small_random(&state) % 9, small_random(&state) & 63);
		for (size_t f = 0; f < sizeof(raw); f++)
			raw[f] = next_random(&state) % 3 ? 0 : (uint8_t)(next_random(&state) & 63);
		add(&formats, 1, some, n);
		layout = layout_of(tracefmts_find(&formats, 1), next_random(&state) & 1);
		len = make_sample(rec, raw, next_random(&state) % sizeof(raw), layout.big);
		tree_decode(&tree, &layout, rec, len);
		bad += !tiled(&tree, len);
		tracefmts_release(&formats);
	}
	is_uint(bad, 0, "leaves tile samples with %d random formats", RANDOM);
	tree_release(&tree);
}

int main(void)
{
	test_values(false);
	test_values(true);
	test_cut();
	test_shared();
	test_odd_fields();
	test_find();
	test_random();
	return done_testing();
}
