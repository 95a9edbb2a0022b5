/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/role.h"

/* Types that are not listed are data: samples, switches, counts, what is not known. */
static const struct {
	uint32_t type;
	enum role role, in_pipe;
} roles[] = {
	{ RECORD_MMAP, ROLE_TASK, ROLE_TASK },
	{ RECORD_COMM, ROLE_TASK, ROLE_TASK },
	{ RECORD_EXIT, ROLE_TASK, ROLE_TASK },
	{ RECORD_FORK, ROLE_TASK, ROLE_TASK },
	{ RECORD_MMAP2, ROLE_TASK, ROLE_TASK },
	{ RECORD_ITRACE_START, ROLE_TASK, ROLE_TASK },
	{ RECORD_NAMESPACES, ROLE_TASK, ROLE_TASK },
	{ RECORD_KSYMBOL, ROLE_SYSTEM, ROLE_SYSTEM },
	{ RECORD_BPF_EVENT, ROLE_SYSTEM, ROLE_SYSTEM },
	{ RECORD_CGROUP, ROLE_SYSTEM, ROLE_SYSTEM },
	{ RECORD_TEXT_POKE, ROLE_SYSTEM, ROLE_SYSTEM },
	{ RECORD_AUX_OUTPUT_HW_ID, ROLE_SYSTEM, ROLE_SYSTEM },
	{ RECORD_CALLCHAIN_DEFERRED, ROLE_LATE, ROLE_LATE },
	{ RECORD_HEADER_ATTR, ROLE_ALWAYS, ROLE_HEADER },
	{ RECORD_EVENT_TYPE, ROLE_ALWAYS, ROLE_HEADER },
	{ RECORD_TRACING_DATA, ROLE_HEADER, ROLE_HEADER },
	{ RECORD_BUILD_ID, ROLE_ALWAYS, ROLE_HEADER },
	{ RECORD_HEADER_FEATURE, ROLE_ALWAYS, ROLE_HEADER },
	{ RECORD_FINISHED_ROUND, ROLE_ROUND, ROLE_ROUND },
	{ RECORD_ID_INDEX, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_AUXTRACE_INFO, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_THREAD_MAP, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_CPU_MAP, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_STAT_CONFIG, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_STAT_ROUND, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_EVENT_UPDATE, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_TIME_CONV, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_FINISHED_INIT, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_BPF_METADATA, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_COMPRESSED, ROLE_PACKED, ROLE_PACKED },
	{ RECORD_COMPRESSED2, ROLE_PACKED, ROLE_PACKED },
	{ RECORD_SIMPLEPERF_KERNEL_SYMBOL, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_SIMPLEPERF_DSO, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_SIMPLEPERF_SYMBOL, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_SIMPLEPERF_SPLIT, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_SIMPLEPERF_SPLIT_END, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_SIMPLEPERF_EVENT_ID, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_SIMPLEPERF_TRACING_DATA, ROLE_ALWAYS, ROLE_ALWAYS },
	{ RECORD_DAMAGE, ROLE_DAMAGE, ROLE_DAMAGE },
};

bool role_in_kernel(uint16_t misc)
{
	unsigned mode = misc & CPUMODE_MASK;

	return mode == CPUMODE_KERNEL || mode == CPUMODE_GUEST_KERNEL;
}

/* The kernel's own mappings, by which addresses of all tasks are looked up. */
static bool is_kernel_map(uint32_t type, uint16_t misc)
{
	return (type == RECORD_MMAP || type == RECORD_MMAP2) && role_in_kernel(misc);
}

enum role role_of(uint32_t type, uint16_t misc, bool pipe)
{
	if (is_kernel_map(type, misc))
		return ROLE_SYSTEM;
	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if (roles[i].type == type)
			return pipe ? roles[i].in_pipe : roles[i].role;
	return ROLE_DATA;
}

static bool has_counters(const struct kind_entry *entry, const struct events *events)
{
	return entry->type == RECORD_SAMPLE &&
	       events_layout(events, entry->layout)->sample_type & SAMPLE_READ;
}

void roles_init(struct roles *r, const struct index *index, const struct perf_file *file)
{
	*r = (struct roles){ 0 };
	for (uint64_t i = 0; i < index_kinds(index); i++) {
		const struct kind *kind = index_kind(index, i);
		const struct record_desc *desc = record_find(kind->entry.type);
		enum role role = role_of(kind->entry.type, kind->entry.misc, file->header.pipe);
		bool counters = has_counters(&kind->entry, &file->events);

		vec_push(&r->kinds, ((struct role_kind){
					    .role = role,
					    .type = kind->entry.type,
					    .tail = desc && desc->tail != TAIL_NONE,
					    .counters = counters,
				    }));
		r->masks[role] |= 1ull << (i & 63);
		r->counters |= (uint64_t)counters << (i & 63);
	}
}

void roles_release(struct roles *r)
{
	vec_release(&r->kinds);
}

const struct role_kind *roles_kind(const struct roles *r, uint64_t number)
{
	static const struct role_kind damage = { .role = ROLE_DAMAGE, .type = RECORD_DAMAGE };

	return number < r->kinds.n ? &r->kinds.v[number] : &damage;
}
