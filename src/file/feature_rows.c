/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contents of the sections: perf's util/header.c, write_* and process_*. */
#include "file/feature_rows.h"

#include <string.h>

#include "base/bytesize.h"
#include "base/text.h"
#include "file/section_list.h"
#include "file/shell_word.h"

enum {
	SHOWN_BYTES = 64 /* of a section that is shown as plain bytes */
};

const char *feature_string(struct cursor *c, size_t *len)
{
	uint32_t size = cursor_u32(c);
	const uint8_t *p = cursor_take(c, size);

	*len = p ? text_nul(p, size) : 0;
	return (const char *)p;
}

/* ---- sections of one value ---- */

static void read_text(struct section_reader *s)
{
	section_string_value(s, s->key);
}

static void read_flag(struct section_reader *s)
{
	report_bool(s->r, s->key, true);
}

static void read_u64(struct section_reader *s)
{
	section_u64_value(s, s->key);
}

/* Text: a number with its unit. */
static void unit_value(struct section_reader *s, uint64_t v, const char *unit)
{
	struct buf line = BUF_INIT;

	if (s->c.failed)
		return;
	if (!section_text(s)) {
		report_u64(s->r, s->key, v);
		return;
	}
	buf_addf(&line, "%llu %s", (unsigned long long)v, unit);
	section_line(s, s->key, &line);
	buf_release(&line);
}

static void read_total_mem(struct section_reader *s)
{
	uint64_t kb = section_u64(s, "the memory");
	struct buf unit = BUF_INIT;

	buf_adds(&unit, "kB");
	if (kb >= 1 << 20 && kb < 1ull << 54) {
		buf_adds(&unit, " (");
		bytesize_add(&unit, kb << 10);
		buf_addc(&unit, ')');
	}
	unit_value(s, kb, unit.p);
	buf_release(&unit);
}

static void read_clock_resolution(struct section_reader *s)
{
	uint64_t ns = section_u64(s, "the resolution");

	if (section_text(s) && !ns && !s->c.failed)
		report_str(s->r, s->key, "not known");
	else
		unit_value(s, ns, "ns");
}

static void read_cache_line(struct section_reader *s)
{
	unit_value(s, section_u32(s, "the size"), "bytes");
}

static void read_cmdline(struct section_reader *s)
{
	uint32_t n = section_u32(s, "the number of arguments");
	struct buf line = BUF_INIT;

	if (!section_text(s))
		report_values(s->r, s->key);
	for (uint64_t i = 0; n && section_next(s, i, n); i++) {
		size_t len;
		const char *p = section_string(s, "an argument", &len);

		if (p && section_text(s))
			shell_word_add(&line, p, len);
		else if (p)
			report_bytes(s->r, NULL, p, len);
	}
	if (section_text(s))
		section_line(s, s->key, &line);
	else
		report_end_values(s->r);
	buf_release(&line);
}

/* ---- sections of one structure, or a list of them ---- */

/* clang-format off */
#define FIELDS(...) (const struct feature_field[]){ __VA_ARGS__, { 0 } }

static const struct names compression = { .join = "|",
	.list = (const struct name[]){ { 0, "none" }, { 1, "zstd" }, { 0 } } };
/* <elf.h>, EM_* of the machines that perf runs on */
static const struct names machines = { .join = "|",
	.list = (const struct name[]){
		{ 2, "sparc" }, { 3, "i386" }, { 8, "mips" }, { 15, "parisc" }, { 18, "sparc32plus" },
		{ 20, "powerpc" }, { 21, "powerpc64" }, { 22, "s390" }, { 40, "arm" }, { 42, "sh" },
		{ 43, "sparcv9" }, { 62, "x86-64" }, { 94, "xtensa" }, { 183, "aarch64" },
		{ 243, "riscv" }, { 252, "csky" }, { 258, "loongarch" }, { 0 } } };

static const struct feature_list numa_nodes = {
	FIELDS({ "node", FIELD_U32 }, { "total_kB", FIELD_KB }, { "free_kB", FIELD_KB },
	       { "cpus", FIELD_STR }),
	"node {node}: {total_kB}, {free_kB} free, cpus {cpus}", .count = 4 };
static const struct feature_list pmu_mappings = {
	FIELDS({ "type", FIELD_U32 }, { "name", FIELD_STR }),
	"{name} {type}", .count = 4, .wrap = true };
static const struct feature_list groups = {
	FIELDS({ "name", FIELD_STR }, { "leader", FIELD_U32 }, { "members", FIELD_U32 }),
	"{name}: {members} events from number {leader}", .count = 4 };
static const struct feature_list auxtrace_index = {
	FIELDS({ "offset", FIELD_U64 }, { "size", FIELD_U64 }),
	"offset {offset}, {size} bytes", .count = 8 };
static const struct feature_list auxtrace_pairs = {
	FIELDS({ "offset", FIELD_U64 }, { "size", FIELD_U64 }),
	"offset {offset}, {size} bytes", .count = COUNT_TO_END };
static const struct feature_list compressed = {
	FIELDS({ "version", FIELD_U32 }, { "type", FIELD_U32, &compression, "type_name" },
	       { "level", FIELD_U32 }, { "ratio", FIELD_U32 }, { "mmap_len", FIELD_SIZE32 }),
	"{type}, level {level}, ratio {ratio}, parts of up to {mmap_len}", 0 };
static const struct feature_list capabilities = {
	FIELDS({ "name", FIELD_STR }, { "value", FIELD_STR }),
	"{name}={value}", .count = 4, .wrap = true };
static const struct feature_list hybrid_pmus = {
	FIELDS({ "pmu", FIELD_STR }, { "cpus", FIELD_STR }),
	"{pmu}: cpus {cpus}", .count = 4 };
