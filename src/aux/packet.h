/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_PACKET_H
#define AUX_PACKET_H

#include <stdbool.h>
#include <stdint.h>

/*
 * One packet of trace data. Its kind is a number of the data's format (aux/pt.h, aux/spe.h,
 * aux/bts.h), which also defines the numbers of the packet.
 */
struct packet {
	uint64_t offset; /* from the start of the data */
	uint64_t len;	 /* never 0 */
	const uint8_t *bytes;
	uint64_t index, value, more;
	uint8_t kind;
	bool full;	   /* `more` has a value; set only in formats in which it can be missing */
	bool cut;	   /* the data end before the packet does */
	const char *wrong; /* the defect of the bytes (static text), or NULL */
};

/* Load a number of up to eight bytes. Trace data are always little-endian. */
static inline uint64_t packet_number(const uint8_t *p, unsigned size)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * i;
	return v;
}

#endif
