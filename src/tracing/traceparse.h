/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACEPARSE_H
#define TRACING_TRACEPARSE_H

#include "base/buf.h"
#include "tracing/printfmt.h"
#include "tracing/tracedata.h"
#include "wire/tracefmt.h"

/*
 * The only user of libtraceevent. The library trusts its input, so this runs in a process of its
 * own (tracing/tracehelper.h), which may die anywhere.
 */
struct traceparse;

struct traceparse *traceparse_open(const struct tracedata *data);
void traceparse_close(struct traceparse *parse);

/*
 * Append the description (tracing/tracetable.h) of the format with this number. Its print format is
 * not parsed, which would take most of the time. False: the text is no format.
 */
bool traceparse_fields(struct traceparse *parse, uint32_t number, struct buf *table);

/* Parse the format with this number, with its print format. False: the text is no format. */
bool traceparse_format(struct traceparse *parse, uint32_t number);

/*
 * The program for the print format with this number, after all formats were parsed. NULL: it has
 * none (tracing/printcompile.h).
 */
struct printfmt *traceparse_print(struct traceparse *parse, uint32_t number);

/*
 * Append the raw data of a sample as perf prints them, by the format with this number. False: the
 * format was not parsed.
 */
bool traceparse_text(struct traceparse *parse, uint32_t number, uint32_t cpu, const void *raw,
		     size_t len, struct buf *out);

#endif
