/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names: each word once, found by its name and its alias; every record type, sample_type bit,
 * read_format bit and attr flag that the system's header knows is one of ours.
 */
#include "wire/vocabulary.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tap.h"
#include "wire/layout.h"
#include "wire/names.h"

static const char header[] = "/usr/include/linux/perf_event.h";

/* ---- words ---- */

/* tp.FIELD stands for names in a recording: a field for each type that they may have. */
static int clashes(enum field_id field, const char *name)
{
	int n = 0;

	if (!strcmp(name, "tp.FIELD"))
		return 0;
	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		const struct field_info *info = field_info((enum field_id)w);

		n += w != (int)field && !strcmp(info->name, name);
		n += info->alias && w != (int)field && !strcmp(info->alias, name);
	}
	return n;
}

/* A word of the filter language: letters, digits, _, parts joined by dots. */
static bool is_well_formed(const char *name)
{
	bool start = true;

	for (; *name; name++) {
		if (*name != '.' && *name != '_' && !isalnum((unsigned char)*name))
			return false;
		if (start && !isalpha((unsigned char)*name))
			return false;
		start = *name == '.';
	}
	return !start;
}

static void test_field(enum field_id field)
{
	const struct field_info *info = field_info(field);
	enum field_id same = field_id_find(info->name, strlen(info->name));
	bool sound = is_well_formed(info->name) && !clashes(field, info->name) && same &&
		     !strcmp(field_id_name(same), info->name) && info->help && *info->help;

	if (info->alias)
		sound = sound && is_well_formed(info->alias) && !clashes(field, info->alias) &&
			strcmp(info->name, info->alias) &&
			field_id_find(info->alias, strlen(info->alias)) == field;
	if (info->form == FF_ENUM || info->form == FF_MASK)
		sound = sound && (info->names || field == F_type);
	ok(sound, "%s is a word", info->name);
}

static const struct {
	const char *name;
	enum field_id field;
} found[] = {
	{ "pid", F_pid },
	{ "n", F_ordinal },
	{ "callchain.ip", F_callchain_ip },
	{ "stack", F_callchain },
	{ "stack.ip", F_callchain_ip },
	{ "stack.nr", F_callchain_nr },
	{ "br", F_brstack },
	{ "br.from", F_br_from },
	{ "br.mispred", F_br_mispred },
	{ "mem", F_data_src },
	{ "mem.lvl", F_mem_lvl },
	{ "mem.op", F_mem_op },
	{ "read.value", F_read_value },
	{ "read.values.value", F_read_value },
	{ "pi", FIELD_NONE },
	{ "pidx", FIELD_NONE },
	{ "PID", FIELD_NONE },
	{ "", FIELD_NONE },
	{ "br.", FIELD_NONE },
	{ "stack.from", FIELD_NONE },
};

static const struct {
	const char *name;
	enum field_id field;
} suggested[] = {
	{ "pidd", F_pid },	     { "preiod", F_period },
	{ "brstak", F_brstack },     { "Comm", F_comm },
	{ "callchan", F_callchain }, { "nginx_worker", FIELD_NONE },
	{ "foo", FIELD_NONE },	     { "pi", F_pid },
	{ "symbol", F_sym },	     { "address", F_addr },
};

static void test_find(void)
{
	for (size_t i = 0; i < sizeof(found) / sizeof(found[0]); i++)
		is_int(field_id_find(found[i].name, strlen(found[i].name)), found[i].field,
		       "the word \"%s\"", found[i].name);
	for (size_t i = 0; i < sizeof(suggested) / sizeof(suggested[0]); i++)
		is_int(field_suggest(suggested[i].name), suggested[i].field, "near \"%s\"",
		       suggested[i].name);
	is_int(field_id_find("pid and more", 3), F_pid, "a name ends where its length says");
}

/* ---- record types ---- */

static void test_types(const struct record_desc *list)
{
	for (; list->name; list++) {
		struct buf name = BUF_INIT;
		char lower[64] = "";
		uint64_t type = 0;

		record_name(&name, list->type);
		is_str(name.p, list->name, "type %u is %s", list->type, list->name);
		for (size_t i = 0; i < name.len && i < sizeof(lower) - 1; i++)
			lower[i] = (char)tolower((unsigned char)name.p[i]);
		ok(record_type_value(lower, name.len, &type) && type == list->type,
		   "and %s is type %u", lower, list->type);
		ok(record_find(list->type) == list, "there is one type %u", list->type);
		buf_release(&name);
	}
}

static const struct {
	const char *name;
	bool good;
	uint64_t type;
} type_names[] = {
	{ "UNKNOWN(40)", true, 40 },
	{ "unknown(0)", true, 0 },
	{ "UNKNOWN(4294967295)", true, UINT32_MAX },
	{ "UNKNOWN(4294967296)", false, 0 },
	{ "UNKNOWN(99999999999999999999)", false, 0 },
	{ "UNKNOWN()", false, 0 },
	{ "UNKNOWN(4x)", false, 0 },
	{ "UNKNOWN(-1)", false, 0 },
	{ "UNKNOWN(4", false, 0 },
	{ "DAMAGE", true, RECORD_DAMAGE },
	{ "Damage", true, RECORD_DAMAGE },
	{ "MMAP2", true, RECORD_MMAP2 },
	{ "MMAP3", false, 0 },
	{ "SAMPL", false, 0 },
	{ "", false, 0 },
};

