/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_STATES_H
#define INDEX_STATES_H

#include "file/records.h"
#include "index/history.h"

/*
 * Records that change the state of tasks, address spaces and others from their time on: MMAP,
 * MMAP2, FORK, EXIT, COMM at exec, NAMESPACES, KSYMBOL, BPF_EVENT, CGROUP, TEXT_POKE, BUILD_ID. The
 * builder notes each of them as a struct state_entry in a history. The state at any moment is then
 * found by a look-up (state/), and all such records are found without reading the recording.
 */
enum state_what {
	STATE_MAP,    /* start and end: addresses; both 0: unknown */
	STATE_UNMAP,  /* addresses as above; also a KSYMBOL that was removed */
	STATE_FORK,   /* a new process; start: its parent's pid, end: 1 if it inherits no maps */
	STATE_THREAD, /* a new thread; start: its pid, end: tid of its creator */
	STATE_EXEC,   /* of a process; start: the thread that called exec */
	STATE_EXIT,   /* of a thread; start: its pid, end: pid of its parent */
	STATE_NAMESPACES, /* of a thread; start: its pid */
	STATE_CGROUP,	  /* start: its id */
	STATE_BPF,	  /* start: id of the program; end: bpf.type */
	STATE_POKE,	  /* start and end: addresses of changed text */
	STATE_BUILD_ID,	  /* of a file */
	STATE_WHATS,
	STATE_NONE = STATE_WHATS
};

/*
 * The owner of a state. The upper two bits of an id select the meaning of the other bits. Processes
 * and threads whose numbers do not fit are not noted; Linux has no such numbers.
 */
enum state_of {
	STATE_OF_TASK,	       /* the number of a process or thread */
	STATE_OF_GUEST_USER,   /* a process of a guest, or the process of its virtual machine */
	STATE_OF_GUEST_KERNEL, /* the process of the virtual machine; 0: unknown */
	STATE_OF_ALL	       /* enum state_all */
};

enum state_all {
	STATE_ALL_KERNEL, /* the address space of kernel and modules: MMAP */
	STATE_ALL_CGROUPS,
	STATE_ALL_BPF,
	STATE_ALL_POKES,
	STATE_ALL_BUILD_IDS,
	STATE_ALL_KSYMBOLS /* addresses of KSYMBOL records */
};

enum {
	STATE_NUMBER_BITS = 30
};

/* Make an id. Returns false if the number does not fit. */
static inline bool state_id(enum state_of of, uint64_t number, uint32_t *id)
{
	*id = (uint32_t)of << STATE_NUMBER_BITS | (uint32_t)number;
	return number < 1u << STATE_NUMBER_BITS;
}

/* Can records of the type change a state? The builder calls this for each record. */
static inline bool state_may_change(uint32_t type)
{
	const uint64_t kernel = 0
#define KERNEL(id, type, name, min, rows, misc, tail, slice, in_pipe, state, ...)                  \
	| (STATE_##state == STATE_NONE ? 0 : 1ull << (type))
#include "wire/records.def"
		;
	const uint64_t perf = 0
#define PERF(id, type, name, min, rows, misc, tail, slice, in_pipe, state, ...)                    \
	| (STATE_##state == STATE_NONE ? 0 : 1ull << ((type)-RECORD_USER_START))
#include "wire/records.def"
		;

	if (type < RECORD_USER_START)
		return kernel >> type & 1;
	return type - RECORD_USER_START < 64 && perf >> (type - RECORD_USER_START) & 1;
}

/*
 * Make the entry of a record of such a type, except for its row. time: of the record; 0 or all
 * ones: none. Returns false if the record changes no state, or if it has no valid process.
 */
bool state_of_record(struct state_entry *entry, const struct layout *layout,
		     const struct record *rec, uint64_t time);

#endif
