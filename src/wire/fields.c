/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/fields.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/text.h"
#include "wire/names.h"
#include "wire/schema.h"

struct field_info fields_table[FIELD_COUNT] = {
#define FIELD(wid, wname, walias, wtype, wform, wnames, wtier, whelp)                              \
	[F_##wid] = { .name = (wname),                                                             \
		      .alias = (walias),                                                           \
		      .type = FT_##wtype,                                                          \
		      .form = FF_##wform,                                                          \
		      .names = (wnames),                                                           \
		      .tier = (wtier),                                                             \
		      .help = (whelp) },
#include "wire/fields.def"
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
_Static_assert(2 * 2 * FIELD_COUNT <= HASH_SLOTS, "the table of fields is too full");
static uint16_t slots[HASH_SLOTS];
static struct hash by_name;

_Atomic bool fields_ready;

/* The name that a look-up searches. */
struct wanted_field {
	const char *name;
	size_t len;
};

static bool is_used(const void *slot)
{
	return *(const uint16_t *)slot;
}

static bool is_named(const void *slot, const void *key)
{
	const struct field_info *info = &fields_table[*(const uint16_t *)slot];
	const struct wanted_field *w = key;

	return (strlen(info->name) == w->len && !memcmp(info->name, w->name, w->len)) ||
	       (info->alias && strlen(info->alias) == w->len &&
		!memcmp(info->alias, w->name, w->len));
}

static const struct hash_kind kind = { .size = sizeof(uint16_t), .used = is_used };

static void hash_add(enum field_id field, const char *name)
{
	uint16_t *slot = hash_place(&by_name, &kind, hash_bytes(name, strlen(name)));

	*slot = (uint16_t)field;
}

static enum field_id find_exact(const char *name, size_t len)
{
	const uint16_t *slot = hash_find(&by_name, &kind, hash_bytes(name, len), is_named,
					 &(struct wanted_field){ name, len });

	return slot ? (enum field_id) * slot : FIELD_NONE;
}

/* A field about a plain value in a list (brstack.from.dso) is shown next to that value. */
static void link_to_list(struct field_info *info, const char *dot)
{
	const char *before = memrchr(info->name, '.', (size_t)(dot - info->name));
	enum field_id list = before ? find_exact(info->name, (size_t)(before - info->name))
				    : FIELD_NONE;

	if (!list || fields_table[list].type != FT_LIST)
		return;
	info->parent = list;
	info->key = before + 1;
}

/*
 * A dotted name is a member of the field before its last dot if that field is an object or a list.
 * If there is no such field, the prefix only groups keys in JSON. The name stays whole if the
 * prefix is a plain value (comm.exec), or if the field describes a list as a whole
 * (callchain.depth).
 */
static void fields_link(void)
{
	hash_use(&by_name, slots, HASH_SLOTS);
	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		hash_add((enum field_id)w, fields_table[w].name);
		if (fields_table[w].alias)
			hash_add((enum field_id)w, fields_table[w].alias);
	}
	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		struct field_info *info = &fields_table[w];
		const char *dot = strrchr(info->name, '.');
		enum field_id parent;

		info->key = info->name;
		if (!dot || w == F_callchain_depth)
			continue;
		parent = find_exact(info->name, (size_t)(dot - info->name));
		if (parent == FIELD_NONE) {
			info->group = info->name;
			info->group_len = (uint8_t)(dot - info->name);
		} else if (fields_table[parent].type == FT_OBJECT ||
			   fields_table[parent].type == FT_LIST) {
			info->parent = parent;
		} else {
			link_to_list(info, dot);
			continue;
		}
		info->key = dot + 1;
	}
}

/* Keys have only letters, digits and a few signs, so nothing needs escapes. */
static void fields_quote(void)
{
	static char keys[FIELD_COUNT * 24];
	size_t at = 0;

	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		struct field_info *info = &fields_table[w];

		info->quoted = keys + at;
		info->quoted_len =
			(uint8_t)snprintf(keys + at, sizeof(keys) - at, "\"%s\":", info->key);
		at += info->quoted_len + 1u;
	}
}

static void fields_build(void)
{
	fields_link();
	fields_quote();
	atomic_store_explicit(&fields_ready, true, memory_order_release);
}

void fields_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, fields_build);
}

enum field_id field_id_find(const char *name, size_t len)
{
	struct buf full = BUF_INIT;
	enum field_id field;

