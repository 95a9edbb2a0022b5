/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_PACKET_H
#define AUX_PACKET_H

#include <stdbool.h>
#include <stdint.h>

/*
 * One packet of trace data. kind is a number of the data's format (aux/pt.h, aux/spe.h,
 * aux/bts.h), which also says what the numbers of that kind mean.
 */
struct packet {
	uint64_t offset; /* from the start of the data */
	uint64_t len;	 /* never 0 */
	const uint8_t *bytes;
	uint64_t index, value, more;
	uint8_t kind;
	bool full;	   /* more is known, where a format says that it may not be */
	bool cut;	   /* the data end before the packet does */
	const char *wrong; /* what is wrong with the bytes, static text, or NULL */
};

/* A number of up to eight bytes: trace data are little-endian, whatever the recording is. */
static inline uint64_t packet_number(const uint8_t *p, unsigned size)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * i;
	return v;
}

#endif
