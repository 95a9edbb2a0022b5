/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/words.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/text.h"
#include "wire/names.h"
#include "wire/schema.h"

struct word_info words_table[WORD_COUNT] = {
#define WORD(wid, wname, walias, wtype, wform, wnames, wtier, whelp)                               \
	[W_##wid] = { .name = (wname),                                                             \
		      .alias = (walias),                                                           \
		      .type = WT_##wtype,                                                          \
		      .form = WF_##wform,                                                          \
		      .names = (wnames),                                                           \
		      .tier = (wtier),                                                             \
		      .help = (whelp) },
#include "wire/words.def"
};

/* Short forms of long names, also as the first part of other names (br.from). */
static const struct {
	const char *shorter, *longer;
} prefixes[] = {
	{ "stack", "callchain" },
	{ "br", "brstack" },
	{ "mem", "data_src" },
};

/* Slots for names and aliases: twice as many as names. */
enum {
	HASH_SLOTS = 4096
};
_Static_assert(2 * 2 * WORD_COUNT <= HASH_SLOTS, "the table of words is too full");
static uint16_t slots[HASH_SLOTS];
static struct hash by_name;

_Atomic bool words_ready;

/* The name that a look-up searches. */
struct wanted {
	const char *name;
	size_t len;
};

static bool is_used(const void *slot)
{
	return *(const uint16_t *)slot;
}

static bool is_named(const void *slot, const void *key)
{
	const struct word_info *info = &words_table[*(const uint16_t *)slot];
	const struct wanted *w = key;

	return (strlen(info->name) == w->len && !memcmp(info->name, w->name, w->len)) ||
	       (info->alias && strlen(info->alias) == w->len &&
		!memcmp(info->alias, w->name, w->len));
}

static const struct hash_kind kind = { .size = sizeof(uint16_t), .used = is_used };

static void hash_add(enum word word, const char *name)
{
	uint16_t *slot = hash_place(&by_name, &kind, hash_bytes(name, strlen(name)));

	*slot = (uint16_t)word;
}

static enum word find_exact(const char *name, size_t len)
{
	const uint16_t *slot = hash_find(&by_name, &kind, hash_bytes(name, len), is_named,
					 &(struct wanted){ name, len });

	return slot ? (enum word) * slot : WORD_NONE;
}

/* A word about a plain value in a list (brstack.from.dso) is shown beside that value. */
static void link_to_list(struct word_info *info, const char *dot)
{
	const char *before = memrchr(info->name, '.', (size_t)(dot - info->name));
	enum word list = before ? find_exact(info->name, (size_t)(before - info->name)) : WORD_NONE;

	if (!list || words_table[list].type != WT_LIST)
		return;
	info->parent = list;
	info->key = before + 1;
}

/*
 * A dotted name is a member of the word before its last dot if that word is an object or a list. If
 * there is no such word, the prefix only groups keys in JSON. The name stays whole if the prefix is
 * a plain value (comm.exec), or if the word describes a list as a whole (callchain.depth).
 */
static void words_link(void)
{
	hash_use(&by_name, slots, HASH_SLOTS);
	for (int w = WORD_NONE + 1; w < WORD_COUNT; w++) {
		hash_add((enum word)w, words_table[w].name);
		if (words_table[w].alias)
			hash_add((enum word)w, words_table[w].alias);
	}
	for (int w = WORD_NONE + 1; w < WORD_COUNT; w++) {
		struct word_info *info = &words_table[w];
		const char *dot = strrchr(info->name, '.');
		enum word parent;

		info->key = info->name;
		if (!dot || w == W_callchain_depth)
			continue;
		parent = find_exact(info->name, (size_t)(dot - info->name));
		if (parent == WORD_NONE) {
			info->group = info->name;
			info->group_len = (uint8_t)(dot - info->name);
		} else if (words_table[parent].type == WT_OBJECT ||
			   words_table[parent].type == WT_LIST) {
			info->parent = parent;
		} else {
			link_to_list(info, dot);
			continue;
		}
		info->key = dot + 1;
	}
}

/* Keys have only letters, digits and a few signs, so nothing needs escapes. */
static void words_quote(void)
{
	static char keys[WORD_COUNT * 24];
	size_t at = 0;

	for (int w = WORD_NONE + 1; w < WORD_COUNT; w++) {
		struct word_info *info = &words_table[w];

		info->quoted = keys + at;
		info->quoted_len =
			(uint8_t)snprintf(keys + at, sizeof(keys) - at, "\"%s\":", info->key);
		at += info->quoted_len + 1u;
	}
}

static void words_build(void)
{
	words_link();
	words_quote();
	atomic_store_explicit(&words_ready, true, memory_order_release);
}

void words_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, words_build);
}

enum word word_find(const char *name, size_t len)
{
	struct buf full = BUF_INIT;
	enum word word;

