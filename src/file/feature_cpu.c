/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feature sections about processors: NRCPUS, CPU_TOPOLOGY, PMU_CAPS, CPU_DOMAIN_INFO. */
#include <string.h>

#include "base/text.h"
#include "file/feature_rows.h"
#include "file/section_list.h"
#include "file/section_wrap.h"

/* Old perf wrote the two numbers in the other order; available is never the smaller one. */
void feature_nrcpus_read(struct section_reader *s)
{
	uint32_t available = section_u32(s, "available"), online = section_u32(s, "online");
	struct buf line = BUF_INIT;

	if (available < online) {
		uint32_t swap = available;

		available = online;
		online = swap;
	}
	if (s->c.failed) {
		return;
	} else if (section_text(s)) {
		buf_addf(&line, "%u available, %u online", available, online);
		section_line(s, s->key, &line);
	} else {
		report_object(s->r, s->key);
		report_u64(s->r, "available", available);
		report_u64(s->r, "online", online);
		report_end_object(s->r);
	}
	buf_release(&line);
}

/* ---- CPU_TOPOLOGY ---- */

/* Lists of CPUs: each string is one list. */
static void cpu_lists(struct section_reader *s, const char *key, const char *text_key)
{
	uint32_t n = section_u32(s, "the number of lists");
	struct section_wrap w;

	if (section_text(s))
		section_wrap_begin(&w, s->r, text_key, "  ");
	else
		report_values(s->r, key);
	for (uint64_t i = 0; n && section_next(s, i, n); i++) {
		size_t len;
		const char *p = section_string(s, "a list of CPUs", &len);

		if (p && section_text(s))
			section_wrap_add(&w, p, len);
		else if (p)
			report_bytes(s->r, NULL, p, len);
	}
	if (section_text(s))
		section_wrap_end(&w);
	else
		report_end_values(s->r);
}

/* The number of CPUs by NRCPUS; 0 if the section is missing. */
static uint64_t nr_cpus(const struct section_reader *s)
{
	const struct feature_section *section = features_find(s->features, FEATURE_NRCPUS);
	uint32_t a, b;

	if (!section || !section->bytes || section->place.size < 8)
		return 0;
	a = load_u32(section->bytes, s->c.big);
	b = load_u32(section->bytes + 4, s->c.big);
	return a > b ? a : b;
}

static int32_t id_at(const struct section_reader *s, const uint8_t *p, uint64_t i)
{
	return (int32_t)load_u32(p + i * 4, s->c.big);
}

/* The ids of each available CPU: core and socket, or die. -1 is unknown. */
static const uint8_t *cpu_ids(struct section_reader *s, const char *key, unsigned words)
{
	uint64_t n = nr_cpus(s);
	const uint8_t *p = section_take(s, "the ids of all CPUs", n * words * 4);

	if (!p || section_text(s))
		return p;
	report_list(s->r, key);
	for (uint64_t i = 0; i < n; i++) {
		report_object(s->r, NULL);
		report_s64(s->r, words == 2 ? "core" : "die", id_at(s, p, i * words));
		if (words == 2)
			report_s64(s->r, "socket", id_at(s, p, i * words + 1));
		report_end_object(s->r);
	}
	report_end_list(s->r);
	return p;
}

/* Text: adjacent CPUs on one die share a line. */
static void cpus_text(struct section_reader *s, const uint8_t *cores, const uint8_t *dies)
{
	uint64_t n = nr_cpus(s), i = 0;
	struct buf key = BUF_INIT, part = BUF_INIT;

	for (uint64_t group = 0; i < n && group < SECTION_SHOWN; group++) {
		int32_t socket = id_at(s, cores, 2 * i + 1), die = dies ? id_at(s, dies, i) : 0;
		struct section_wrap w;

		buf_reset(&key);
		buf_addf(&key, "socket %d", socket);
		if (dies)
			buf_addf(&key, " die %d", die);
		section_wrap_begin(&w, s->r, key.p, ", ");
		for (; i < n && id_at(s, cores, 2 * i + 1) == socket &&
		       (!dies || id_at(s, dies, i) == die);
		     i++) {
			buf_reset(&part);
			buf_addf(&part, "cpu %llu core %d", (unsigned long long)i,
				 id_at(s, cores, 2 * i));
			section_wrap_add(&w, part.p, part.len);
		}
		section_wrap_end(&w);
	}
	if (i < n)
		section_more(s, n - i + SECTION_SHOWN);
	buf_release(&key);
	buf_release(&part);
}

/*
 * Later versions of perf appended the parts after the first two: a part exists if bytes are left.
 * Another section has their length.
 */
