/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/record_class.h"

static const struct {
	uint32_t type;
	enum record_class class, in_pipe;
} classes[] = {
#define KERNEL(id, type, name, min, rows, misc, tail, slice, in_pipe, ...)                         \
	{ RECORD_##id, CLASS_##slice, CLASS_##in_pipe },
#define PERF KERNEL
#define SIMPLEPERF KERNEL
#include "wire/records.def"
	{ RECORD_DAMAGE, CLASS_DAMAGE, CLASS_DAMAGE },
};

bool record_in_kernel(uint16_t misc)
{
	unsigned mode = misc & CPUMODE_MASK;

	return mode == CPUMODE_KERNEL || mode == CPUMODE_GUEST_KERNEL;
}

/* Is it a mapping of the kernel? Addresses of all tasks are looked up in these. */
static bool is_kernel_map(uint32_t type, uint16_t misc)
{
	return (type == RECORD_MMAP || type == RECORD_MMAP2) && record_in_kernel(misc);
}

enum record_class record_class_of(uint32_t type, uint16_t misc, bool pipe)
{
	if (is_kernel_map(type, misc))
		return CLASS_SYSTEM;
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (classes[i].type == type)
			return pipe ? classes[i].in_pipe : classes[i].class;
	return CLASS_DATA;
}

static bool has_counters(const struct kind_entry *entry, const struct events *events)
{
	return entry->type == RECORD_SAMPLE &&
	       events_layout(events, entry->layout)->sample_type & SAMPLE_READ;
}

void record_classes_init(struct record_classes *r, const struct index *index,
			 const struct perf_file *file)
{
	*r = (struct record_classes){ 0 };
	for (uint64_t i = 0; i < index_kinds(index); i++) {
		const struct kind *kind = index_kind(index, i);
		const struct record_desc *desc = record_find(kind->entry.type);
		enum record_class class =
			record_class_of(kind->entry.type, kind->entry.misc, file->header.pipe);
		bool counters = has_counters(&kind->entry, &file->events);

		vec_push(&r->kinds, ((struct record_class_kind){
					    .class = class,
					    .type = kind->entry.type,
					    .tail = desc && desc->tail != TAIL_NONE,
					    .counters = counters,
				    }));
		r->masks[class] |= 1ull << (i & 63);
		r->counters |= (uint64_t)counters << (i & 63);
	}
}

void record_classes_release(struct record_classes *r)
{
	vec_release(&r->kinds);
}

const struct record_class_kind *record_class_of_kind(const struct record_classes *r,
						     uint64_t number)
{
	static const struct record_class_kind damage = { .class = CLASS_DAMAGE,
							 .type = RECORD_DAMAGE };

	return number < r->kinds.n ? &r->kinds.v[number] : &damage;
}
