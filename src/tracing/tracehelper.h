/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACEHELPER_H
#define TRACING_TRACEHELPER_H

#include "base/buf.h"
#include "tracing/printrun.h"
#include "tracing/tracedata.h"
#include "wire/tracefmt.h"

/*
 * A process of its own that has the formats of tracepoints parsed and tells their
 * samples as text, in a sandbox and with little time for each answer. When it dies
 * it is started again, without the format that it died of; after some times
 * it is given up, and nothing has a text any more.
 *
 * Functions are safe from any thread.
 */
struct tracehelper;

/*
 * Start it and collect the descriptions of all formats. data must stay as it is while the helper is
 * there, with the bytes that it points into. Never fails: see tracehelper_take_problem().
 */
struct tracehelper *tracehelper_open(const struct tracedata *data, struct tracefmts *formats);
void tracehelper_close(struct tracehelper *helper);

/* End the process until texts are wanted again: for one of many that are not looked at. */
void tracehelper_rest(struct tracehelper *helper);

/* Append what went wrong since the last call, names escaped; nothing when all is well. */
void tracehelper_take_problem(struct tracehelper *helper, struct buf *out);

/*
 * The text of a sample without asking the process: by the program that it has made of the print
 * format (tracing/printrun.h), where it could make one. False: nothing is appended, the process
 * has to be asked. What is printed does not differ, but the process knows no names of functions.
 */
bool tracehelper_print(const struct tracehelper *helper, const struct tracefmt *format,
		       const void *raw, size_t len, const struct printrun_names *names,
		       struct buf *out);

/* The program of a format's print format; NULL: there is none. */
const struct printfmt *tracehelper_program(const struct tracehelper *helper,
					   const struct tracefmt *format);

/* Samples whose texts are wanted, and the texts. They can be used again and again. */
struct tracetext {
	size_t off; /* in reply */
	size_t len;
	bool has;
};

struct tracetexts {
	struct buf request, reply;
	uint32_t n;		    /* in the request */
	VEC(struct tracetext) list; /* of the reply: as many, in the same order */
};

void tracetexts_init(struct tracetexts *texts);
void tracetexts_release(struct tracetexts *texts);

/* Forget all samples. */
void tracetexts_reset(struct tracetexts *texts);

/* Add a sample: its raw data, which are copied, are of that format. */
void tracetexts_add(struct tracetexts *texts, const struct tracefmt *format, uint32_t cpu,
		    const void *raw, size_t len);

/* Fill in the texts of all samples. Those that cannot be had have has unset. */
void tracehelper_texts(struct tracehelper *helper, struct tracetexts *texts);

#endif
