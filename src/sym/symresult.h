/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMRESULT_H
#define SYM_SYMRESULT_H

#include "sym/jitspace.h"
#include "sym/machinecode.h"
#include "sym/symbol.h"
#include "sym/symfile.h"
#include "sym/symstore.h"

/*
 * The result of reading a module (sym/symload.h), with functions for addresses, which are `at` of
 * sym/module.h. It does not change after it was made, so any thread may use it.
 */
struct symresult {
	const struct symtab *table; /* NULL: none; valid as long as the loader */
	struct jitspace *codes;	    /* for a jitdump: addresses in the table are numbers of codes */
	uint64_t delta;		    /* to be added to `at` for the table */
	enum sym_why why;	    /* why an address that is not in the table has no name */
	bool cached;
	bool differs;	  /* the file has another build id than the recorded one */
	bool lacks_debug; /* a debug file would have more: the file with this build id */
	uint8_t id_len;
	uint8_t id[ELF_BUILD_ID_MAX];
	bool vdso;		     /* it is the vdso of the running kernel */
	struct buf source;	     /* path of the file that was read */
	struct buf problem;	     /* error message; "": none */
	struct symfile_trace file;   /* the file that a process has mapped */
	struct symfile_trace debug;  /* the file with the symbols, which may be the same */
	struct symfile_trace memory; /* for the kernel: the file with its code by address */
	/*
	 * Where source lines are: the mapped file, and its debug file (path "": the file itself has
	 * them).
	 */
	enum sym_why why_no_lines; /* NONE: there are lines */
	enum elfread_as line_as;   /* form of addresses for these files */
	uint64_t line_delta;	   /* to be added to `at` for these files */
	struct symfile_trace line_file, line_debug;
};

/* Set an empty result with a reason. The caller releases it. */
void symresult_init(struct symresult *result, enum sym_why why);
void symresult_release(struct symresult *result);

/*
 * Find the symbol of an address. time: of the clock of a JITDUMP. Returns false, with the reason in
 * symbol->why, if there is none.
 */
bool symresult_find(const struct symresult *result, struct symstore *store, uint64_t at,
		    uint64_t time, struct symbol *symbol);

/* Pass all ranges of the module to a function; see symstore_each(). */
bool symresult_each(const struct symresult *result, struct symstore *store,
		    bool (*each)(void *arg, const struct symrange *range), void *arg);

/*
 * Open the file that a process has mapped; the caller closes it. -1: it is not available; *why has
 * the reason (why may be NULL).
 */
int symresult_file(const struct symresult *result, enum sym_why *why);

/*
 * Convert an address to the form for the files with source lines. time: of the clock of a JITDUMP.
 * Returns false if there is no such code.
 */
bool symresult_line_place(const struct symresult *result, uint64_t *at, uint64_t time);

/*
 * Copy code, starting at an address: from the mapped file, for a JITDUMP the code at that time, for
 * the kernel from its memory or its file.
 */
void symresult_code(const struct symresult *result, uint64_t at, uint64_t time,
		    struct machinecode *code);

#endif
