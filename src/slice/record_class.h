/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_RECORD_CLASS_H
#define SLICE_RECORD_CLASS_H

#include "index/index.h"

/* Dependencies between records: records that are needed although they do not match. */
enum record_class {
	CLASS_DATA,   /* needed only if it matches */
	CLASS_TASK,   /* state of a process, for its later records and its children's */
	CLASS_SYSTEM, /* state of the whole system, for all later records */
	CLASS_ALWAYS, /* about the recording as a whole */
	CLASS_ROUND,  /* FINISHED_ROUND */
	CLASS_LATE,   /* the rest of an earlier sample of the same task */
	CLASS_HEADER, /* part of a slice's header: of a pipe stream, and tracing data */
	CLASS_PACKED, /* COMPRESSED: the records inside it are separate rows */
	CLASS_DAMAGE  /* not a record */
};

/* pipe: the recording is a pipe stream. */
enum record_class record_class_of(uint32_t type, uint16_t misc, bool pipe);

/* Is a record's CPU mode kernel or guest kernel? */
bool record_in_kernel(uint16_t misc);

/* The kinds of a recording, with the properties that a slice needs. */
struct record_class_kind {
	enum record_class class;
	uint32_t type;
	bool tail;     /* bytes after the record belong to it */
	bool counters; /* a sample with values of counters, of which perf shows the differences */
};

struct record_classes {
	VEC(struct record_class_kind) kinds; /* by number */
	uint64_t masks[CLASS_DAMAGE + 1];    /* for each class: bits as in block_desc.kinds */
	uint64_t counters;		     /* the same for samples with values of counters */
};

/* index must be the index of the file. */
void record_classes_init(struct record_classes *classes, const struct index *index,
			 const struct perf_file *file);
void record_classes_release(struct record_classes *classes);

/* Return the class of a row's kind. An invalid number, from a damaged index, counts as damage. */
const struct record_class_kind *record_class_of_kind(const struct record_classes *classes,
						     uint64_t number);

#endif
