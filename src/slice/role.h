/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_ROLE_H
#define SLICE_ROLE_H

#include "index/index.h"

/* What records are for one another: which of those that do not match are needed nevertheless. */
enum role {
	ROLE_DATA,   /* for itself */
	ROLE_TASK,   /* state of a process: its later records, and its children's, need it */
	ROLE_SYSTEM, /* state of the whole system: all later records need it */
	ROLE_ALWAYS, /* about the recording as a whole */
	ROLE_ROUND,  /* FINISHED_ROUND */
	ROLE_LATE,   /* the rest of a sample of the same task that came before */
	ROLE_HEADER, /* what a slice has in its header: of a pipe stream, and tracing data */
	ROLE_PACKED, /* COMPRESSED: what it holds are records of their own */
	ROLE_DAMAGE  /* no record */
};

/* pipe: the recording is a pipe stream. pid is that of the record, if it has one. */
enum role role_of(uint32_t type, uint16_t misc, bool pipe);

/* Is a record's CPU mode that of the kernel, or of a guest's? */
bool role_in_kernel(uint16_t misc);

/* The kinds of a recording, with what a slice has to know of each. */
struct role_kind {
	enum role role;
	uint32_t type;
	bool tail;     /* bytes behind the record belong to it */
	bool counters; /* a sample with values of counters, which perf shows as differences */
};

struct roles {
	VEC(struct role_kind) kinds;	 /* by their numbers */
	uint64_t masks[ROLE_DAMAGE + 1]; /* of each role: bits as in block_desc.kinds */
	uint64_t counters;		 /* likewise of samples with values of counters */
};

/* The index is that of the file. */
void roles_init(struct roles *roles, const struct index *index, const struct perf_file *file);
void roles_release(struct roles *roles);

/* Of the kind of a row. A number that is none, in a damaged index, is that of damage. */
const struct role_kind *roles_kind(const struct roles *roles, uint64_t number);

#endif
