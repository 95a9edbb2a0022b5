/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feature sections about caches and memory: CACHE, MEM_TOPOLOGY. */
#include <string.h>

#include "base/bytesize.h"
#include "file/feature_rows.h"
#include "file/section_list.h"

/* ---- CACHE ---- */

/* clang-format off */
static const struct feature_list caches = {
	(const struct feature_field[]){
		{ "level", FIELD_U32 }, { "line_size", FIELD_U32 }, { "sets", FIELD_U32 },
		{ "ways", FIELD_U32 }, { "type", FIELD_STR }, { "size", FIELD_STR },
		{ "cpus", FIELD_STR }, { 0 } },
	"", .count = 4 };
/* clang-format on */

enum {
	CACHE_KINDS = 32 /* kinds of caches that text groups */
};

/* Text: caches that differ only in their CPUs share a line. */
struct cache_kind {
	struct buf what;
	struct buf cpus;
	uint64_t n;
};

static void cache_text(struct section_reader *s, struct buf *what, const char **cpus,
		       size_t *cpus_len)
{
	uint32_t level = section_u32(s, "level"), line = section_u32(s, "line_size");
	uint32_t sets = section_u32(s, "sets"), ways = section_u32(s, "ways");
	size_t type_len, size_len;
	const char *type = section_string(s, "type", &type_len);
	const char *size = section_string(s, "size", &size_len);

	*cpus = section_string(s, "cpus", cpus_len);
	if (!*cpus)
		return;
	buf_addf(what, "L%u ", level);
	buf_add(what, type, type_len);
	buf_addc(what, ' ');
	buf_add(what, size, size_len);
	buf_addf(what, ", %u ways, %u sets, lines of %u bytes", ways, sets, line);
}

static struct cache_kind *cache_kind(struct cache_kind *kinds, size_t *n, const struct buf *what)
{
	for (size_t i = 0; i < *n; i++)
		if (kinds[i].what.len == what->len && !memcmp(kinds[i].what.p, what->p, what->len))
			return &kinds[i];
	if (*n == CACHE_KINDS)
		return NULL;
	kinds[*n] = (struct cache_kind){ .what = BUF_INIT, .cpus = BUF_INIT };
	buf_add(&kinds[*n].what, what->p, what->len);
	return &kinds[(*n)++];
}

static void cache_kinds_report(struct section_reader *s, struct cache_kind *kinds, size_t n)
{
	report_list(s->r, s->key);
	for (size_t i = 0; i < n; i++) {
		struct cache_kind *k = &kinds[i];

		if (k->n > 1)
			buf_addf(&k->what, ", %llu of them", (unsigned long long)k->n);
		buf_adds(&k->what, ": cpus");
		buf_add(&k->what, k->cpus.p, k->cpus.len);
		section_line(s, NULL, &k->what);
		buf_release(&k->what);
		buf_release(&k->cpus);
	}
	report_end_list(s->r);
}

static void caches_text(struct section_reader *s)
{
	struct cache_kind kinds[CACHE_KINDS];
	size_t used = 0;
	uint32_t n = section_u32(s, "the number of caches");
	struct buf what = BUF_INIT;

	for (uint64_t i = 0; n && section_next(s, i, n); i++) {
		const char *cpus;
		size_t len;
		struct cache_kind *k;

		buf_reset(&what);
		cache_text(s, &what, &cpus, &len);
		k = cpus ? cache_kind(kinds, &used, &what) : NULL;
		if (!k || k->n++ > SECTION_SHOWN)
			continue;
		buf_addc(&k->cpus, ' ');
		if (k->n <= SECTION_SHOWN)
			buf_add(&k->cpus, cpus, len);
		else
			buf_adds(&k->cpus, "...");
	}
	cache_kinds_report(s, kinds, used);
	buf_release(&what);
}

