/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACEHELPER_H
#define TRACING_TRACEHELPER_H

#include "base/buf.h"
#include "tracing/printrun.h"
#include "tracing/tracedata.h"
#include "tracing/tracetexts.h"
#include "wire/tracefmt.h"

/*
 * A process that parses the formats of tracepoints and makes texts of their samples, in a sandbox
 * and with little time for each answer. If it dies, it is started again, without the format that
 * caused this. After several deaths it is not used any more, and samples have no texts any more.
 *
 * Any thread may call these functions.
 */
struct tracehelper;

/*
 * Start the process and add the descriptions of all formats. data, and the bytes that it points
 * into, must not change while the helper exists. Never fails: see tracehelper_take_problem().
 */
struct tracehelper *tracehelper_open(const struct tracedata *data, struct tracefmts *formats);
void tracehelper_close(struct tracehelper *helper);

/*
 * Wait for the programs, and end the process until texts are needed again, because the recording is
 * one of many and is not shown.
 */
void tracehelper_rest(struct tracehelper *helper);

/*
 * Append problems since the last call, with names escaped. Nothing is appended if there are none.
 */
void tracehelper_take_problem(struct tracehelper *helper, struct buf *out);

/*
 * Append the text of a sample without a request to the process: run the program of the print format
 * (tracing/printrun.h). False: there is no program, or it cannot be used; nothing is appended, and
 * the process must be used. Both texts are equal, except that the process does not know names of
 * functions.
 */
bool tracehelper_print(struct tracehelper *helper, const struct tracefmt *format, const void *raw,
		       size_t len, const struct printrun_names *names, struct buf *out);

/*
 * The program of a format's print format. NULL: there is none. The first call waits until the
 * process has sent all programs.
 */
const struct printfmt *tracehelper_program(struct tracehelper *helper,
					   const struct tracefmt *format);

/* Fill in the texts of all samples. For a sample without a text, has is false. */
void tracehelper_texts(struct tracehelper *helper, struct tracetexts *texts);

#endif
