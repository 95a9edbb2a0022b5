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
 * A separate process that reads files of symbols, which are untrusted, in a sandbox with limits of
 * time and memory. It receives open files and has no others. If it dies, it is started again and
 * gets the request once more, because the system may have killed it for lack of memory. A request
 * that used all its time is not repeated.
 *
 * For one thread, except symhelper_stop().
 */
struct symhelper;

struct symhelper *symhelper_open(void);
void symhelper_close(struct symhelper *helper);

/* Start the process now, as linehelper_start() does, before the first request. */
void symhelper_start(struct symhelper *helper);

/* End the current request, and let all later ones fail. For any thread. */
void symhelper_stop(struct symhelper *helper);

/* Get facts about a file of size bytes. Returns false if the process died. */
bool symhelper_facts(struct symhelper *helper, int fd, uint64_t size, bool crc,
		     struct elf_facts *facts);

/* Facts about all symbols of a file. */
struct symhelper_end {
	uint32_t ok;
	struct textread text; /* for a text */
	uint64_t at_text;     /* for a kernel: addresses of _text and _stext; 0: unknown */
	uint64_t at_stext;
};

/*
 * Receives blocks of symbols (sym/symblock.h); put returns false to get no more. anew: discard all
 * blocks so far, because they are sent again.
 */
struct symhelper_sink {
	bool (*put)(void *arg, const struct buf *block);
	bool (*codes)(void *arg, const struct jitcode *codes, size_t n); /* for a jitdump */
	void (*anew)(void *arg);
	void *arg;
	struct symhelper_end end; /* set after the last block */
};

enum symhelper_result {
	SYMHELPER_OK,
	SYMHELPER_BROKEN, /* the file cannot be read */
	SYMHELPER_DIED,	  /* the process died, or took too long */
	SYMHELPER_SINK	  /* the sink refused data */
};

/* Read the symbols of a file and of its separate debug file; debug_fd -1: none. */
enum symhelper_result symhelper_elf(struct symhelper *helper, int fd, uint64_t size, int debug_fd,
				    uint64_t debug_size, enum elfread_as as,
				    struct symhelper_sink *sink);

/* Read the symbols of a text. */
enum symhelper_result symhelper_text(struct symhelper *helper, int fd, enum textread_kind kind,
				     struct symhelper_sink *sink);

/* Read the code of a jitdump file, and then its names (sym/jitdump.h). */
enum symhelper_result symhelper_jitdump(struct symhelper *helper, int fd, uint64_t size,
					struct symhelper_sink *sink);

#endif
