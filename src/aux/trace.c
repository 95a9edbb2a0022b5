/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/trace.h"

#include "aux/bts.h"
#include "aux/pt.h"
#include "aux/spe.h"

static bool no_packets(struct packet_walk *walk, struct packet *packet)
{
	(void)walk;
	(void)packet;
	return false;
}

static const struct {
	uint32_t type; /* of AUXTRACE_INFO */
	bool (*next)(struct packet_walk *walk, struct packet *packet);
	const struct packet_kind *kinds; /* kinds_n of them */
	unsigned kinds_n;
	void (*split)(struct packet_walk *walk, const struct packet *packet); /* or NULL */
} formats[TRACE_FORMATS] = {
	[TRACE_BYTES] = { .type = 0, .next = no_packets },
	[TRACE_INTEL_PT] = { .type = 1,
			     .next = pt_next,
			     .kinds = pt_kinds,
			     .kinds_n = PT_KINDS,
			     .split = pt_split },
	[TRACE_INTEL_BTS] = { .type = 2,
			      .next = bts_next,
			      .kinds = bts_kinds,
			      .kinds_n = BTS_KINDS },
	[TRACE_ARM_SPE] = { .type = 4, .next = spe_next, .kinds = spe_kinds, .kinds_n = SPE_KINDS },
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
	*trace = (struct trace){
		.format = format,
		.walk = { .p = p, .len = len, .start = start },
	};
}

bool trace_next(struct trace *trace, struct packet *packet)
{
	return formats[trace->format].next(&trace->walk, packet);
}

void trace_move(struct trace *trace, const uint8_t *p, size_t len)
{
	trace->walk.start += trace->walk.pos;
	trace->walk.p = p;
	trace->walk.len = len;
	trace->walk.pos = 0;
}

void trace_split(struct trace *trace, const struct packet *packet)
{
	trace->walk.pos = (size_t)(packet->offset + packet->len);
	if (formats[trace->format].split)
		formats[trace->format].split(&trace->walk, packet);
}

static const struct packet_kind *find_kind(enum trace_format format, unsigned kind)
{
	static const struct packet_kind unknown = { .name = "" };

	return kind < formats[format].kinds_n ? &formats[format].kinds[kind] : &unknown;
}

static bool find_part(const struct packet *packet, enum packet_part part, uint64_t *number)
{
	*number = part == PACKET_MORE ? packet->more : packet->value;
	return part == PACKET_VALUE || (part == PACKET_MORE && packet->more_known);
}

bool trace_ip(enum trace_format format, const struct packet *packet, uint64_t *ip)
{
	return find_part(packet, find_kind(format, packet->kind)->ip, ip);
}

bool trace_value(enum trace_format format, const struct packet *packet, uint64_t *value)
{
	return find_part(packet, find_kind(format, packet->kind)->value, value);
}

const char *trace_kind_name(enum trace_format format, unsigned kind)
{
	return find_kind(format, kind)->name;
}

void trace_text(enum trace_format format, const struct packet *packet, struct buf *out)
{
	const struct packet_kind *kind = find_kind(format, packet->kind);

	if (kind->text)
		kind->text(packet, out);
}
