/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_TRACE_H
#define AUX_TRACE_H

#include "aux/bts.h"
#include "aux/pt.h"
#include "aux/spe.h"

/* Trace data of any format, as packets. */
enum trace_format {
	TRACE_BYTES, /* no packets are known: the walk ends at once */
	TRACE_INTEL_PT,
	TRACE_INTEL_BTS,
	TRACE_ARM_SPE,
	TRACE_FORMATS
};

/* The format that a type of AUXTRACE_INFO stands for; enum auxtrace_type of perf. */
enum trace_format trace_format(uint32_t auxtrace_type);

struct trace {
	enum trace_format format;
	union {
		struct pt pt;
		struct bts bts;
		struct spe spe;
	};
};

/* Walk over len bytes, which begin at a place of the AUX buffer (0 where it is not known). */
void trace_init(struct trace *trace, enum trace_format format, const uint8_t *p, size_t len,
		uint64_t start);
bool trace_next(struct trace *trace, struct packet *packet);

/*
 * Go on with a walk at other bytes, those that follow the last packet. After trace_split() it goes
 * on inside of that packet, which was a run longer than the bytes that were there.
 */
void trace_move(struct trace *trace, const uint8_t *p, size_t len);
void trace_split(struct trace *trace, const struct packet *packet);

/* The address that a packet tells, where it is whole, and its number. False: there is none. */
bool trace_ip(enum trace_format format, const struct packet *packet, uint64_t *ip);
bool trace_value(enum trace_format format, const struct packet *packet, uint64_t *value);

/* A packet of that format as text: the kind's name, and what it says besides. */
const char *trace_kind(enum trace_format format, unsigned kind);
void trace_text(enum trace_format format, const struct packet *packet, struct buf *out);

#endif