static void test_type_names(void)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < sizeof(type_names) / sizeof(type_names[0]); i++) {
		uint64_t type = 0;
		bool good =
			record_type_value(type_names[i].name, strlen(type_names[i].name), &type);

		ok(good == type_names[i].good && (!good || type == type_names[i].type),
		   "the type \"%s\"", type_names[i].name);
	}
	record_name(&name, 4711);
	is_str(name.p, "UNKNOWN(4711)", "a type that is not known has its number");
	buf_release(&name);
}

/* ---- the system's header ---- */

/* The part of the header from the line that begins with start to the line that ends it. */
static char *header_part(const char *start)
{
	struct buf part = BUF_INIT;
	FILE *f = fopen(header, "re");
	char line[512];
	bool inside = false, seen = false;

	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, start, strlen(start)))
			inside = seen = true;
		if (inside)
			buf_adds(&part, line);
		if (line[0] == '}')
			inside = false;
	}
	if (f)
		fclose(f);
	if (seen)
		return buf_take(&part);
	skip(1, "no \"%s\" in %s", start, header);
	return NULL;
}

static void each_line(const char *start, int (*check)(const char *line), int least)
{
	char *part = header_part(start), *rest = part;
	int n = 0;

	for (char *line; part && (line = strsep(&rest, "\n"));)
		n += check(line);
	if (part)
		ok(n >= least, "%s: %d lines of the system's header", start, n);
	free(part);
}

static int check_record(const char *line)
{
	char name[64];
	unsigned type;
	const struct record_desc *desc;

	if (sscanf(line, " PERF_RECORD_%63[A-Z0-9_] = %u", name, &type) != 2)
		return 0;
	desc = record_find(type);
	is_str(desc ? desc->name : NULL, name, "record type %u", type);
	return 1;
}

static void check_bit(const struct names *names, unsigned bit, const char *name)
{
	const struct name *ours = names_find(names, 1ull << bit);

	is_str(ours ? ours->name : NULL, name, "bit %u", bit);
}

static int check_sample(const char *line)
{
	char name[64];
	unsigned bit;

	if (sscanf(line, " PERF_SAMPLE_%63[A-Z0-9_] = 1U << %u", name, &bit) != 2 || bit > 62 ||
	    !strcmp(name, "MAX"))
		return 0;
	check_bit(&names_sample_type, bit, name);
	ok((uint64_t)SAMPLE_KNOWN >> bit & 1, "and its place in a sample is known");
	return 1;
}

static int check_read(const char *line)
{
	char name[64];
	unsigned bit;

	if (sscanf(line, " PERF_FORMAT_%63[A-Z0-9_] = 1U << %u", name, &bit) != 2 || bit > 62 ||
	    !strcmp(name, "MAX"))
		return 0;
	check_bit(&names_read_format, bit, name);
	return 1;
}

static int check_branch(const char *line)
{
	char name[64];
	unsigned bit;

	/* enum perf_branch_sample_type has the bits by the names of its shifts. */
	if (sscanf(line, " PERF_SAMPLE_BRANCH_%63[A-Z0-9_] = %u", name, &bit) != 2 || bit > 62 ||
	    strlen(name) < 7 || strcmp(name + strlen(name) - 6, "_SHIFT"))
		return 0;
	name[strlen(name) - 6] = '\0';
	if (!strcmp(name, "MAX"))
		return 0;
	ok(names_find(&names_branch_sample, 1ull << bit), "branch bit %u, %s", bit, name);
	return 1;
}

static int check_flag(const char *line)
{
	char name[64];
	unsigned width;
	struct buf word = BUF_INIT;
	int n = 0;

	if (sscanf(line, " __u64 %63[a-z0-9_] : %u", name, &width) == 2 ||
	    sscanf(line, " __u32 %63[a-z0-9_] : %u", name, &width) == 2 ||
	    sscanf(line, " %63[a-z0-9_] : %u", name, &width) == 2)
		n = strncmp(name, "__", 2) != 0;
	if (n) {
		buf_addf(&word, "attr.%s", name);
		ok(field_id_find(word.p, word.len), "%s is a word", word.p);
	}
	buf_release(&word);
	return n;
}

int main(void)
{
	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++)
		test_field((enum field_id)w);
	test_find();
	for (size_t i = 0; i < RECORD_TABLES; i++)
		test_types(record_tables[i]);
	test_type_names();
	each_line("enum perf_event_type {", check_record, 20);
	each_line("enum perf_event_sample_format {", check_sample, 20);
	each_line("enum perf_event_read_format {", check_read, 4);
	each_line("enum perf_branch_sample_type_shift {", check_branch, 15);
	each_line("struct perf_event_attr {", check_flag, 30);
	return done_testing();
}
