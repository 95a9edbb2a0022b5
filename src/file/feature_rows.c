/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contents of the sections: perf's util/header.c, write_* and process_*. */
#include "file/feature_rows.h"

#include <string.h>

#include "base/text.h"
#include "wire/names.h"

struct section_reader {
	struct cursor c;
	const struct features *features;
	struct report *r;
	const char *key;
};

enum {
	SHOWN_BYTES = 64 /* of a section that is shown as bytes */
};

const char *feature_string(struct cursor *c, size_t *len)
{
	uint32_t size = cursor_u32(c);
	const uint8_t *p = cursor_take(c, size);

	*len = p ? text_nul(p, size) : 0;
	return (const char *)p;
}

static void string_value(struct section_reader *s, const char *key)
{
	size_t len;
	const char *text = feature_string(&s->c, &len);

	if (text)
		report_bytes(s->r, key, text, len);
}

static void u32_value(struct section_reader *s, const char *key)
{
	uint32_t v = cursor_u32(&s->c);

	if (!s->c.failed)
		report_u64(s->r, key, v);
}

static void u64_value(struct section_reader *s, const char *key)
{
	uint64_t v = cursor_u64(&s->c);

	if (!s->c.failed)
		report_u64(s->r, key, v);
}

static void read_text(struct section_reader *s)
{
	string_value(s, s->key);
}

static void read_flag(struct section_reader *s)
{
	report_bool(s->r, s->key, true);
}

static void read_u32(struct section_reader *s)
{
	u32_value(s, s->key);
}

static void read_u64(struct section_reader *s)
{
	u64_value(s, s->key);
}

static void read_kilobytes(struct section_reader *s)
{
	uint64_t kb = cursor_u64(&s->c);

	if (s->r->form == REPORT_JSON || s->c.failed)
		report_u64(s->r, s->key, kb);
	else {
		struct buf text = BUF_INIT;

		buf_addf(&text, "%llu kB", (unsigned long long)kb);
		report_str(s->r, s->key, text.p);
		buf_release(&text);
	}
}

/* Old perf wrote the two the other way round; available is never the smaller. */
static void read_nrcpus(struct section_reader *s)
{
	uint32_t available = cursor_u32(&s->c), online = cursor_u32(&s->c);

	report_object(s->r, s->key);
	report_u64(s->r, "available", available > online ? available : online);
	report_u64(s->r, "online", available > online ? online : available);
	report_end_object(s->r);
}

static void string_list(struct section_reader *s, const char *key)
{
	uint32_t n = cursor_u32(&s->c);

	report_values(s->r, key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++)
		string_value(s, NULL);
	report_end_values(s->r);
}

static void read_strings(struct section_reader *s)
{
	string_list(s, s->key);
}

static void build_id_entry(struct section_reader *s, const uint8_t *p, size_t size, uint16_t misc)
{
	size_t len = misc & 0x8000 && p[32] <= 20 ? p[32] : 20;
	const struct name *mode = names_find(&names_cpumode, misc & 7);

	report_object(s->r, NULL);
	report_hexbytes(s->r, "build_id", p + 12, len);
	report_bytes(s->r, "file", p + 36, text_nul(p + 36, size - 36));
	report_s64(s->r, "pid", (int32_t)load_u32(p + 8, s->c.big));
	if (mode)
		report_str(s->r, "cpumode", mode->name);
	report_end_object(s->r);
}

static void read_build_ids(struct section_reader *s)
{
	report_list(s->r, s->key);
	while (s->c.left >= 36) {
		uint16_t misc = load_u16(s->c.p + 4, s->c.big);
		uint16_t size = load_u16(s->c.p + 6, s->c.big);
		const uint8_t *p;

		if (size < 36) {
			s->c.failed = true;
			break;
		}
		p = cursor_take(&s->c, size);
		if (!p)
			break;
		build_id_entry(s, p, size, misc);
	}
	report_end_list(s->r);
}

static void one_event_desc(void *arg, size_t i, const struct event_desc *desc)
{
	struct section_reader *s = arg;

	(void)i;
	report_object(s->r, NULL);
	report_bytes(s->r, "name", desc->name, desc->name_len);
	report_values(s->r, "ids");
	for (uint32_t k = 0; k < desc->nr_ids; k++)
		report_u64(s->r, NULL, load_u64(desc->ids + 8 * (size_t)k, s->c.big));
	report_end_values(s->r);
	report_end_object(s->r);
}

