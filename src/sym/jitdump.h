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

/* Where what was read goes; false: no more of it. */
struct jitdump_sink {
	/* Code in the order of its times; that of equal times in the order of the file. */
	bool (*codes)(void *arg, const struct jitcode *codes, size_t n);
	/* Its names: packed blocks (sym/symblock.h), whose addresses are numbers of codes. */
	bool (*names)(void *arg, const struct buf *block);
	void *arg;
};

/*
 * What a file of size bytes tells up to its end, or to where it cannot be read. False: it is no
 * such file, or the sink did not take it.
 */
bool jitdump_read(const void *image, size_t size, const struct jitdump_sink *sink);

#endif
