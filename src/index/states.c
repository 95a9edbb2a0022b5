/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/states.h"

#include "wire/decode.h"

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

/* Receives the values of a rule's fields, and stops the walk after the last one. */
struct values {
	struct sink sink;
	const struct state_rule *rule;
	unsigned n;
	uint64_t v[VALUES];
};

static bool take_item(struct sink *sink, const struct item *item)
{
	struct values *values = (struct values *)sink;

	if (item->field == values->rule->fields[values->n])
		values->v[values->n++] = item->num;
	return values->n < VALUES && values->rule->fields[values->n];
}

static bool read_values(struct values *values, const struct layout *layout,
			const struct record *rec)
{
	values->sink = (struct sink){ .begin = take_item, .value = take_item };
	if (values->rule->fields[0])
		decode_record(layout, rec->bytes, rec->size, &values->sink);
	return values->n == VALUES || !values->rule->fields[values->n];
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
	struct values values = { .n = 0 };

	if (rec->type < sizeof(rules) / sizeof(rules[0]) && state_may_change(rec->type))
		values.rule = &rules[rec->type];
	if (!values.rule || (rec->type == RECORD_COMM && !(rec->misc & MISC_COMM_EXEC)) ||
	    !read_values(&values, layout, rec))
		return false;
	*e = (struct state_entry){ .at = { .what = values.rule->what } };
	e->at.time = time == UINT64_MAX ? 0 : time;
	return make_entry(e, rec, values.v);
}
