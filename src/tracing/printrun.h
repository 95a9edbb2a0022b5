/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTRUN_H
#define TRACING_PRINTRUN_H

#include "tracing/printfmt.h"

enum {
	PRINTRUN_MAX = 16 << 10 /* bytes of a text; a longer text is cut */
};

/*
 * Append the name of the kernel function at an address, and the offset in it if offset is set.
 * False: the address has no name, and nothing is appended.
 */
struct printrun_names {
	bool (*add)(void *arg, uint64_t addr, bool offset, struct buf *out);
	void *arg;
};

/*
 * Append the text of a sample's raw data. names NULL: addresses of functions stay numbers. For any
 * thread.
 *
 * False, with nothing appended: the data belong to another tracepoint, some data of the text are
 * missing, or libtraceevent would divide by 0, shift by more than 63 bits or read outside of the
 * data.
 */
bool printrun_text(const struct printfmt *print, const uint8_t *raw, size_t len,
		   const struct printrun_names *names, struct buf *out);

/*
 * Find the string of a PRINT_CHARS or a PRINT_STRING in raw data. False: the data lack it, or
 * libtraceevent would read outside of them.
 */
bool printrun_string(const struct printfmt *print, const struct print_node *node,
		     const uint8_t *raw, size_t len, const char **string, size_t *string_len);

#endif