static void read_event_desc(struct section_reader *s)
{
	uint32_t nr = cursor_u32(&s->c);

	report_list(s->r, s->key);
	if (features_event_desc(s->features, one_event_desc, s) != nr)
		s->c.failed = true;
	report_end_list(s->r);
}

static void cpu_ids(struct section_reader *s, bool socket)
{
	uint32_t id = cursor_u32(&s->c);

	report_object(s->r, NULL);
	report_s64(s->r, socket ? "core" : "die", (int32_t)id);
	if (socket)
		report_s64(s->r, "socket", (int32_t)cursor_u32(&s->c));
	report_end_object(s->r);
}

static void per_cpu(struct section_reader *s, const char *key, bool socket)
{
	uint32_t n = features_nr_cpus(s->features);

	report_list(s->r, key);
	for (uint32_t i = 0; i < n && s->c.left >= 4 && !s->c.failed; i++)
		cpu_ids(s, socket);
	report_end_list(s->r);
}

static void read_cpu_topology(struct section_reader *s)
{
	report_object(s->r, s->key);
	string_list(s, "sibling_sockets");
	string_list(s, "sibling_threads");
	if (s->c.left)
		per_cpu(s, "cpus", true);
	if (s->c.left) {
		string_list(s, "sibling_dies");
		per_cpu(s, "dies", false);
	}
	report_end_object(s->r);
}

