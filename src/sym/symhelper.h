/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMHELPER_H
#define SYM_SYMHELPER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "sym/elfread.h"
#include "sym/jitdump.h"
#include "sym/textread.h"

/*
 * A process of its own that reads files of symbols, which can be anything, in a sandbox
 * and with limits of time and memory: it is sent open files and has no others. One that
 * dies is started again and asked once more, as somebody else may have ended it (the system, for
 * want of memory); what needed all its time is not.
 *
 * For one thread, except symhelper_stop().
 */
struct symhelper;

struct symhelper *symhelper_open(void);
void symhelper_close(struct symhelper *helper);

/* End what it is doing, and fail from now on. From any thread. */
void symhelper_stop(struct symhelper *helper);

/* What a file is; it is of so many bytes. False: the process died of it. */
bool symhelper_facts(struct symhelper *helper, int fd, uint64_t size, bool crc,
		     struct elf_facts *facts);

/* What is said of all symbols of a file. */
struct symhelper_end {
	uint32_t ok;
	struct textread text; /* of a text */
	uint64_t at_text;     /* of a kernel: addresses of _text and _stext, 0: not known */
	uint64_t at_stext;
};

/*
 * Where blocks of symbols (sym/symblock.h) go. False: no more of them. anew: what has come is
 * to be forgotten, all of it comes again.
 */
struct symhelper_sink {
	bool (*put)(void *arg, const struct buf *block);
	bool (*codes)(void *arg, const struct jitcode *codes, size_t n); /* of a jitdump */
	void (*anew)(void *arg);
	void *arg;
	struct symhelper_end end; /* set when there are no more */
};

enum symhelper_result {
	SYMHELPER_OK,
	SYMHELPER_BROKEN, /* the file cannot be read */
	SYMHELPER_DIED,	  /* the process did, or took too long */
	SYMHELPER_SINK	  /* the sink did not take it */
};

/* The symbols of a file and of its separate debug file; -1: none. */
enum symhelper_result symhelper_elf(struct symhelper *helper, int fd, uint64_t size, int debug_fd,
				    uint64_t debug_size, enum elfread_as as,
				    struct symhelper_sink *sink);

/* The symbols of a text. */
enum symhelper_result symhelper_text(struct symhelper *helper, int fd, enum textread_kind kind,
				     struct symhelper_sink *sink);

/* The code of a jitdump file, and then its names (sym/jitdump.h). */
enum symhelper_result symhelper_jitdump(struct symhelper *helper, int fd, uint64_t size,
					struct symhelper_sink *sink);

#endif
