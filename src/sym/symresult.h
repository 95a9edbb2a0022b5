/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMRESULT_H
#define SYM_SYMRESULT_H

#include "sym/jitspace.h"
#include "sym/machinecode.h"
#include "sym/symbol.h"
#include "sym/symfile.h"
#include "sym/symstore.h"

/*
 * What was read of a module (sym/symload.h), and what that says of its addresses, which are `at` of
 * sym/module.h. It does not change any more: any thread may ask it.
 */
struct symresult {
	const struct symtab *table; /* NULL: none; lives as long as the loader */
	struct jitspace *codes;	    /* of a jitdump: whose number an address is in the table */
	uint64_t delta;		    /* to be added to `at` for the table */
	enum sym_why why;	    /* an address has no name that is not in the table */
	bool cached;
	bool differs;	  /* the file is another build than the recorded one */
	bool lacks_debug; /* a debug file would tell more: of this build id */
	uint8_t id_len;
	uint8_t id[ELF_BUILD_ID_MAX];
	bool vdso;		     /* it is that of the running kernel */
	struct buf source;	     /* path of what was read */
	struct buf problem;	     /* what failed, "": nothing */
	struct symfile_trace file;   /* that a process has mapped */
	struct symfile_trace debug;  /* that has the symbols, perhaps the same */
	struct symfile_trace memory; /* that has the code by its address: of the kernel */
	/* Where source lines are: what is mapped, its debug file (path "": it has them itself). */
	enum sym_why why_no_lines; /* NONE: they are there */
	enum elfread_as line_as;   /* what addresses are for these files */
	uint64_t line_delta;	   /* to be added to `at` for them */
	struct symfile_trace line_file, line_debug;
};

/* Nothing was read, and why. To be released. */
void symresult_init(struct symresult *result, enum sym_why why);
void symresult_release(struct symresult *result);

/* The symbol of an address, as of a time of the clock of a JITDUMP. False: symbol->why tells. */
bool symresult_find(const struct symresult *result, struct symstore *store, uint64_t at,
		    uint64_t time, struct symbol *symbol);

/* All ranges of the module, see symstore_each(). */
bool symresult_each(const struct symresult *result, struct symstore *store,
		    bool (*each)(void *arg, const struct symrange *range), void *arg);

/*
 * The file that a process has mapped, opened again: to be closed. -1: it is not there, and why
 * (which may be NULL).
 */
int symresult_file(const struct symresult *result, enum sym_why *why);

/*
 * Turn an address, as of a time of the clock of a JITDUMP, into what it is for the files with
 * source lines. False: there is no such code.
 */
bool symresult_line_place(const struct symresult *result, uint64_t *at, uint64_t time);

/*
 * Copy code from an address on: of that file, of a JITDUMP the code of that time, of the kernel
 * what its memory or its file has.
 */
void symresult_code(const struct symresult *result, uint64_t at, uint64_t time,
		    struct machinecode *code);

#endif