static void read_numa_topology(struct section_reader *s)
{
	uint32_t n = cursor_u32(&s->c);

	report_list(s->r, s->key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		u32_value(s, "node");
		u64_value(s, "total_kB");
		u64_value(s, "free_kB");
		string_value(s, "cpus");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_pmu_mappings(struct section_reader *s)
{
	uint32_t n = cursor_u32(&s->c);

	report_list(s->r, s->key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		u32_value(s, "type");
		string_value(s, "name");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_group_desc(struct section_reader *s)
{
	uint32_t n = cursor_u32(&s->c);

	report_list(s->r, s->key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		string_value(s, "name");
		u32_value(s, "leader");
		u32_value(s, "members");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_auxtrace(struct section_reader *s)
{
	uint64_t n = cursor_u64(&s->c);

	report_list(s->r, s->key);
	for (uint64_t i = 0; i < n && !s->c.failed && s->c.left >= 16; i++) {
		report_object(s->r, NULL);
		u64_value(s, "offset");
		u64_value(s, "size");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_cache(struct section_reader *s)
{
	uint32_t n;

	report_object(s->r, s->key);
	u32_value(s, "version");
	n = cursor_u32(&s->c);
	report_list(s->r, "caches");
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		u32_value(s, "level");
		u32_value(s, "line_size");
		u32_value(s, "sets");
		u32_value(s, "ways");
		string_value(s, "type");
		string_value(s, "size");
		string_value(s, "cpus");
		report_end_object(s->r);
	}
	report_end_list(s->r);
	report_end_object(s->r);
}

static void read_sample_time(struct section_reader *s)
{
	uint64_t first = cursor_u64(&s->c), last = cursor_u64(&s->c);

	if (s->c.failed)
		return;
	report_object(s->r, s->key);
	report_time(s->r, "first", first);
	report_time(s->r, "last", last);
	report_end_object(s->r);
}

static void read_mem_topology(struct section_reader *s)
{
	uint64_t n;

	report_object(s->r, s->key);
	u64_value(s, "version");
	u64_value(s, "block_size");
	n = cursor_u64(&s->c);
	report_list(s->r, "nodes");
	for (uint64_t i = 0; i < n && !s->c.failed && s->c.left; i++) {
		uint64_t words;
		uint64_t blocks = 0;

		report_object(s->r, NULL);
		u64_value(s, "node");
		cursor_u64(&s->c);
		words = (cursor_u64(&s->c) + 63) / 64;
		for (uint64_t k = 0; k < words && !s->c.failed; k++)
			blocks += (uint64_t)__builtin_popcountll(cursor_u64(&s->c));
		report_u64(s->r, "blocks", blocks);
		report_end_object(s->r);
	}
	report_end_list(s->r);
	report_end_object(s->r);
}

static void read_compressed(struct section_reader *s)
{
	report_object(s->r, s->key);
	u32_value(s, "version");
	u32_value(s, "type");
	u32_value(s, "level");
	u32_value(s, "ratio");
	u32_value(s, "mmap_len");
	report_end_object(s->r);
}

static void caps(struct section_reader *s, const char *key)
{
	uint32_t n = cursor_u32(&s->c);

	report_list(s->r, key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		string_value(s, "name");
		string_value(s, "value");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_cpu_pmu_caps(struct section_reader *s)
{
	caps(s, s->key);
}

static void read_pmu_caps(struct section_reader *s)
{
	uint32_t n = cursor_u32(&s->c);

	report_list(s->r, s->key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		caps(s, "caps");
		string_value(s, "pmu");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_clock_data(struct section_reader *s)
{
	const struct name *clock;
	uint32_t id;

	report_object(s->r, s->key);
	u32_value(s, "version");
	id = cursor_u32(&s->c);
	report_u64(s->r, "clockid", id);
	clock = names_find(&names_clockid, id);
	if (clock)
		report_str(s->r, "clock", clock->name);
	u64_value(s, "wall_clock_ns");
	u64_value(s, "clockid_ns");
	report_end_object(s->r);
}

static void read_hybrid_topology(struct section_reader *s)
{
	uint32_t n = cursor_u32(&s->c);

	report_list(s->r, s->key);
	for (uint32_t i = 0; i < n && !s->c.failed; i++) {
		report_object(s->r, NULL);
		string_value(s, "pmu");
		string_value(s, "cpus");
		report_end_object(s->r);
	}
	report_end_list(s->r);
}

static void read_e_machine(struct section_reader *s)
{
	report_object(s->r, s->key);
	u32_value(s, "e_machine");
	u32_value(s, "e_flags");
	report_end_object(s->r);
}

/* What has no reader here is listed with its bytes. */
static void (*const readers[FEATURE_BITS])(struct section_reader *s) = {
	[FEATURE_BUILD_ID] = read_build_ids,
	[FEATURE_HOSTNAME] = read_text,
	[FEATURE_OSRELEASE] = read_text,
	[FEATURE_VERSION] = read_text,
	[FEATURE_ARCH] = read_text,
	[FEATURE_NRCPUS] = read_nrcpus,
	[8] = read_text, /* CPUDESC */
	[9] = read_text, /* CPUID */
	[10] = read_kilobytes,
	[11] = read_strings, /* CMDLINE */
	[FEATURE_EVENT_DESC] = read_event_desc,
	[13] = read_cpu_topology,
	[14] = read_numa_topology,
	[15] = read_flag, /* BRANCH_STACK */
	[FEATURE_PMU_MAPPINGS] = read_pmu_mappings,
	[17] = read_group_desc,
	[18] = read_auxtrace,
	[19] = read_flag, /* STAT */
	[20] = read_cache,
	[FEATURE_SAMPLE_TIME] = read_sample_time,
	[22] = read_mem_topology,
	[23] = read_u64, /* CLOCKID: resolution in ns */
	[24] = read_u64, /* DIR_FORMAT: version */
	[FEATURE_COMPRESSED] = read_compressed,
	[28] = read_cpu_pmu_caps,
	[29] = read_clock_data,
	[30] = read_hybrid_topology,
	[31] = read_pmu_caps,
	[33] = read_e_machine,
	[34] = read_u32, /* CLN_SIZE */
};

static void report_plain(struct section_reader *s, const struct feature_section *section)
{
	size_t shown = section->place.size < SHOWN_BYTES ? section->place.size : SHOWN_BYTES;

	report_object(s->r, s->key);
	report_u64(s->r, "offset", section->place.offset);
	report_size(s->r, "size", section->place.size);
	if (shown)
		report_hexbytes(s->r, "bytes", section->bytes, shown);
	report_end_object(s->r);
}

/*
 * Bytes are read twice: once to see that the section holds what it should, so
 * that a damaged one leaves no half-made value in the report.
 */
static bool sound(const struct features *features, const struct feature_section *section)
{
	struct buf trash = BUF_INIT;
	struct report dry;
	struct section_reader s = {
		.c = { section->bytes, section->place.size, features->big, false },
		.features = features,
		.r = &dry,
		.key = "x",
	};

	report_init(&dry, REPORT_JSON, &trash);
	readers[section->number](&s);
	buf_release(&trash);
	return !s.c.failed;
}

void feature_rows_report(const struct features *features, const struct feature_section *section,
			 const char *key, struct report *report)
{
	struct section_reader s = {
		.c = { section->bytes, section->place.size, features->big, false },
		.features = features,
		.r = report,
		.key = key,
	};

	if (readers[section->number] && sound(features, section))
		readers[section->number](&s);
	else
		report_plain(&s, section);
}