	words_init();
	word = find_exact(name, len);
	for (size_t i = 0; !word && i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		size_t n = strlen(prefixes[i].shorter);

		if (len <= n || memcmp(name, prefixes[i].shorter, n) || name[n] != '.')
			continue;
		buf_reset(&full);
		buf_adds(&full, prefixes[i].longer);
		buf_add(&full, name + n, len - n);
		word = find_exact(full.p, full.len);
	}
	buf_release(&full);
	return word;
}

/* The first word of a group whose name was given alone. */
static enum word first_of(const char *group)
{
	size_t len = strlen(group);

	for (int w = WORD_NONE + 1; len && w < WORD_COUNT; w++)
		if (!strncasecmp(words_table[w].name, group, len) &&
		    words_table[w].name[len] == '.')
			return (enum word)w;
	return WORD_NONE;
}

/* The longest word of at least three letters that a name begins with: sym for symbol. */
static enum word longest_in(const char *name)
{
	enum word longest = WORD_NONE;
	size_t most = 2;

	for (int w = WORD_NONE + 1; w < WORD_COUNT; w++) {
		size_t len = strlen(words_table[w].name);

		if (len > most && !strncasecmp(name, words_table[w].name, len)) {
			most = len;
			longest = (enum word)w;
		}
	}
	return longest;
}

enum word word_suggest(const char *name)
{
	/* Two changed letters make a short name any other word. */
	unsigned best = strlen(name) > 3 ? 3 : 2;
	enum word nearest = WORD_NONE, first;

	for (int w = WORD_NONE + 1; w < WORD_COUNT; w++) {
		unsigned d = text_distance(name, words_table[w].name, 2);

		if (d < best) {
			best = d;
			nearest = (enum word)w;
		}
	}
	if (!best)
		return nearest;
	first = first_of(name);
	if (first != WORD_NONE)
		return first;
	return nearest != WORD_NONE ? nearest : longest_in(name);
}

bool word_is_open(enum word word)
{
	return word == W_uregs_reg || word == W_iregs_reg || word_is_tp(word);
}

bool word_in_list(enum word word)
{
	while (word != WORD_NONE) {
		if (words_table[word].type == WT_LIST)
			return true;
		word = word_info(word)->parent;
	}
	return false;
}

/* Both sets of registers can have SIMD registers, so their words are not single. */
bool word_is_single(enum word word)
{
	return !word_in_list(word) && !word_is_open(word) && words_table[word].type != WT_OBJECT &&
	       words_table[word].parent != W_simd;
}

const char *word_type_name(enum word word)
{
	static const char *const types[] = {
		[WT_UINT] = "uint",	[WT_SINT] = "int",   [WT_BOOL] = "bool",
		[WT_FLOAT] = "float",	[WT_STR] = "string", [WT_BYTES] = "bytes",
		[WT_OBJECT] = "object", [WT_LIST] = "list",
	};
	const struct word_info *info = word_info(word);

	if (word == W_tp_field)
		return "any";
	if ((info->type == WT_UINT || info->type == WT_SINT) && info->form == WF_ENUM)
		return "name";
	if (info->type == WT_UINT && info->form == WF_MASK)
		return "names";
	return types[info->type];
}

const char *word_unit(enum word word)
{
	static const char *const units[] = {
		[WF_DEC] = "",	 [WF_HEX] = "hex", [WF_TIME] = "ns",
		[WF_SIZE] = "B", [WF_ENUM] = "",   [WF_MASK] = "",
	};

	return units[word_info(word)->form];
}

static void enum_text(struct buf *buf, const struct word_info *info, uint64_t num)
{
	const struct name *name = names_find(info->names, num);

	if (name)
		buf_adds(buf, name->text ? name->text : name->name);
	else if (info->type == WT_SINT)
		buf_add_s64(buf, (int64_t)num);
	else
		buf_add_u64(buf, num);
}

static void time_text(struct buf *buf, bool negative, uint64_t num)
{
	if (negative)
		buf_addc(buf, '-');
	buf_add_decimals(buf, negative ? -num : num, 9);
}

void word_text(struct buf *buf, enum word word, uint64_t num)
{
	const struct word_info *info = word_info(word);

	if (word == W_type)
		record_name(buf, (uint32_t)num);
	else if (info->form == WF_ENUM)
		enum_text(buf, info, num);
	else if (info->form == WF_MASK)
		names_mask(buf, info->names, num);
	else if (info->form == WF_TIME)
		time_text(buf, info->type == WT_SINT && (int64_t)num < 0, num);
	else if (info->form == WF_HEX)
		buf_add0x(buf, num);
	else if (info->type == WT_BOOL)
		buf_adds(buf, num ? "yes" : "no");
	else if (info->type == WT_SINT)
		buf_add_s64(buf, (int64_t)num);
	else
		buf_add_u64(buf, num);
}
