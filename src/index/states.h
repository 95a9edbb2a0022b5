/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_STATES_H
#define INDEX_STATES_H

#include "file/records.h"
#include "index/history.h"

/*
 * Records that say something about the state of tasks, address spaces and the like from
 * their time on: MMAP, MMAP2, FORK, EXIT, COMM at exec, NAMESPACES, KSYMBOL, BPF_EVENT,
 * CGROUP, TEXT_POKE, BUILD_ID. The builder notes each as one struct state_entry of a
 * history, so that the state at any moment is looked up (state/) and all records that
 * carry any are found without a pass.
 */
enum state_what {
	STATE_MAP,    /* start and end: addresses; where both are 0 they are not known */
	STATE_UNMAP,  /* likewise; a KSYMBOL that is gone */
	STATE_FORK,   /* a new process; start: its parent's pid, end: 1 where it inherits no maps */
	STATE_THREAD, /* a new thread of the process start; end: tid of the one that made it */
	STATE_EXEC,   /* of a process, by the thread start */
	STATE_EXIT,   /* of a thread of the process start; end: its parent's pid */
	STATE_NAMESPACES, /* of a thread of the process start */
	STATE_CGROUP,	  /* start: its id */
	STATE_BPF,	  /* start: id of the program; end: bpf.type */
	STATE_POKE,	  /* start and end: addresses of changed text */
	STATE_BUILD_ID,	  /* of a file */
	STATE_WHATS,
	STATE_NONE = STATE_WHATS
};

/*
 * Whose state: the upper two bits of an id say what the others are. Records of processes
 * and threads of numbers that do not fit, which no Linux has, are not noted.
 */
enum state_of {
	STATE_OF_TASK,	       /* the number of a process or thread */
	STATE_OF_GUEST_USER,   /* of a process of a guest, or of its virtual machine */
	STATE_OF_GUEST_KERNEL, /* of the process that is the virtual machine; 0: not said */
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

/* False: the number does not fit. */
static inline bool state_id(enum state_of of, uint64_t number, uint32_t *id)
{
	*id = (uint32_t)of << STATE_NUMBER_BITS | (uint32_t)number;
	return number < 1u << STATE_NUMBER_BITS;
}

/* Can records of the type carry state? For the builder, of each record. */
static inline bool state_type(uint32_t type)
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
 * Make the entry of a record of such a type, all but its row; time: that of the record, 0 or
 * all ones: none. False: it carries none, or the number of its process is none.
 */
bool state_of_record(struct state_entry *entry, const struct layout *layout,
		     const struct record *rec, uint64_t time);

#endif
