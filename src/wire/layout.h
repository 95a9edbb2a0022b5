/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_LAYOUT_H
#define WIRE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/regs.h"

struct tracefmt;

/*
 * The values that determine the layout of a record: parts of its perf_event_attr, and properties of
 * the file. For records without an attr, use a zeroed layout with `big` of the file.
 */
struct layout {
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t branch_type; /* attr.branch_sample_type */
	uint64_t regs_user;   /* attr.sample_regs_user */
	uint64_t regs_intr;   /* attr.sample_regs_intr */
	uint64_t period;      /* attr.sample_period, 0 when freq is set */
	/* maximum number of frames of a call chain, 0: the kernel writes none */
	uint16_t max_stack;
	uint16_t trailer; /* bytes of the sample_id trailer, 0 without sample_id_all */
	bool counters;	  /* an event of the group has PERF_SAMPLE_BRANCH_COUNTERS */
	bool big;	  /* the producer's byte order */
	enum regs_arch arch;
	const struct tracefmt *format; /* of the raw data, NULL: unknown */
};

/* Bits of sample_type that code names: linux/perf_event.h. */
enum {
	SAMPLE_IP = 1u << 0,
	SAMPLE_TID = 1u << 1,
	SAMPLE_TIME = 1u << 2,
	SAMPLE_ADDR = 1u << 3,
	SAMPLE_READ = 1u << 4,
	SAMPLE_CALLCHAIN = 1u << 5,
	SAMPLE_ID = 1u << 6,
	SAMPLE_CPU = 1u << 7,
	SAMPLE_PERIOD = 1u << 8,
	SAMPLE_STREAM_ID = 1u << 9,
	SAMPLE_RAW = 1u << 10,
	SAMPLE_BRANCH_STACK = 1u << 11,
	SAMPLE_REGS_USER = 1u << 12,
	SAMPLE_STACK_USER = 1u << 13,
	SAMPLE_WEIGHT = 1u << 14,
	SAMPLE_DATA_SRC = 1u << 15,
	SAMPLE_IDENTIFIER = 1u << 16,
	SAMPLE_TRANSACTION = 1u << 17,
	SAMPLE_REGS_INTR = 1u << 18,
	SAMPLE_PHYS_ADDR = 1u << 19,
	SAMPLE_AUX = 1u << 20,
	SAMPLE_CGROUP = 1u << 21,
	SAMPLE_DATA_PAGE_SIZE = 1u << 22,
	SAMPLE_CODE_PAGE_SIZE = 1u << 23,
	SAMPLE_WEIGHT_STRUCT = 1u << 24,
	SAMPLE_KNOWN = (1u << 25) - 1
};

enum {
	MAX_STACK_USUAL = 127 /* kernel.perf_event_max_stack, unless the attr sets another value */
};

/* Bits of read_format: linux/perf_event.h. */
enum {
	READ_TIME_ENABLED = 1,
	READ_TIME_RUNNING = 2,
	READ_ID = 4,
	READ_GROUP = 8,
	READ_LOST = 16
};

/* Bits of branch_sample_type that code names: linux/perf_event.h. */
enum {
	BRANCH_CALL_STACK = 1u << 11,
	BRANCH_HW_INDEX = 1u << 17,
	BRANCH_COUNTERS = 1u << 19
};

/* The size in bytes of the sample_id trailer for a sample_type. */
static inline uint16_t layout_trailer(uint64_t sample_type)
{
	uint64_t in_trailer = SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU |
			      SAMPLE_IDENTIFIER;

	return (uint16_t)(8 * __builtin_popcountll(sample_type & in_trailer));
}

#endif