	fields_init();
	field = find_exact(name, len);
	for (size_t i = 0; !field && i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		size_t n = strlen(prefixes[i].shorter);

		if (len <= n || memcmp(name, prefixes[i].shorter, n) || name[n] != '.')
			continue;
		buf_reset(&full);
		buf_adds(&full, prefixes[i].longer);
		buf_add(&full, name + n, len - n);
		field = find_exact(full.p, full.len);
	}
	buf_release(&full);
	return field;
}

/* The first field of a group, for the name of the group without a member. */
static enum field_id first_of(const char *group)
{
	size_t len = strlen(group);

	for (int w = FIELD_NONE + 1; len && w < FIELD_COUNT; w++)
		if (!strncasecmp(fields_table[w].name, group, len) &&
		    fields_table[w].name[len] == '.')
			return (enum field_id)w;
	return FIELD_NONE;
}

/* The longest field of at least three letters that a name begins with: sym for symbol. */
static enum field_id longest_in(const char *name)
{
	enum field_id longest = FIELD_NONE;
	size_t most = 2;

	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		size_t len = strlen(fields_table[w].name);

		if (len > most && !strncasecmp(name, fields_table[w].name, len)) {
			most = len;
			longest = (enum field_id)w;
		}
	}
	return longest;
}

enum field_id field_suggest(const char *name)
{
	/* Two changed letters make a short name any other field. */
	unsigned best = strlen(name) > 3 ? 3 : 2;
	enum field_id nearest = FIELD_NONE, first;
	bool longer = false; /* the nearest name begins with the text */

	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		unsigned d = text_distance(name, fields_table[w].name, 2);
		bool begins = !strncasecmp(fields_table[w].name, name, strlen(name));

		if (d < best || (d == best && nearest != FIELD_NONE && begins && !longer)) {
			best = d;
			nearest = (enum field_id)w;
			longer = begins;
		}
	}
	if (!best)
		return nearest;
	first = first_of(name);
	if (first != FIELD_NONE)
		return first;
	return nearest != FIELD_NONE ? nearest : longest_in(name);
}

bool field_is_open(enum field_id field)
{
	return field == F_uregs_reg || field == F_iregs_reg || field_is_tp(field);
}

bool field_in_list(enum field_id field)
{
	while (field != FIELD_NONE) {
		if (fields_table[field].type == FT_LIST)
			return true;
		field = field_info(field)->parent;
	}
	return false;
}

/* Both sets of registers can have SIMD registers, so their fields are not single. */
bool field_is_single(enum field_id field)
{
	return !field_in_list(field) && !field_is_open(field) &&
	       fields_table[field].type != FT_OBJECT && fields_table[field].parent != F_simd;
}

const char *field_type_name(enum field_id field)
{
	static const char *const types[] = {
		[FT_UINT] = "uint",	[FT_SINT] = "int",   [FT_BOOL] = "bool",
		[FT_FLOAT] = "float",	[FT_STR] = "string", [FT_BYTES] = "bytes",
		[FT_OBJECT] = "object", [FT_LIST] = "list",
	};
	const struct field_info *info = field_info(field);

	if (field == F_tp_field)
		return "any";
	if ((info->type == FT_UINT || info->type == FT_SINT) && info->form == FF_ENUM)
		return "name";
	if (info->type == FT_UINT && info->form == FF_MASK)
		return "names";
	return types[info->type];
}

const char *field_unit(enum field_id field)
{
	static const char *const units[] = {
		[FF_DEC] = "",	 [FF_HEX] = "hex", [FF_TIME] = "ns",
		[FF_SIZE] = "B", [FF_ENUM] = "",   [FF_MASK] = "",
	};

	return units[field_info(field)->form];
}

static void enum_text(struct buf *buf, const struct field_info *info, uint64_t num)
{
	const struct name *name = names_find(info->names, num);

	if (name)
		buf_adds(buf, name->text ? name->text : name->name);
	else if (info->type == FT_SINT)
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

void field_id_text(struct buf *buf, enum field_id field, uint64_t num)
{
	const struct field_info *info = field_info(field);

	if (field == F_type)
		record_name(buf, (uint32_t)num);
	else if (info->form == FF_ENUM)
		enum_text(buf, info, num);
	else if (info->form == FF_MASK)
		names_mask(buf, info->names, num);
	else if (info->form == FF_TIME)
		time_text(buf, info->type == FT_SINT && (int64_t)num < 0, num);
	else if (info->form == FF_HEX)
		buf_add0x(buf, num);
	else if (info->type == FT_BOOL)
		buf_adds(buf, num ? "yes" : "no");
	else if (info->type == FT_SINT)
		buf_add_s64(buf, (int64_t)num);
	else
		buf_add_u64(buf, num);
}
