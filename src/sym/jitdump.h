/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_JITDUMP_H
#define SYM_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * The code that a runtime has made, as it tells in a file jit-PID.dump while it makes it
 * (tools/perf/Documentation/jitdump-specification.txt): where, when, what it is called and what
 * its bytes are. Whatever is in the file: for a process with limits (sym/symhelper.h).
 */
struct jitcode {
	uint64_t start, size; /* addresses */
	uint64_t time;	      /* of the file's clock */
	uint64_t bytes;	      /* where they are in the file */
};

enum {
	JITDUMP_CODES_MAX = 1 << 22, /* more are not read */
	JITDUMP_PIECE = 4096	     /* codes that are handed over at once, at most */
};

/* Where the source lines of code are in the file (sym/jitlines.h). */
struct jitdump_lines {
	uint64_t start, size; /* addresses of the code */
	uint64_t bytes;	      /* where these are in the file */
	uint64_t at, len;     /* its entries in the file, and how many bytes there are for them */
	uint64_t n;	      /* how many entries there should be */
	bool big;	      /* the most significant byte is the first */
};

/* Where what was read goes; false: no more of it. Functions that are NULL are not called. */
struct jitdump_sink {
	/* Code in the order of its times; that of equal times in the order of the file. */
	bool (*codes)(void *arg, const struct jitcode *codes, size_t n);
	/* Its names: packed blocks (sym/symblock.h), whose addresses are numbers of codes. */
	bool (*names)(void *arg, const struct buf *block);
	/* Its lines, in the order of bytes; before all others. */
	bool (*lines)(void *arg, const struct jitdump_lines *lines);
	void *arg;
};

/*
 * What a file of size bytes tells up to its end, or to where it cannot be read. False: it is no
 * such file, or the sink did not take it.
 */
bool jitdump_read(const void *image, size_t size, const struct jitdump_sink *sink);

#endif
