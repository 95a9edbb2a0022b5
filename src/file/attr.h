/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_ATTR_H
#define FILE_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * The values of a perf_event_attr that the program works with; everything in it
 * is shown through its rows (wire/rows_attr.c). linux/perf_event.h.
 */
struct attr {
	uint32_t type;
	uint32_t size; /* as the attr says, 64 where it says 0 */
	uint64_t config;
	uint64_t sample_period;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t flags; /* numbered from the lowest bit, whatever the producer's byte order */
	uint32_t bp_type;
	uint64_t config1, config2;
	uint64_t branch_sample_type;
	uint64_t regs_user;
	uint64_t regs_intr;
};

enum {
	ATTR_SIZE_VER0 = 64,
	ATTR_TYPE_HARDWARE = 0,
	ATTR_TYPE_SOFTWARE = 1,
	ATTR_TYPE_TRACEPOINT = 2,
	ATTR_TYPE_HW_CACHE = 3,
	ATTR_TYPE_RAW = 4,
	ATTR_TYPE_BREAKPOINT = 5
};

/* Bits of attr->flags that the program asks for. */
enum attr_flag {
	ATTR_EXCLUDE_USER = 4,
	ATTR_EXCLUDE_KERNEL = 5,
	ATTR_EXCLUDE_HV = 6,
	ATTR_FREQ = 10,
	ATTR_PRECISE_IP = 15, /* two bits */
	ATTR_SAMPLE_ID_ALL = 18,
	ATTR_EXCLUDE_HOST = 19,
	ATTR_EXCLUDE_GUEST = 20
};

static inline bool attr_flag(const struct attr *attr, enum attr_flag bit)
{
	return attr->flags >> bit & 1;
}

/* From len bytes of a file; fields behind them are 0. len is at least 48. */
void attr_parse(struct attr *attr, const uint8_t *p, size_t len, bool big);

/*
 * Append the name that perf would make from type and config where the file has
 * none: "cpu-clock", "L1-dcache-load-misses", "raw 0x1a8", "mem:0x1000/8:rw",
 * "PMU/config=0x1/", with modifiers (":u", ":ppp"). pmu is the name of a dynamic
 * type, or NULL.
 */
void attr_name(struct buf *out, const struct attr *attr, const char *pmu);

#endif