static const struct feature_list machine = {
	FIELDS({ "e_machine", FIELD_U32, &machines, "machine" }, { "e_flags", FIELD_HEX32 }),
	"{e_machine}, flags {e_flags}", 0 };

/* The section as simpleperf writes it lacks the number of pairs. */
static void read_auxtrace(struct section_reader *s)
{
	section_list(s, s->key, s->c.left % 16 ? &auxtrace_index : &auxtrace_pairs);
}

/* perf stat writes this section with zeros only. */
static void read_compressed(struct section_reader *s)
{
	if (section_text(s) && s->c.left >= 8 && !load_u32(s->c.p + 4, s->c.big))
		report_str(s->r, s->key, "no");
	else
		section_list(s, s->key, &compressed);
}

/* A section with neither a reader nor a list is shown as plain bytes. */
static const struct feature_row {
	feature_read_fn *read;
	const struct feature_list *list;
} rows[FEATURE_BITS] = {
	[FEATURE_TRACING_DATA] = { feature_tracing_read },
	[FEATURE_BUILD_ID] = { feature_build_id_read },
	[FEATURE_HOSTNAME] = { read_text },
	[FEATURE_OSRELEASE] = { read_text },
	[FEATURE_VERSION] = { read_text },
	[FEATURE_ARCH] = { read_text },
	[FEATURE_NRCPUS] = { feature_nrcpus_read },
	[8] = { read_text }, /* CPUDESC */
	[9] = { read_text }, /* CPUID */
	[10] = { read_total_mem },
	[11] = { read_cmdline },
	[FEATURE_EVENT_DESC] = { feature_event_desc_read },
	[13] = { feature_cpu_topology_read },
	[14] = { .list = &numa_nodes },
	[15] = { read_flag }, /* BRANCH_STACK */
	[FEATURE_PMU_MAPPINGS] = { .list = &pmu_mappings },
	[17] = { .list = &groups },
	[18] = { read_auxtrace },
	[19] = { read_flag }, /* STAT */
	[20] = { feature_cache_read },
	[FEATURE_SAMPLE_TIME] = { feature_sample_time_read },
	[22] = { feature_mem_topology_read },
	[23] = { read_clock_resolution },
	[24] = { read_u64 }, /* DIR_FORMAT: version */
	[25] = { feature_bpf_prog_read },
	[26] = { feature_bpf_btf_read },
	[FEATURE_COMPRESSED] = { read_compressed },
	[28] = { .list = &capabilities },
	[29] = { feature_clock_data_read },
	[30] = { .list = &hybrid_pmus },
	[31] = { feature_pmu_caps_read },
	[32] = { feature_cpu_domain_read },
	[33] = { .list = &machine },
	[34] = { read_cache_line },
	[128] = { feature_simpleperf_file_read },
	[129] = { feature_simpleperf_meta_read },
	[130] = { feature_simpleperf_unwind_read },
	[132] = { feature_simpleperf_file2_read },
	[134] = { feature_simpleperf_map_read },
};
/* clang-format on */

/* ---- a whole section ---- */

static void read_section(struct section_reader *s, const struct feature_row *row)
{
	if (row->read)
		row->read(s);
	else
		section_list(s, s->key, row->list);
}

static void read_with(const struct features *features, const struct feature_section *section,
		      struct section_reader *s, struct report *r, const char *key)
{
	section_init(s, features, section->bytes, section->place.size);
	s->r = r;
	s->key = key;
	read_section(s, &rows[section->number]);
}

/*
 * Read the section once only to check it. A damaged section is announced before its readable part
 * is reported, so that its bytes are read twice.
 */
static void check(struct section_reader *s, const struct features *features,
		  const struct feature_section *section)
{
	struct buf trash = BUF_INIT;
	struct report dry;

	report_init(&dry, REPORT_JSON, &trash);
	section_init(s, features, section->bytes, section->place.size);
	s->r = &dry;
	s->key = "x";
	s->dry = true;
	read_section(s, &rows[section->number]);
	s->r = NULL;
	buf_release(&trash);
}

static void report_plain(struct report *r, const struct feature_section *section, const char *key,
			 const struct section_reader *problem)
{
	size_t shown = section->place.size < SHOWN_BYTES ? section->place.size : SHOWN_BYTES;

	report_object(r, key);
	report_u64(r, "offset", section->place.offset);
	report_size(r, "size", section->place.size);
	if (problem) {
		report_str(r, "problem", problem->problem.p);
		report_u64(r, "problem_offset", section->place.offset + problem->problem_at);
	}
	if (shown)
		report_hexbytes(r, "bytes", section->bytes, shown);
}

/* Report what was read before the problem. Readers report only whole elements. */
static void report_damaged(const struct features *features, const struct feature_section *section,
			   const char *key, const struct section_reader *problem, struct report *r)
{
	struct section_reader s;

	report_plain(r, section, key, problem);
	if (problem->problem_at) {
		read_with(features, section, &s, r, "decoded");
		section_release(&s);
	}
	report_end_object(r);
}

void feature_rows_report(const struct features *features, const struct feature_section *section,
			 const char *key, struct report *report)
{
	const struct feature_row *row = &rows[section->number];
	struct section_reader s;

	if (!section->place.size && row->read != read_flag && report->form == REPORT_TEXT) {
		report_str(report, key, "empty");
		return;
	}
	if ((!row->read && !row->list) || (!section->place.size && row->read != read_flag)) {
		report_plain(report, section, key, NULL);
		report_end_object(report);
		return;
	}
	check(&s, features, section);
	if (s.c.failed) {
		report_damaged(features, section, key, &s, report);
	} else {
		struct section_reader again;

		read_with(features, section, &again, report, key);
		section_release(&again);
	}
	section_release(&s);
}
