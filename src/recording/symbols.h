/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SYMBOLS_H
#define RECORDING_SYMBOLS_H

#include "base/buf.h"
#include "recording/mappings.h"
#include "sym/syms.h"

/*
 * Names of a record's addresses: of what recording/mappings.h finds, what sym/syms.h says.
 * reader_symbols() has those of a reader. One thread's; what they know of files is all
 * threads' (recording_syms()).
 */
struct symbols;

/* Mappings stay the caller's, to be closed later. */
struct symbols *symbols_open(struct recording *recording, struct mappings *mappings);
void symbols_close(struct symbols *symbols);

/*
 * Whether to wait for symbols that are being read, which is so at first; a thread that must not
 * wait asks again when recording_options.symbols.wake has been called.
 */
void symbols_set_wait(struct symbols *symbols, bool wait);
bool symbols_waits(const struct symbols *symbols);

/* Of which kind of module it is. */
enum module_kind symbols_kind(const struct mapping *mapping);

/* The module that a mapping is of, for syms_*(), and the place of an address in it. */
uint32_t symbols_module(struct symbols *symbols, const struct mapping *mapping, uint64_t addr,
			uint64_t *at);

/*
 * The symbol of an address of a mapping (NULL: none, there is nothing). It is good until the next
 * question, but its name, which is not escaped, as long as addresses of the same row are asked for.
 */
struct symbols_answer {
	enum syms_answer answer;
	const char *name; /* FOUND */
	size_t len;
	uint64_t off;	      /* of the address in the symbol */
	uint64_t start, size; /* of the symbol: where it begins in its file, or else in memory */
	enum sym_why why;     /* NONE */
	bool timed;	      /* at another time the same mappings can give another answer */
};
void symbols_find(struct symbols *symbols, const struct row_info *info,
		  const struct mapping *mapping, uint64_t addr, struct symbols_answer *answer);

/* Is an answer about a mapping such a one? */
bool symbols_timed(struct symbols *symbols, const struct row_info *info,
		   const struct mapping *mapping);

/*
 * Copy the code at an address of a mapping as it was then, of a file or of what a runtime told of.
 * Waits.
 */
void symbols_code(struct symbols *symbols, const struct row_info *info,
		  const struct mapping *mapping, uint64_t addr, struct machinecode *code);

/*
 * Is the file at an address known to be the recorded one, by a build id? One with another build id
 * is not read at all.
 */
bool symbols_recorded(struct symbols *symbols, const struct mapping *mapping, uint64_t addr);

/* Is it read although it is known to be another one? */
bool symbols_differ(struct symbols *symbols, const struct mapping *mapping, uint64_t addr);

/*
 * The source lines of an address, and the functions that were inlined there, innermost first
 * (sym/srcstack.h). It is good until the next question of this kind.
 */
struct symbols_source {
	enum syms_answer answer;
	enum sym_why why; /* NONE, or why not all is known */
	uint32_t n;
	const struct source_frame *v;
	int64_t built_ns; /* when the file that tells so was written, since 1970; 0: not known */
};
void symbols_source(struct symbols *symbols, const struct row_info *info,
		    const struct mapping *mapping, uint64_t addr, struct symbols_source *source);

/*
 * The same as a text, which lives as long as the name of a symbol. NULL: there is none, or a row
 * has too much of it.
 */
enum symbols_text {
	SYMBOLS_SRCLINE, /* "file.c:12" of the address */
	SYMBOLS_SRCFILE, /* path of that file */
	SYMBOLS_INLINE	 /* "leaf;middle": the functions that were inlined */
};
const char *symbols_source_text(struct symbols *symbols, const struct row_info *info,
				const struct mapping *mapping, uint64_t addr,
				enum symbols_text what, size_t *len);

/* Append "file.c:12", as perf has it: without folders. Nothing where the file is not known. */
void source_line_text(struct buf *out, const struct source_frame *frame);

#endif
