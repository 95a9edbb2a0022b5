/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_PACKETS_H
#define RECORDING_PACKETS_H

#include "aux/trace.h"
#include "file/source.h"

/*
 * A walk over the packets of trace data of any size. Pieces are read when needed, so memory is
 * bounded. The place can be copied at any packet, to continue from there later (struct
 * packets_place).
 */
struct packets_place {
	uint64_t offset; /* of the next packet, from the start of the trace data */
	uint64_t number; /* its number, from 0 */
	struct trace trace;
};

struct packets {
	const struct source *source; /* NULL: the bytes are in memory */
	uint64_t at, size;	     /* of the trace data, in the source */
	struct packets_place place;
	uint8_t *piece; /* bytes from the offset (place.offset - used) on */
	const uint8_t *bytes;
	size_t len, used;
};

/*
 * Walk over size bytes of a source, or of memory; start is the offset of the first byte in the AUX
 * buffer. Both outlive the walk.
 */
void packets_init(struct packets *packets, enum trace_format format, const struct source *source,
		  uint64_t at, uint64_t size, uint64_t start);
void packets_init_bytes(struct packets *packets, enum trace_format format, const uint8_t *bytes,
			size_t size);
void packets_release(struct packets *packets);

/* Continue at a place where the walk has been. */
void packets_seek(struct packets *packets, const struct packets_place *place);

/*
 * Set the next packet, with its offset from the start of the trace data. Its bytes stay valid until
 * the next call. A run longer than a piece is split into several packets. Returns false at the end,
 * or if the bytes cannot be read.
 */
bool packets_next(struct packets *packets, struct packet *packet);

#endif
