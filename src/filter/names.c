/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/names.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "wire/names.h"
#include "wire/schema.h"

/* Names in addition to those of the tables. */
static const struct {
	enum word word;
	const char *name;
	uint64_t num;
} others[] = {
	/* as /proc/PID/maps writes them */
	{ W_mmap_prot, "r", 1 },
	{ W_mmap_prot, "w", 2 },
	{ W_mmap_prot, "x", 4 },
/* PERF_RECORD_MISC_* of linux/perf_event.h; what a bit means depends on the type */
#define MISC(name, bit) { W_misc, #name, MISC_##name },
#include "wire/records.def"
};

enum {
	OTHERS = sizeof(others) / sizeof(others[0]),
	LEVEL_RAM = 13,
	LVL_RAM = 0x380 /* LOC_RAM | REM_RAM1 | REM_RAM2 */
};

static bool has_names(enum word word)
{
	const struct word_info *info = word_info(word);

	/* Elements of a list have the names, not the list. */
	return (info->names && info->type != WT_LIST) || info->type == WT_BOOL || word == W_misc;
}

enum word names_of_node(const struct node *node)
{
	enum word word;

	if (!node)
		return WORD_NONE;
	if (node->kind == NODE_FIELD)
		return has_names(node->word) ? node->word : WORD_NONE;
	if (node->kind != NODE_ARITH)
		return WORD_NONE;
	word = names_of_node(node->a);
	return word ? word : names_of_node(node->b);
}

static bool is_name(const char *name, const char *p, size_t len)
{
	return strlen(name) == len && !strncasecmp(name, p, len);
}

static bool bool_name(const char *name, size_t len, uint64_t *num)
{
	*num = is_name("yes", name, len) || is_name("true", name, len);
	return *num || is_name("no", name, len) || is_name("false", name, len);
}

bool names_of_word(enum word word, const char *name, size_t len, uint64_t *num)
{
	const struct word_info *info = word_info(word);
	uint32_t levels;

	if (word == W_mem_lvl && names_of_level(name, len, num, &levels))
		return true;
	if (info->names && names_value(info->names, name, len, num))
		return true;
	for (size_t i = 0; i < OTHERS; i++) {
		if (others[i].word == word && is_name(others[i].name, name, len)) {
			*num = others[i].num;
			return true;
		}
	}
	return info->type == WT_BOOL && bool_name(name, len, num);
}

bool names_are_bits(enum word word)
{
	return word_info(word)->form == WF_MASK || word == W_misc;
}

/* Names of both tables; RAM means local or remote RAM in the older one. */
bool names_of_level(const char *name, size_t len, uint64_t *bits, uint32_t *levels)
{
	bool old = names_value(&names_mem_lvl, name, len, bits);
	uint64_t level;

	*levels = 0;
	if (!old)
		*bits = 0;
	if (names_value(&names_mem_lvl_num, name, len, &level) && level) {
		*levels = 1u << level;
		if (level == LEVEL_RAM)
			*bits |= LVL_RAM;
	}
	return old || *levels;
}

static void nearer(const char *name, const char *text, unsigned *best, const char **found)
{
	unsigned d = text ? text_distance(name, text, 2) : UINT32_MAX;

	if (d < *best) {
		*best = d;
		*found = text;
	}
}

const char *names_suggest(enum word word, const char *name)
{
	const struct names *names = word_info(word)->names;
	const char *found = NULL;
	unsigned best = 3;

	for (const struct name *n = names ? names->list : NULL; n && n->name; n++)
		nearer(name, n->name, &best, &found);
	for (size_t i = 0; i < OTHERS; i++)
		if (others[i].word == word)
			nearer(name, others[i].name, &best, &found);
	for (size_t i = 0; word == W_type && i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			nearer(name, d->name, &best, &found);
	return found;
}
