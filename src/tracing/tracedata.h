/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACEDATA_H
#define TRACING_TRACEDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

/*
 * Tracing data: the files that perf and trace-cmd copy from tracefs, so that tracepoints can be
 * read on another machine (perf's util/trace-event-info.c). Here they are only split into parts;
 * all pointers point into the caller's bytes.
 */
struct tracedata_format {
	const char *system; /* ends with a NUL */
	const char *text;   /* events/SYSTEM/NAME/format, len bytes without a NUL */
	size_t len;
};

struct tracedata {
	bool big;
	unsigned long_size; /* bytes of the kernel's long, 4 or 8 */
	uint32_t page_size;
	VEC(struct tracedata_format) formats;
	const char *printk; /* lines 0xADDRESS : "FORMAT", printk_len bytes without a NUL */
	size_t printk_len;
};

/*
 * Split len bytes into parts. After ERR_FORMAT, with the offset of the problem, data has the parts
 * that precede the problem.
 */
int tracedata_parse(struct tracedata *data, const uint8_t *p, size_t len, struct err *err);
void tracedata_release(struct tracedata *data);

#endif
