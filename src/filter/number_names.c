/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/number_names.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "wire/names.h"
#include "wire/schema.h"

/* Names in addition to those of the tables. */
static const struct {
	enum field_id field;
	const char *name;
	uint64_t num;
} others[] = {
	/* as /proc/PID/maps writes them */
	{ F_mmap_prot, "r", 1 },
	{ F_mmap_prot, "w", 2 },
	{ F_mmap_prot, "x", 4 },
/* PERF_RECORD_MISC_* of linux/perf_event.h; what a bit means depends on the type */
#define MISC(name, bit) { F_misc, #name, MISC_##name },
#include "wire/records.def"
};

enum {
	OTHERS = sizeof(others) / sizeof(others[0]),
	LVL_NUM_RAM = 13,   /* of data_src.lvl_num */
	LVL_ANY_RAM = 0x380 /* LOC_RAM | REM_RAM1 | REM_RAM2 of data_src.lvl */
};

static bool has_names(enum field_id field)
{
	const struct field_info *info = field_info(field);

	/* Elements of a list have the names, not the list. */
	return (info->names && info->type != FT_LIST) || info->type == FT_BOOL || field == F_misc;
}

enum field_id number_names_node(const struct node *node)
{
	enum field_id field;

	if (!node)
		return FIELD_NONE;
	if (node->kind == NODE_FIELD)
		return has_names(node->field) ? node->field : FIELD_NONE;
	if (node->kind != NODE_ARITH)
		return FIELD_NONE;
	field = number_names_node(node->a);
	return field ? field : number_names_node(node->b);
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

bool number_names_find(enum field_id field, const char *name, size_t len, uint64_t *num)
{
	const struct field_info *info = field_info(field);
	uint32_t levels;

	if (field == F_mem_lvl && number_names_level(name, len, num, &levels))
		return true;
	if (info->names && names_value(info->names, name, len, num))
		return true;
	for (size_t i = 0; i < OTHERS; i++) {
		if (others[i].field == field && is_name(others[i].name, name, len)) {
			*num = others[i].num;
			return true;
		}
	}
	return info->type == FT_BOOL && bool_name(name, len, num);
}

bool number_names_are_bits(enum field_id field)
{
	return field_info(field)->form == FF_MASK || field == F_misc;
}

/* Names of both tables; RAM means local or remote RAM in the older one. */
bool number_names_level(const char *name, size_t len, uint64_t *bits, uint32_t *levels)
{
	bool old = names_value(&names_mem_lvl, name, len, bits);
	uint64_t level;

	*levels = 0;
	if (!old)
		*bits = 0;
	if (names_value(&names_mem_lvl_num, name, len, &level) && level) {
		*levels = 1u << level;
		if (level == LVL_NUM_RAM)
			*bits |= LVL_ANY_RAM;
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

const char *number_names_suggest(enum field_id field, const char *name)
{
	const struct names *names = field_info(field)->names;
	const char *found = NULL;
	unsigned best = 3;

	for (const struct name *n = names ? names->list : NULL; n && n->name; n++)
		nearer(name, n->name, &best, &found);
	for (size_t i = 0; i < OTHERS; i++)
		if (others[i].field == field)
			nearer(name, others[i].name, &best, &found);
	for (size_t i = 0; field == F_type && i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			nearer(name, d->name, &best, &found);
	return found;
}
