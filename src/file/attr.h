/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_ATTR_H
#define FILE_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * The values of a perf_event_attr that the program works with (linux/perf_event.h).
 * wire/rows_attr.c shows all of its fields.
 */
struct attr {
	uint32_t type;
	uint32_t size; /* as the attr says, 64 if it says 0 */
	uint64_t config;
	uint64_t sample_period;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t flags;	 /* bit 0 is the lowest one, in both byte orders */
	uint32_t wakeup; /* events, or bytes if ATTR_WATERMARK is set */
	uint32_t bp_type;
	uint64_t config1, config2; /* of a breakpoint: its address and its length */
	uint64_t branch_sample_type;
	uint64_t regs_user;
	uint32_t stack_user; /* bytes of user stack in each sample */
	int32_t clockid;
	uint64_t regs_intr;
	uint32_t aux_watermark;
	uint16_t max_stack;
	uint32_t aux_sample_size;
	uint32_t aux_action;
	uint64_t sig_data;
	uint64_t config3, config4;
};

enum {
	ATTR_SIZE_VER0 = 64,
	ATTR_SIZE_VER1 = 72,
	ATTR_TYPE_HARDWARE = 0,
	ATTR_TYPE_SOFTWARE = 1,
	ATTR_TYPE_TRACEPOINT = 2,
	ATTR_TYPE_HW_CACHE = 3,
	ATTR_TYPE_RAW = 4,
	ATTR_TYPE_BREAKPOINT = 5,
	ATTR_TYPE_SYNTH = 0x80000000u /* events that perf synthesizes from AUX data */
};

/* The bits of attr->flags that the program uses. */
enum attr_flag {
	ATTR_DISABLED = 0,
	ATTR_INHERIT = 1,
	ATTR_PINNED = 2,
	ATTR_EXCLUSIVE = 3,
	ATTR_EXCLUDE_USER = 4,
	ATTR_EXCLUDE_KERNEL = 5,
	ATTR_EXCLUDE_HV = 6,
	ATTR_EXCLUDE_IDLE = 7,
	ATTR_MMAP = 8,
	ATTR_COMM = 9,
	ATTR_FREQ = 10,
	ATTR_INHERIT_STAT = 11,
	ATTR_ENABLE_ON_EXEC = 12,
	ATTR_TASK = 13,
	ATTR_WATERMARK = 14,
	ATTR_PRECISE_IP = 15, /* two bits */
	ATTR_MMAP_DATA = 17,
	ATTR_SAMPLE_ID_ALL = 18,
	ATTR_EXCLUDE_HOST = 19,
	ATTR_EXCLUDE_GUEST = 20,
	ATTR_EXCLUDE_CALLCHAIN_KERNEL = 21,
	ATTR_EXCLUDE_CALLCHAIN_USER = 22,
	ATTR_MMAP2 = 23,
	ATTR_COMM_EXEC = 24,
	ATTR_USE_CLOCKID = 25,
	ATTR_CONTEXT_SWITCH = 26,
	ATTR_WRITE_BACKWARD = 27,
	ATTR_NAMESPACES = 28,
	ATTR_KSYMBOL = 29,
	ATTR_BPF_EVENT = 30,
	ATTR_CGROUP = 32,
	ATTR_BUILD_ID = 34,
	ATTR_DEFER_CALLCHAIN = 38,
	ATTR_DEFER_OUTPUT = 39,
	ATTR_FLAGS_END /* the kernel has no more flags */
};

static inline bool attr_flag(const struct attr *attr, enum attr_flag bit)
{
	return attr->flags >> bit & 1;
}

/* How precise the address of a sample must be: 0 (any skid) to 3 (no skid) */
static inline unsigned attr_precise(const struct attr *attr)
{
	return attr->flags >> ATTR_PRECISE_IP & 3;
}

/* Is it the software event that counts nothing? */
static inline bool attr_is_dummy(const struct attr *attr)
{
	return attr->type == ATTR_TYPE_SOFTWARE && attr->config == 9;
}

/* Decode len bytes of a file (at least 48). Fields after these bytes are 0. */
void attr_parse(struct attr *attr, const uint8_t *p, size_t len, bool big);

/*
 * Append the name that perf makes from type and config if the file has none: "cpu-clock",
 * "L1-dcache-load-misses", "raw 0x1a8", "mem:0x1000:rw", with modifiers (":u", ":ppp"). pmu is the
 * name of a dynamic type, or NULL. For dynamic types and unknown numbers perf says "unknown"; here
 * they show their numbers: "PMU/config=0x1/".
 */
void attr_name(struct buf *out, const struct attr *attr, const char *pmu);

/* As attr_name(), without modifiers. */
void attr_event(struct buf *out, const struct attr *attr, const char *pmu);

#endif
