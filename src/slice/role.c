/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/role.h"

static const struct {
	uint32_t type;
	enum role role, in_pipe;
} roles[] = {
#define KERNEL(id, type, name, min, rows, misc, tail, slice, in_pipe, ...)                         \
	{ RECORD_##id, ROLE_##slice, ROLE_##in_pipe },
#define PERF KERNEL
#define SIMPLEPERF KERNEL
#include "wire/records.def"
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
