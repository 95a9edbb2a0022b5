/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The leaves of the detail tree tile a record: each byte is in exactly one of them. That holds for
 * every record of the corpus, for its damaged intervals, for records that are cut at any length or
 * have other bytes than their writer gave them, and for random bytes under random attrs.
 */
#include <sys/mman.h>

#include "base/map.h"
#include "recording/reader_tree.h"
#include "tiles.h"
#include "unit/corpus.h"
#include "unit/presentable.h"
#include "wire/names.h"
#include "wire/tree_value.h"

enum {
	RECORD_MAX = 65535,
	AREA = 128 << 10,
	TWINS = 3,	 /* records that look alike and are cut and changed */
	CHANGED = 64,	 /* changed copies of a record */
	RANDOM = 200000, /* records of random bytes */
	LONG = 2048,	 /* longer records are not cut at each length */
	MANY = 400	 /* nodes, beyond which not each byte is looked up */
};

/* Bytes that end at the end of a page which no access to the next survives. */
static uint8_t *area_end;

static void make_area(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *p =
		mmap(NULL, AREA + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + AREA, page, PROT_NONE)) {
		puts("Bail out! no memory");
		exit(1);
	}
	area_end = p + AREA;
}

static uint8_t *area_put(const uint8_t *bytes, size_t len)
{
	memcpy(area_end - len, bytes, len);
	return area_end - len;
}

/* ---- checks of a tree: NULL, or the problem ---- */

/* A single counter's value comes before its times: its bytes are in read, not in the list. */
static const struct tree_node *holder(const struct tree *tree, const struct tree_node *node)
{
	const struct tree_node *parent = &tree->nodes.v[node->parent];

	if (node->field != F_read_value && node->field != F_element)
		return parent;
	while (parent->field != F_read && parent->parent != TREE_NONE)
		parent = &tree->nodes.v[parent->parent];
	return parent->field == F_read ? parent : &tree->nodes.v[node->parent];
}

static const char *nested(const struct tree *tree, size_t i)
{
	const struct tree_node *node = &tree->nodes.v[i], *parent, *around;

	if (node->next <= i || node->next > tree->nodes.n)
		return say("node %zu ends before node %u of %zu", i, node->next, tree->nodes.n);
	if (node->label >= tree->labels.len)
		return say("node %zu has no label", i);
	if (node->parent == TREE_NONE)
		return node->depth ? say("node %zu at the top has depth %u", i, node->depth) : NULL;
	parent = &tree->nodes.v[node->parent];
	if (node->parent >= i || i >= parent->next || node->next > parent->next ||
	    node->depth != parent->depth + 1 || !(parent->flags & TREE_GROUP))
		return say("node %zu is no child of %u", i, node->parent);
	if (node->bits && (!(parent->flags & TREE_BITS) || node->off != parent->off ||
			   node->len != parent->len || node->shift + node->bits > 8 * node->len))
		return say("node %zu is no part of its number", i);
	around = holder(tree, node);
	if (node->off < around->off || node->off + node->len > around->off + around->len)
		return say("node %zu %s, bytes %u+%u, is not inside %s, bytes %u+%u", i,
			   tree_label(tree, node), node->off, node->len, tree_label(tree, around),
			   around->off, around->len);
	return NULL;
}

static const char *sound(const struct tree *tree, size_t len)
{
	const char *why = tiles_wrong(tree, len);

	for (size_t i = 0; !why && i < tree->nodes.n; i++)
		why = nested(tree, i);
	return why;
}

/* tree_at_byte() names the leaf that holds the byte, at its first and last byte or at all. */
static const char *looked_up(const struct tree *tree, size_t len)
{
	for (size_t i = 0; i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];
		uint32_t step = tree->nodes.n < MANY || node->len < 2 ? 1 : node->len - 1;

		if (!tree_is_leaf(node))
			continue;
		for (uint32_t at = node->off; at < node->off + node->len; at += step)
			if (tree_at_byte(tree, at) != i)
				return say("byte %u is of leaf %zu, not %u", at, i,
					   tree_at_byte(tree, at));
	}
	if (tree_at_byte(tree, (uint32_t)len) != TREE_NONE ||
	    tree_at_byte(tree, UINT32_MAX) != TREE_NONE)
		return say("a byte behind the record has a leaf");
	return NULL;
}

static const char *readable(const struct tree *tree)
{
	static struct buf text = BUF_INIT;

	for (size_t i = 0; i < tree->nodes.n; i++) {
		buf_reset(&text);
		tree_value(tree, &tree->nodes.v[i], &text);
		tree_value_raw(&tree->nodes.v[i], &text);
		if (!is_presentable(&text))
			return say("the value of node %zu is not safe to show", i);
	}
	return NULL;
}