void feature_cache_read(struct section_reader *s)
{
	if (section_text(s)) {
		section_u32(s, "version");
		caches_text(s);
		return;
	}
	report_object(s->r, s->key);
	section_u32_value(s, "version");
	section_list(s, "caches", &caches);
	report_end_object(s->r);
}

/* ---- MEM_TOPOLOGY ---- */

enum {
	BITS_TEXT_MAX = 400, /* bytes of a list of blocks */
	BITS_JSON_MAX = 1 << 20
};

static void add_range(struct buf *out, uint64_t first, uint64_t last, size_t max)
{
	if (out->len > max)
		return;
	if (out->len)
		buf_addc(out, ',');
	if (out->len > max)
		buf_adds(out, "...");
	else if (first == last)
		buf_addf(out, "%llu", (unsigned long long)first);
	else
		buf_addf(out, "%llu-%llu", (unsigned long long)first, (unsigned long long)last);
}

/*
 * Append the numbers of the bits that are set, "0-23,32", and return how many are set. At most max
 * bytes are appended: the text can be a hundred times as large as the bits.
 */
static uint64_t add_bits(struct buf *out, const uint8_t *words, uint64_t n, bool big, size_t max)
{
	uint64_t bits = 0, start = 0;
	bool in = false;

	for (uint64_t w = 0; w < n; w++) {
		uint64_t word = load_u64(words + w * 8, big);

		bits += (uint64_t)__builtin_popcountll(word);
		if (word == (in ? UINT64_MAX : 0))
			continue;
		for (unsigned i = 0; i < 64; i++) {
			bool set = word >> i & 1;

			if (set && !in)
				start = w * 64 + i;
			else if (!set && in)
				add_range(out, start, w * 64 + i - 1, max);
			in = set;
		}
	}
	if (in)
		add_range(out, start, n * 64 - 1, max);
	return bits;
}

static void memory_node(struct section_reader *s, uint64_t block_size, bool shown)
{
	uint64_t node = section_u64(s, "node"), blocks, words;
	struct buf list = BUF_INIT, line = BUF_INIT;
	const uint8_t *p;

	section_u64(s, "size"); /* of the bitmap, which begins with its size again */
	words = section_u64(s, "the bitmap");
	words = words / 64 + !!(words % 64);
	p = section_take(s, "the bitmap", words <= UINT64_MAX / 8 ? words * 8 : UINT64_MAX);
	if (!p || !shown)
		return;
	blocks = add_bits(&list, p, words, s->c.big,
			  section_text(s) ? BITS_TEXT_MAX : BITS_JSON_MAX);
	if (section_text(s)) {
		buf_addf(&line, "node %llu: ", (unsigned long long)node);
		if (block_size && blocks <= UINT64_MAX / block_size)
			bytesize_add(&line, blocks * block_size);
		buf_addf(&line, ", %llu blocks: %s", (unsigned long long)blocks, list.p);
		section_line(s, NULL, &line);
	} else {
		report_object(s->r, NULL);
		report_u64(s->r, "node", node);
		report_u64(s->r, "blocks", blocks);
		report_str(s->r, "block_list", list.p);
		report_end_object(s->r);
	}
	buf_release(&list);
	buf_release(&line);
}

void feature_mem_topology_read(struct section_reader *s)
{
	uint64_t version = section_u64(s, "version"), block_size = section_u64(s, "block_size");
	uint64_t n = section_u64(s, "the number of nodes"), i;

	if (s->c.failed)
		return;
	report_object(s->r, s->key);
	if (!section_text(s))
		report_u64(s->r, "version", version);
	if (section_text(s)) {
		struct buf line = BUF_INIT;

		bytesize_add(&line, block_size);
		section_line(s, "block_size", &line);
		buf_release(&line);
	} else {
		report_u64(s->r, "block_size", block_size);
	}
	report_list(s->r, "nodes");
	for (i = 0; n && section_next(s, i, n); i++)
		memory_node(s, block_size, section_shown(s, i));
	section_more(s, i - s->c.failed);
	report_end_list(s->r);
	report_end_object(s->r);
}
