/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trace data from hexadecimal digits, and packets as lines of text, for the tests of their
 * decoders: "LEN KIND TEXT" for each packet, with "! NOTE" if it has a problem.
 */
#ifndef PERFNAV_TESTS_UNIT_PACKETS_H
#define PERFNAV_TESTS_UNIT_PACKETS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "aux/trace.h"
#include "tap.h"

/* Bytes that end at the end of a page which no access to the next survives. */
enum {
	PACKETS_AREA = 64 << 10
};

static inline uint8_t *packets_area(void)
{
	static uint8_t *end;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *p;

	if (end)
		return end;
	p = mmap(NULL, PACKETS_AREA + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		 0);
	if (p == MAP_FAILED || mprotect(p + PACKETS_AREA, page, PROT_NONE)) {
		puts("Bail out! no memory");
		exit(1);
	}
	end = p + PACKETS_AREA;
	return end;
}

/* The bytes at the end of the area. Blanks between bytes do not count. */
static inline uint8_t *packets_hex(const char *hex, size_t *len)
{
	static uint8_t bytes[PACKETS_AREA];
	unsigned byte;
	int used;

	*len = 0;
	for (; sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used)
		bytes[(*len)++] = (uint8_t)byte;
	memcpy(packets_area() - *len, bytes, *len);
	return packets_area() - *len;
}

/* The packets as lines. */
static inline void packets_text(enum trace_format format, const uint8_t *p, size_t len,
				uint64_t start, struct buf *out)
{
	struct trace trace;
	struct packet packet;

	trace_init(&trace, format, p, len, start);
	while (trace_next(&trace, &packet)) {
		buf_addf(out, "%llu %s ", (unsigned long long)packet.len,
			 trace_kind_name(format, packet.kind));
		trace_text(format, &packet, out);
		while (out->len && out->p[out->len - 1] == ' ')
			buf_truncate(out, out->len - 1);
		if (packet.wrong)
			buf_addf(out, " ! %s", packet.wrong);
		buf_addc(out, '\n');
	}
}

/* Do packets tile the bytes up to the end, each with its own bytes? NULL, or the problem. */
static inline const char *packets_tile(enum trace_format format, const uint8_t *p, size_t len,
				       uint64_t start)
{
	static char wrong[128];
	struct trace trace;
	struct packet packet;
	uint64_t at = 0, n = 0;

	trace_init(&trace, format, p, len, start);
	while (trace_next(&trace, &packet)) {
		snprintf(wrong, sizeof(wrong), "packet %llu at %llu of %zu, %llu+%llu",
			 (unsigned long long)n++, (unsigned long long)at, len,
			 (unsigned long long)packet.offset, (unsigned long long)packet.len);
		if (packet.offset != at || !packet.len || packet.len > len - at ||
		    packet.bytes != p + at || !*trace_kind_name(format, packet.kind))
			return wrong;
		at += packet.len;
	}
	snprintf(wrong, sizeof(wrong), "the walk ends at %llu of %zu", (unsigned long long)at, len);
	return at == len ? NULL : wrong;
}

/* xorshift64*: the same numbers in every run. */
static inline uint64_t packets_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1du;
}

/* Random bytes, n times, some of them the format's own: the walk always reaches the end. */
static inline void packets_try_random(enum trace_format format, const uint8_t *own, size_t n_own,
				      unsigned n)
{
	uint64_t state = 20240311;
	const char *why = NULL;
	struct buf text = BUF_INIT;
	unsigned i;

	for (i = 0; i < n && !why; i++) {
		size_t len = packets_random(&state) % (i % 16 ? 64 : 4096);
		uint8_t *p = packets_area() - len;

		for (size_t k = 0; k < len; k++) {
			uint64_t r = packets_random(&state);

			p[k] = r & 3 ? own[(r >> 8) % n_own] : (uint8_t)(r >> 16);
		}
		why = packets_tile(format, p, len, i);
		buf_reset(&text);
		packets_text(format, p, len, i, &text);
	}
	if (!ok(!why, "packets tile %u intervals of random bytes", n))
		diag("number %u: %s", i - 1, why);
	buf_release(&text);
}

#endif