/* ---- the corpus ---- */

/* What was tested in one recording, and the first problem. */
struct found {
	const char *name;
	uint64_t rows, cuts, changes;
	char whole[320], cut[320], changed[320];
};

static void note(char *into, size_t size, const struct row_info *info, size_t len, const char *why)
{
	if (why && !*into)
		snprintf(into, size, "row %llu, type %u, first %zu of %llu bytes: %s",
			 (unsigned long long)info->row, info->type, len,
			 (unsigned long long)info->size, why);
}

static void check_cuts(struct found *found, struct tree *tree, const struct layout *layout,
		       const struct row_info *info, const uint8_t *bytes, size_t len)
{
	size_t step;

	for (size_t n = RECORD_HEADER_SIZE; n < len; n += step) {
		step = n < LONG || len - n < 128 ? 1 : 251;
		tree_decode(tree, layout, area_put(bytes, n), n);
		note(found->cut, sizeof(found->cut), info, n, sound(tree, n));
		found->cuts++;
	}
}

static void check_changes(struct found *found, struct tree *tree, const struct layout *layout,
			  const struct row_info *info, const uint8_t *bytes, size_t len)
{
	uint64_t state = info->row * 2 + 1;

	for (int i = 0; i < CHANGED; i++) {
		uint8_t *copy = area_put(bytes, len);

		for (uint64_t k = corpus_random(&state) % 6; k < 6; k++) {
			uint64_t r = corpus_random(&state);

			copy[r % (k & 1 && len > 64 ? 64 : len)] = r & 1 << 20 ? 0xff : r >> 32;
		}
		tree_decode(tree, layout, copy, len);
		note(found->changed, sizeof(found->changed), info, len, sound(tree, len));
		found->changes++;
	}
}

/* Few of each shape are enough for what takes long. */
static bool is_new(struct map *shapes, const struct row_info *info)
{
	uint64_t key = (uint64_t)info->type << 48 ^ (uint64_t)info->misc << 32 ^ info->size << 8 ^
		       (uint64_t)(info->layout & 0x7f) << 1 ^ info->flags;
	bool fresh;

	return ++*map_put(shapes, key, &fresh) <= TWINS;
}

static void check_row(struct found *found, struct tree *tree, struct map *shapes,
		      struct reader *reader, uint64_t row)
{
	static uint8_t copy[RECORD_MAX];
	struct row_info info;
	struct layout layout;
	struct err err = ERR_INIT;
	const uint8_t *bytes;
	const char *why;
	size_t len;

	if (reader_row(reader, row, &info, &err)) {
		snprintf(found->whole, sizeof(found->whole), "row %llu: %.200s",
			 (unsigned long long)row, err.msg);
		return;
	}
	reader_tree(reader, &info, tree);
	why = sound(tree, tree->len);
	why = why ? why : looked_up(tree, tree->len);
	why = why ? why : readable(tree);
	/* The first bytes after an AUXTRACE record are bytes of its tree. */
	if (!why && info.size <= RECORD_MAX &&
	    (info.type == RECORD_AUXTRACE ? tree->len < info.size : tree->len != info.size))
		why = "not all of its bytes were decoded";
	note(found->whole, sizeof(found->whole), &info, tree->len, why);
	found->rows++;
	if (info.type == RECORD_DAMAGE || !is_new(shapes, &info))
		return;
	bytes = reader_bytes(reader, &info, &len);
	memcpy(copy, bytes, len);
	reader_layout(reader, &info, &layout);
	check_cuts(found, tree, &layout, &info, copy, len);
	check_changes(found, tree, &layout, &info, copy, len);
}

static void check_recording(const char *path, struct found *total)
{
	struct found found = { .name = corpus_name(path) };
	struct recording *recording = corpus_open(path, NULL);
	struct tree tree = TREE_INIT;
	struct map shapes = { 0 };
	struct reader *reader;

	if (!recording)
		return;
	reader = reader_open(recording);
	for (uint64_t row = 0; row < recording_rows(recording); row++)
		check_row(&found, &tree, &shapes, reader, row);
	if (!ok(!*found.whole, "%s: leaves tile %llu records", found.name,
		(unsigned long long)found.rows))
		diag("%s", found.whole);
	if (!ok(!*found.cut, "%s: and %llu cut ones", found.name, (unsigned long long)found.cuts))
		diag("%s", found.cut);
	if (!ok(!*found.changed, "%s: and %llu changed ones", found.name,
		(unsigned long long)found.changes))
		diag("%s", found.changed);
	total->rows += found.rows;
	total->cuts += found.cuts;
	total->changes += found.changes;
	map_release(&shapes);
	tree_release(&tree);
	reader_close(reader);
	recording_close(recording);
}

