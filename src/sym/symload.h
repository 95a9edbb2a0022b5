/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMLOAD_H
#define SYM_SYMLOAD_H

#include "sym/jitspace.h"
#include "sym/symfile.h"
#include "sym/symstore.h"

/*
 * Reads the symbols of modules: finds the files, asks the cache, and has the helper
 * read what is not in it. For one thread.
 */
struct symload;

struct symload_options {
	struct symfile_places places;
	const char *vmlinux, *kallsyms; /* of the kernel; NULL: what is found */
	const char *cache_dir;		/* NULL: none */
	const char *spool_dir;		/* for what is large */
};

struct symload *symload_open(const struct symload_options *options, struct symhelper *helper,
			     struct symstore *store);
void symload_close(struct symload *load);

struct symload_result {
	const struct symtab *table; /* NULL: none; lives as long as the loader */
	struct jitspace *codes;	    /* of a jitdump: whose number an address is in the table */
	uint64_t delta;		    /* to be added to `at` for the table */
	enum sym_why why;	    /* an address has no name that is not in the table */
	bool cached;
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

/* The file that a process has mapped, opened again: to be closed. -1: it is not there. */
int symload_file(const struct symload_result *result);

/* Likewise one that has the code by its address; see sym/kcore.h. */
int symload_memory(const struct symload_result *result);

/*
 * Fills in the result, to be released. fetched: path of a file that is said to be its debug file,
 * for where none is found; NULL: there is none.
 */
void symload_module(struct symload *load, const struct module *module, const char *fetched,
		    struct symload_result *result);
void symload_result_release(struct symload_result *result);

#endif
