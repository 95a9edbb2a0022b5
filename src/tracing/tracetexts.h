/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACETEXTS_H
#define TRACING_TRACETEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "wire/tracefmt.h"

/*
 * Samples of tracepoints whose texts are requested from a helper process, and the texts of its
 * reply. They can be reused.
 */
struct tracetext {
	size_t off; /* where the text is in reply */
	size_t len;
	bool has;
};

struct tracetexts {
	struct buf request, reply;
	uint32_t n;		    /* samples in the request */
	VEC(struct tracetext) list; /* the texts of reply, in the order of the samples */
};

void tracetexts_init(struct tracetexts *texts);
void tracetexts_release(struct tracetexts *texts);

/* Remove all samples. */
void tracetexts_reset(struct tracetexts *texts);

/* Add a sample with raw data of that format. The data are copied. */
void tracetexts_add(struct tracetexts *texts, const struct tracefmt *format, uint32_t cpu,
		    const void *raw, size_t len);

/* Find the texts in the reply. Samples that are not in it, or whose part is cut, have none. */
void tracetexts_read(struct tracetexts *texts);

/* In a request, this is before the raw data of each sample. */
struct tracetexts_head {
	uint32_t number, cpu, len; /* number of the format; bytes of raw data */
};

/* In a reply, the length of a text is before it. TRACETEXTS_NONE: the sample has no text. */
#define TRACETEXTS_NONE UINT32_MAX

#endif