/* ---- no recording at all ---- */

static uint64_t few_bits(uint64_t *state)
{
	return corpus_random(state) & corpus_random(state);
}

static void random_layout(struct layout *layout, uint64_t *state)
{
	*layout = (struct layout){
		.sample_type = few_bits(state) & SAMPLE_KNOWN,
		.read_format = corpus_random(state) & 31,
		.branch_type = few_bits(state) & 0xfffff,
		.regs_user = few_bits(state) & few_bits(state),
		.regs_intr = few_bits(state) & few_bits(state),
		.counters = corpus_random(state) & 1,
		.big = corpus_random(state) & 1,
		.arch = (enum regs_arch)(corpus_random(state) % (REGS_CSKY + 1)),
	};
	if (corpus_random(state) % 16 == 0)
		layout->sample_type |= 1ull << (25 + corpus_random(state) % 39);
	if (corpus_random(state) & 1)
		layout->trailer = layout_trailer(layout->sample_type);
}

/* Mostly small numbers, so that counts and sizes are sometimes possible. */
static void random_bytes(uint8_t *p, size_t len, uint64_t *state)
{
	for (size_t i = 0; i < len; i++) {
		uint64_t r = corpus_random(state);

		p[i] = r % 4 ? 0 : r % 8 ? (uint8_t)(r >> 8 & 7) : (uint8_t)(r >> 8);
	}
}

static uint32_t random_type(uint64_t *state)
{
	uint64_t r = corpus_random(state);

	return r % 3 == 0 ? RECORD_SAMPLE : r % 3 == 1 ? r >> 8 & 31 : 60 + (r >> 8 & 31);
}

static void test_random(void)
{
	struct tree tree = TREE_INIT;
	uint64_t state = 20240229;
	const char *why = NULL;
	int i;

	for (i = 0; i < RANDOM && !why; i++) {
		size_t len = RECORD_HEADER_SIZE + corpus_random(&state) % (i % 8 ? 200 : 2500);
		uint8_t *p = area_end - len;
		struct layout layout;

		random_layout(&layout, &state);
		random_bytes(p, len, &state);
		store_u32(p, random_type(&state), layout.big);
		tree_decode(&tree, &layout, p, len);
		why = sound(&tree, len);
		why = why || i % 16 ? why : looked_up(&tree, len);
		why = why || i % 16 ? why : readable(&tree);
		if (why)
			diag("type %u, sample_type %#llx, trailer %u", load_u32(p, layout.big),
			     (unsigned long long)layout.sample_type, layout.trailer);
	}
	if (!ok(!why, "leaves tile %d records of random bytes", RANDOM))
		diag("number %d: %s", i, why);
	tree_release(&tree);
}

/* Less than a header is no record: nothing is shown, nothing read. */
static void test_short(void)
{
	static const uint8_t bytes[RECORD_HEADER_SIZE] = { RECORD_SAMPLE };
	struct layout layout = { .sample_type = SAMPLE_KNOWN };
	struct tree tree = TREE_INIT;

	for (size_t n = 0; n < RECORD_HEADER_SIZE; n++) {
		tree_decode(&tree, &layout, area_put(bytes, n), n);
		is_uint(tree.nodes.n, 0, "%zu bytes have no tree", n);
		is_uint(tree_at_byte(&tree, 0), TREE_NONE, "and no leaf");
	}
	tree_decode(&tree, &layout, area_put(bytes, sizeof(bytes)), sizeof(bytes));
	ok(!sound(&tree, sizeof(bytes)), "a header alone is tiled");
	tree_release(&tree);
}

static void test_rest(void)
{
	static const uint8_t bytes[] = "neither";
	struct tree tree = TREE_INIT;

	tree_rest(&tree, bytes, sizeof(bytes), "because");
	is_uint(tree.nodes.n, 1, "damaged bytes are one node");
	ok(!sound(&tree, sizeof(bytes)) && !looked_up(&tree, sizeof(bytes)), "which tiles them");
	ok(tree.nodes.v[0].flags & TREE_DAMAGED, "and is marked");
	is_str(tree.nodes.v[0].note, "because", "and says why");
	tree_release(&tree);
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	struct found total = { 0 };

	make_area();
	test_short();
	test_rest();
	test_random();
	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++)
		check_recording(corpus.paths.v[i], &total);
	ok(total.rows > 10000 && total.cuts > 10000 && total.changes > 10000,
	   "in all %llu rows, %llu cuts, %llu changes", (unsigned long long)total.rows,
	   (unsigned long long)total.cuts, (unsigned long long)total.changes);
	corpus_release(&corpus);
	return done_testing();
}
