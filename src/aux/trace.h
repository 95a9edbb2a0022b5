/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_TRACE_H
#define AUX_TRACE_H

#include "aux/packet.h"

/* Trace data of any format, as packets. */
enum trace_format {
	TRACE_BYTES, /* an unknown format: the walk ends at once */
	TRACE_INTEL_PT,
	TRACE_INTEL_BTS,
	TRACE_ARM_SPE,
	TRACE_FORMATS
};

/* The format for a type of AUXTRACE_INFO; perf's enum auxtrace_type. */
enum trace_format trace_format(uint32_t auxtrace_type);

struct trace {
	enum trace_format format;
	struct packet_walk walk;
};

/*
 * Walk over len bytes, which the caller keeps. start: their offset in the AUX buffer (0 if
 * unknown).
 */
void trace_init(struct trace *trace, enum trace_format format, const uint8_t *p, size_t len,
		uint64_t start);

/* Get the next packet. False at the end. The packets tile the bytes up to there. */
bool trace_next(struct trace *trace, struct packet *packet);

/* Continue a walk with other bytes, which follow the last packet. Offsets of packets begin at p. */
void trace_move(struct trace *trace, const uint8_t *p, size_t len);

/*
 * Split the last packet, if it is a run that continues in the next bytes. packet: the first part,
 * with its length. The walk continues with the rest of the run.
 */
void trace_split(struct trace *trace, const struct packet *packet);

/* Get the address of a packet if all of it is known, or its value. False: the packet has none. */
bool trace_ip(enum trace_format format, const struct packet *packet, uint64_t *ip);
bool trace_value(enum trace_format format, const struct packet *packet, uint64_t *value);

/* A packet of the format as text: the kind's name and the packet's numbers. */
const char *trace_kind_name(enum trace_format format, unsigned kind);
void trace_text(enum trace_format format, const struct packet *packet, struct buf *out);

#endif