void feature_cpu_topology_read(struct section_reader *s)
{
	const uint8_t *cores = NULL, *dies = NULL;

	report_object(s->r, s->key);
	cpu_lists(s, "sibling_sockets", "sockets");
	cpu_lists(s, "sibling_threads", "threads");
	if (nr_cpus(s) && s->c.left && !s->c.failed)
		cores = cpu_ids(s, "cpus", 2);
	if (cores && s->c.left) {
		cpu_lists(s, "sibling_dies", "dies");
		dies = cpu_ids(s, "dies", 1);
	}
	if (cores && section_text(s))
		cpus_text(s, cores, dies);
	report_end_object(s->r);
}

/* ---- PMU_CAPS ---- */

/* clang-format off */
static const struct feature_list capabilities = {
	(const struct feature_field[]){ { "name", FIELD_STR }, { "value", FIELD_STR }, { 0 } },
	"{name}={value}", .count = 4, .wrap = true };
/* clang-format on */

/* Text: in the file the PMU's name comes after its list. */
static void pmu_caps_text(struct section_reader *s, bool shown)
{
	struct section_reader list = *s;
	uint32_t n = section_u32(s, "the number of capabilities");
	size_t len;
	const char *name;
	struct buf key = BUF_INIT;

	for (uint64_t i = 0; i < 2 * (uint64_t)n && !s->c.failed; i++)
		section_string(s, "a capability", &len);
	name = section_string(s, "pmu", &len);
	if (name && shown) {
		text_escape(&key, name, len);
		section_list(&list, key.p, &capabilities);
	}
	buf_release(&key);
}

static bool read_pmu_caps(struct section_reader *s, bool shown)
{
	if (section_text(s)) {
		pmu_caps_text(s, shown);
		return !s->c.failed;
	}
	report_object(s->r, NULL);
	section_list(s, "caps", &capabilities);
	section_string_value(s, "pmu");
	report_end_object(s->r);
	return !s->c.failed;
}

void feature_pmu_caps_read(struct section_reader *s)
{
	section_each(s, "the number of PMUs", read_pmu_caps);
}

/* ---- CPU_DOMAIN_INFO ---- */

enum {
	DOMAIN_NAMES = 17 /* the version of /proc/schedstat that has names of domains */
};

static void domain_json(struct section_reader *s, uint32_t version)
{
	report_object(s->r, NULL);
	section_u32_value(s, "domain");
	if (version >= DOMAIN_NAMES)
		section_string_value(s, "name");
	section_string_value(s, "cpumask");
	section_string_value(s, "cpus");
	report_end_object(s->r);
}

static void domain_text(struct section_reader *s, uint32_t version, struct buf *line)
{
	uint32_t number = section_u32(s, "domain");
	size_t len = 0;
	const char *p = version >= DOMAIN_NAMES ? section_string(s, "name", &len) : NULL;

	buf_addf(line, "%sdomain %u ", line->len ? ", " : "", number);
	if (len) {
		buf_add(line, p, len);
		buf_addc(line, ' ');
	}
	section_string(s, "cpumask", &len);
	p = section_string(s, "cpus", &len);
	if (p)
		buf_add(line, p, len);
}

static void cpu_domains_json(struct section_reader *s, uint32_t version)
{
	report_object(s->r, NULL);
	section_u32_value(s, "cpu");
	report_list(s->r, "domains");
	for (uint32_t n = section_u32(s, "the number of domains"); n && !s->c.failed; n--)
		domain_json(s, version);
	report_end_list(s->r);
	report_end_object(s->r);
}

static void cpu_domains_text(struct section_reader *s, uint32_t version, bool shown)
{
	uint32_t cpu = section_u32(s, "cpu");
	struct buf line = BUF_INIT, whole = BUF_INIT;

	for (uint32_t n = section_u32(s, "the number of domains"); n && !s->c.failed; n--)
		domain_text(s, version, &line);
	if (shown && !s->c.failed) {
		buf_addf(&whole, "cpu %u: ", cpu);
		buf_add(&whole, line.p, line.len);
		section_line(s, NULL, &whole);
	}
	buf_release(&line);
	buf_release(&whole);
}

/* One entry for each CPU that was online, up to the end of the section. */
void feature_cpu_domain_read(struct section_reader *s)
{
	uint32_t version = section_u32(s, "version"), max = section_u32(s, "max_domains");
	uint64_t i;

	if (s->c.failed)
		return;
	report_object(s->r, s->key);
	report_u64(s->r, "version", version);
	report_u64(s->r, "max_domains", max);
	report_list(s->r, "cpus");
	for (i = 0; section_next(s, i, 0); i++) {
		if (section_text(s))
			cpu_domains_text(s, version, section_shown(s, i));
		else
			cpu_domains_json(s, version);
	}
	section_more(s, i - s->c.failed);
	report_end_list(s->r);
	report_end_object(s->r);
}
