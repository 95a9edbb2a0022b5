/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/states.h"

#include <pthread.h>

#include "wire/field_offset.h"

/* linux/perf_event.h */
enum {
	KSYM_UNREGISTER = 1
};

enum {
	VALUES = 4
};

/*
 * A type of record that changes a state, and the fields that make its entry, in the order of the
 * record's fields.
 */
struct state_rule {
	uint8_t what;
	uint16_t fields[VALUES]; /* FIELD_NONE after the last field */
};

#define LIST(...) __VA_ARGS__
static const struct state_rule rules[] = {
#define KERNEL(id, type, name, min, rows, misc, tail, slice, in_pipe, state, fields, ...)          \
	[RECORD_##id] = { STATE_##state, { LIST fields } },
#define PERF KERNEL
#include "wire/records.def"
};
#undef LIST

/* Where each of these types has the fields of its rule. All of them have a fixed place. */
static struct field_offset places[sizeof(rules) / sizeof(rules[0])][VALUES];

static void find_places(void)
{
	static const struct layout any = { 0 };

	for (uint32_t type = 0; type < sizeof(rules) / sizeof(rules[0]); type++)
		for (int i = 0; i < VALUES && rules[type].fields[i]; i++)
			field_offset_find(&places[type][i], &any, type,
					  (enum field_id)rules[type].fields[i]);
}

/* Read the values of a rule's fields. False: the record is too short. */
static bool read_values(uint64_t *v, const struct layout *layout, const struct record *rec)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, find_places);
	for (int i = 0; i < VALUES && rules[rec->type].fields[i]; i++)
		if (!field_offset_load(&places[rec->type][i], layout, rec->type, rec->bytes,
				       rec->size, &v[i]))
			return false;
	return true;
}

/* Set an address range, limited to the top of the address space. */
static void set_range(struct state_entry *e, uint64_t start, uint64_t len)
{
	e->start = start;
	e->end = len > UINT64_MAX - start ? UINT64_MAX : start + len;
}

static bool set_id(struct state_entry *e, enum state_of of, uint64_t number)
{
	uint32_t id = 0;
	bool ok = state_id(of, number, &id);

	e->at.id = id;
	return ok;
}

static bool take_map(struct state_entry *e, const struct record *rec, uint64_t pid)
{
	switch (rec->misc & CPUMODE_MASK) {
	case CPUMODE_KERNEL:
		return set_id(e, STATE_OF_ALL, STATE_ALL_KERNEL);
	case CPUMODE_GUEST_KERNEL:
		/* pid is the process of the virtual machine; all ones or 0 if it is unknown */
		if (pid >> STATE_NUMBER_BITS)
			pid = 0;
		return set_id(e, STATE_OF_GUEST_KERNEL, pid);
	case CPUMODE_GUEST_USER:
		return set_id(e, STATE_OF_GUEST_USER, pid);
	default:
		return set_id(e, STATE_OF_TASK, pid);
	}
}

/*
 * perf synthesizes FORK records of a thread by itself for threads that existed before the
 * recording.
 */
static bool take_fork(struct state_entry *e, const struct record *rec, const uint64_t *v)
{
	uint64_t pid = v[0], ppid = v[1], tid = v[2], ptid = v[3];

	if (tid == ptid)
		return false;
	if (pid == ppid) {
		e->at.what = STATE_THREAD;
		e->start = pid;
		e->end = ptid;
		return set_id(e, STATE_OF_TASK, tid);
	}
	e->start = ppid;
	/* After a FORK record that perf synthesizes, MMAP records give the maps of the process. */
	e->end = (rec->misc & MISC_FORK_EXEC) != 0;
	return set_id(e, STATE_OF_TASK, pid);
}

static bool take_task(struct state_entry *e, uint64_t tid, uint64_t start, uint64_t end)
{
	e->start = start;
	e->end = end;
	return set_id(e, STATE_OF_TASK, tid);
}

static bool take_all(struct state_entry *e, enum state_all all, uint64_t start, uint64_t end)
{
	e->start = start;
	e->end = end;
	return set_id(e, STATE_OF_ALL, all);
}

/* v: the values of the rule's fields, in their order in records.def. */
static bool make_entry(struct state_entry *e, const struct record *rec, const uint64_t *v)
{
	switch (rec->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
		set_range(e, v[1], v[2]);
		return take_map(e, rec, v[0]);
	case RECORD_FORK:
		return take_fork(e, rec, v);
	case RECORD_EXIT:
		return take_task(e, v[2], v[0], v[1]);
	case RECORD_COMM:
		return take_task(e, v[0], v[1], 0);
	case RECORD_NAMESPACES:
		return take_task(e, v[1], v[0], 0);
	case RECORD_KSYMBOL:
		if (v[2] & KSYM_UNREGISTER)
			e->at.what = STATE_UNMAP;
		set_range(e, v[0], v[1]);
		return set_id(e, STATE_OF_ALL, STATE_ALL_KSYMBOLS);
	case RECORD_BPF_EVENT:
		return take_all(e, STATE_ALL_BPF, v[1], v[0]);
	case RECORD_CGROUP:
		return take_all(e, STATE_ALL_CGROUPS, v[0], 0);
	case RECORD_TEXT_POKE:
		set_range(e, v[0], v[1] > v[2] ? v[1] : v[2]);
		return set_id(e, STATE_OF_ALL, STATE_ALL_POKES);
	default:
		return take_all(e, STATE_ALL_BUILD_IDS, 0, 0);
	}
}

bool state_of_record(struct state_entry *e, const struct layout *layout, const struct record *rec,
		     uint64_t time)
{
	uint64_t v[VALUES];

	if (rec->type >= sizeof(rules) / sizeof(rules[0]) || !state_may_change(rec->type) ||
	    (rec->type == RECORD_COMM && !(rec->misc & MISC_COMM_EXEC)) ||
	    !read_values(v, layout, rec))
		return false;
	*e = (struct state_entry){ .at = { .what = rules[rec->type].what } };
	e->at.time = time == UINT64_MAX ? 0 : time;
	return make_entry(e, rec, v);
}
