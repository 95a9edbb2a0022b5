/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTRUN_H
#define TRACING_PRINTRUN_H

#include "tracing/printfmt.h"

enum {
	PRINTRUN_MAX = 16 << 10 /* bytes of a text; what is longer is cut */
};

/*
 * Append the text of a sample's raw data. False, and nothing is appended: the program does not
 * fit them, that is, they are of another tracepoint, or not all is there that the text is made
 * of, or libtraceevent would do something that no program should. Any thread.
 */
bool printrun_text(const struct printfmt *print, const uint8_t *raw, size_t len, struct buf *out);

#endif
