/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_JITDUMP_H
#define SYM_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Code that a runtime has generated, from the file jit-PID.dump that the runtime writes
 * (tools/perf/Documentation/jitdump-specification.txt): addresses, time, name and bytes. The file
 * is untrusted: for a process with limits (sym/symhelper.h).
 */
struct jitcode {
	uint64_t start, size; /* addresses */
	uint64_t time;	      /* of the clock of the file */
	uint64_t bytes;	      /* offset of the code in the file */
};

enum {
	JITDUMP_CODES_MAX = 1 << 22, /* further codes are not read */
	JITDUMP_PIECE = 4096	     /* the most codes that the sink gets at once */
};

/* The place of the source lines of code in the file (sym/jitlines.h). */
struct jitdump_lines {
	uint64_t start, size; /* addresses of the code */
	uint64_t bytes;	      /* offset of the code in the file */
	uint64_t at, len;     /* offset of its entries in the file, and bytes for them */
	uint64_t n;	      /* number of entries according to the record */
	bool big;	      /* the file is big-endian */
};

/*
 * Receives the results; its functions return false to get no more. Functions that are NULL are not
 * called.
 */
struct jitdump_sink {
	/* Code ordered by time; code with the same time in file order. */
	bool (*codes)(void *arg, const struct jitcode *codes, size_t n);
	/* Names: packed blocks (sym/symblock.h), in which addresses are indexes of codes. */
	bool (*names)(void *arg, const struct buf *block);
	/* Lines, ordered by the offset of the code; called before the other functions. */
	bool (*lines)(void *arg, const struct jitdump_lines *lines);
	void *arg;
};

/*
 * Read a file of size bytes up to its end, or to the first part that cannot be read. Returns false
 * if it is not a jitdump, or if the sink refused data.
 */
bool jitdump_read(const void *image, size_t size, const struct jitdump_sink *sink);

#endif
