/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/trace.h"

#include "aux/pt_text.h"
#include "aux/spe_text.h"

static const char *bytes_kind(unsigned kind)
{
	(void)kind;
	return "";
}

static void bytes_text(const struct packet *packet, struct buf *out)
{
	(void)packet;
	(void)out;
}

static const struct {
	uint32_t type; /* of AUXTRACE_INFO */
	const char *(*kind)(unsigned kind);
	void (*text)(const struct packet *packet, struct buf *out);
} formats[TRACE_FORMATS] = {
	[TRACE_BYTES] = { 0, bytes_kind, bytes_text },
	[TRACE_INTEL_PT] = { 1, pt_kind_text, pt_text },
	[TRACE_INTEL_BTS] = { 2, bts_kind_text, bts_text },
	[TRACE_ARM_SPE] = { 4, spe_kind_text, spe_text },
};

enum trace_format trace_format(uint32_t auxtrace_type)
{
	for (unsigned i = 0; i < TRACE_FORMATS; i++)
		if (formats[i].type == auxtrace_type)
			return (enum trace_format)i;
	return TRACE_BYTES;
}

void trace_init(struct trace *trace, enum trace_format format, const uint8_t *p, size_t len,
		uint64_t start)
{
	trace->format = format;
	switch (format) {
	case TRACE_INTEL_PT:
		pt_init(&trace->pt, p, len);
		break;
	case TRACE_INTEL_BTS:
		bts_init(&trace->bts, p, len);
		break;
	case TRACE_ARM_SPE:
		spe_init(&trace->spe, p, len, start);
		break;
	case TRACE_BYTES:
	case TRACE_FORMATS:
	default:
		break;
	}
}

bool trace_next(struct trace *trace, struct packet *packet)
{
	switch (trace->format) {
	case TRACE_INTEL_PT:
		return pt_next(&trace->pt, packet);
	case TRACE_INTEL_BTS:
		return bts_next(&trace->bts, packet);
	case TRACE_ARM_SPE:
		return spe_next(&trace->spe, packet);
	case TRACE_BYTES:
	case TRACE_FORMATS:
	default:
		return false;
	}
}

void trace_move(struct trace *trace, const uint8_t *p, size_t len)
{
	switch (trace->format) {
	case TRACE_INTEL_PT:
		trace->pt.p = p;
		trace->pt.len = len;
		trace->pt.pos = 0;
		break;
	case TRACE_INTEL_BTS:
		bts_init(&trace->bts, p, len);
		break;
	case TRACE_ARM_SPE:
		spe_init(&trace->spe, p, len, trace->spe.start + trace->spe.pos);
		break;
	case TRACE_BYTES:
	case TRACE_FORMATS:
	default:
		break;
	}
}

void trace_split(struct trace *trace, const struct packet *packet)
{
	if (trace->format == TRACE_ARM_SPE)
		trace->spe.pos = (size_t)packet->len;
	/* Only a PSB ends a run of bytes that are no packets. */
	if (trace->format == TRACE_INTEL_PT)
		trace->pt.synced = packet->kind != PT_UNSYNCED && packet->kind != PT_BAD;
}

bool trace_ip(enum trace_format format, const struct packet *packet, uint64_t *ip)
{
	bool pt = format == TRACE_INTEL_PT && packet->kind >= PT_TIP && packet->kind <= PT_FUP;

	*ip = pt ? packet->more : packet->value;
	return (pt && packet->full && packet->index != PT_IP_NONE) ||
	       (format == TRACE_INTEL_BTS && packet->kind == BTS_BRANCH) ||
	       (format == TRACE_ARM_SPE && packet->kind == SPE_ADDRESS);
}

/* Does a kind of Intel PT have a number? */
static bool pt_has_value(unsigned kind)
{
	switch (kind) {
	case PT_PAD:
	case PT_PSB:
	case PT_PSBEND:
	case PT_OVF:
	case PT_TRACESTOP:
	case PT_EXSTOP:
	case PT_BEP:
	case PT_UNSYNCED:
	case PT_BAD:
	case PT_CUT:
		return false;
	default:
		return true;
	}
}

bool trace_value(enum trace_format format, const struct packet *packet, uint64_t *value)
{
	*value = format == TRACE_INTEL_BTS ? packet->more : packet->value;
	switch (format) {
	case TRACE_INTEL_PT:
		return pt_has_value(packet->kind);
	case TRACE_INTEL_BTS:
		return packet->kind == BTS_BRANCH;
	case TRACE_ARM_SPE:
		return packet->kind != SPE_PAD && packet->kind != SPE_END &&
		       packet->kind != SPE_BAD && packet->kind != SPE_CUT;
	case TRACE_BYTES:
	case TRACE_FORMATS:
	default:
		return false;
	}
}

const char *trace_kind(enum trace_format format, unsigned kind)
{
	return formats[format].kind(kind);
}

void trace_text(enum trace_format format, const struct packet *packet, struct buf *out)
{
	formats[format].text(packet, out);
}
