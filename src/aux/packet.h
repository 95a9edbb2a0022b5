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
	uint64_t index, value, more;
	uint8_t kind;
	bool cut;	   /* the data end before the packet does */
	const char *wrong; /* what is wrong with the bytes, static text, or NULL */
};

#endif
