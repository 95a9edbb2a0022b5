/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTRUN_H
#define TRACING_PRINTRUN_H

#include "tracing/printfmt.h"

enum {
	PRINTRUN_MAX = 16 << 10 /* bytes of a text; what is longer is cut */
};

/*
 * Appends the name of the function of the kernel that an address is in, behind it the offset there
 * where that is asked for. False: it has none, and nothing is appended.
 */
struct printrun_names {
	bool (*add)(void *arg, uint64_t addr, bool offset, struct buf *out);
	void *arg;
};

/*
 * Append the text of a sample's raw data; names NULL: addresses of functions stay numbers. False,
 * and nothing is appended: the program does not fit the data, that is, they are of another
 * tracepoint, or not all is there that the text is made of, or libtraceevent would do something
 * that no program should. Any thread.
 */
bool printrun_text(const struct printfmt *print, const uint8_t *raw, size_t len,
		   const struct printrun_names *names, struct buf *out);

#endif
