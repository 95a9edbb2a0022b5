/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SYMBOLS_H
#define RECORDING_SYMBOLS_H

#include "base/buf.h"
#include "recording/mappings.h"
#include "sym/syms.h"

/*
 * Names of a record's addresses: combines recording/mappings.h and sym/syms.h. reader_symbols()
 * returns those of a reader. For one thread; all threads share the data of files
 * (recording_syms()).
 */
struct symbols;

/* The caller still owns the mappings. They must outlive the symbols. */
struct symbols *symbols_open(struct recording *recording, struct mappings *mappings);
void symbols_close(struct symbols *symbols);

/*
 * Set whether to wait for symbols that are being read; true by default. A thread that must not wait
 * calls the function again after recording_options.symbols.wake.
 */
void symbols_set_wait(struct symbols *symbols, bool wait);
bool symbols_waits(const struct symbols *symbols);

/* The kind of a mapping's module. */
enum module_kind symbols_kind(const struct mapping *mapping);

/* The module of a mapping, for syms_*(), and the place of an address in it. */
uint32_t symbols_module(struct symbols *symbols, const struct mapping *mapping, uint64_t addr,
			uint64_t *at);

/*
 * The symbol of an address of a mapping (NULL: nothing is mapped). It stays valid until the next
 * call. Its name, which is not escaped, stays valid as long as addresses of the same row are
 * requested.
 */
struct symbols_answer {
	enum syms_answer answer;
	const char *name; /* if FOUND */
	size_t len;
	uint64_t off;	      /* offset of the address in the symbol */
	uint64_t start, size; /* of the symbol: start in its file, or else in memory */
	enum sym_why why;     /* if NONE */
	/*
	 * The size of the symbol before the address, and from the address on; 0 and 0: not known.
	 */
	uint64_t before, after;
	bool timed; /* at another time the same mappings can have another answer */
};
void symbols_find(struct symbols *symbols, const struct row_info *info,
		  const struct mapping *mapping, uint64_t addr, struct symbols_answer *answer);

/* Do answers about a mapping depend on the time? */
bool symbols_timed(struct symbols *symbols, const struct row_info *info,
		   const struct mapping *mapping);

/*
 * Copy the code at an address of a mapping as it was at that time, from a file or a jitdump. Waits.
 */
void symbols_code(struct symbols *symbols, const struct row_info *info,
		  const struct mapping *mapping, uint64_t addr, struct machinecode *code);

/* Set the instruction at an address of a mapping, without waiting. */
enum syms_answer symbols_insn(struct symbols *symbols, const struct row_info *info,
			      const struct mapping *mapping, uint64_t addr,
			      const struct layout *layout, struct insns_answer *answer);

/*
 * Does a build id show that the file at an address is the recorded one? A file with another build
 * id is not read at all.
 */
bool symbols_recorded(struct symbols *symbols, const struct mapping *mapping, uint64_t addr);

/* Is the file known to differ from the recorded one, but read nevertheless? */
bool symbols_differ(struct symbols *symbols, const struct mapping *mapping, uint64_t addr);

/*
 * The source lines of an address, and the functions that were inlined there, innermost first
 * (sym/srcstack.h). Valid until the next call of symbols_source().
 */
struct symbols_source {
	enum syms_answer answer;
	enum sym_why why; /* NONE, or why some of it is missing */
	uint32_t n;
	const struct source_frame *v;
	int64_t built_ns; /* when the file with the lines was written, in ns since 1970; 0: not
			   * known */
};
void symbols_source(struct symbols *symbols, const struct row_info *info,
		    const struct mapping *mapping, uint64_t addr, struct symbols_source *source);

/*
 * Look up the source lines of many addresses at once, and wait; overwrites the addresses. found()
 * does not get the addresses that only symbols_source() can answer. found() must not use the
 * symbols.
 */
void symbols_fetch_sources(struct symbols *symbols, const struct row_info *info,
			   const struct mapping *mapping, uint64_t *addresses, size_t n,
			   srclines_found_fn *found, void *arg);

/*
 * The result of symbols_source() as a text, which lives as long as the name of a symbol. NULL:
 * there is none, or the row has too many.
 */
enum symbols_text {
	SYMBOLS_SRCLINE, /* "file.c:12" of the address */
	SYMBOLS_SRCFILE, /* path of that file */
	SYMBOLS_INLINE	 /* "leaf;middle": the inlined functions */
};
const char *symbols_source_text(struct symbols *symbols, const struct row_info *info,
				const struct mapping *mapping, uint64_t addr,
				enum symbols_text what, size_t *len);

/* Append "file.c:12" without folders, as perf does; nothing if the file is not known. */
void source_line_text(struct buf *out, const struct source_frame *frame);

#endif
