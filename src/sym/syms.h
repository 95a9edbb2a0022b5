/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMS_H
#define SYM_SYMS_H

#include "sym/insns.h"
#include "sym/machinecode.h"
#include "sym/module.h"
#include "sym/srclines.h"
#include "sym/symblock.h"
#include "sym/symbol.h"
#include "sym/symfetch.h"
#include "sym/symfile.h"

/*
 * Names of addresses. The symbols of a module are read when a name of it is asked for the
 * first time, by a thread of its own and a process with limits (sym/symhelper.h); after
 * that a name costs less than 2 microseconds, and memory does not grow with the number of
 * symbols (sym/symstore.h).
 *
 * All functions but open and close are for any thread.
 */
struct syms;

/* Strings stay the caller's. NULL: none. */
struct syms_options {
	const char *symfs;	 /* folder before all paths of files */
	const char *buildid_dir; /* the build-id cache of perf */
	const char *vmlinux;	 /* of the kernel, instead of what is found */
	const char *kallsyms;	 /* the same as a text */
	const char *cache_dir;	 /* where symbols are kept */
	const char *spool_dir;	 /* for a file without a name */
	bool debuginfod;	 /* syms_debuginfod() */
	bool other_builds;	 /* a file at the recorded path will do, whatever its build id is */
	void (*wake)(void *arg); /* called from a thread of its own when symbols were read */
	void *wake_arg;
};

/* Start nothing yet: the thread and the process begin with the first question. */
struct syms *syms_open(const struct syms_options *options);
void syms_close(struct syms *syms);

/* The number of a module, from 0; the same for equal ones. What it says is copied. */
uint32_t syms_module(struct syms *syms, const struct module *module);

/*
 * Look for symbols elsewhere from now on: modules get new numbers, and are read again when they are
 * asked for; what was said of the old numbers stays as it is. NULL: what is found.
 */
struct syms_places {
	const char *symfs, *vmlinux, *kallsyms; /* as in struct syms_options, but copied */
	bool other_builds;
};
void syms_use(struct syms *syms, const struct syms_places *places);

/* Those of now, good until all is closed. */
void syms_places(struct syms *syms, struct syms_places *places);

/*
 * Prefer the files that a recording has beside it: PATH.symfs, a folder before all paths, and
 * PATH.debug, a build-id cache. To be called before the first question.
 */
void syms_beside(struct syms *syms, const char *path);

/* All folders that are looked in, good until all is closed. */
void syms_folders(struct syms *syms, struct symfile_places *folders);

/* A number that is another one after syms_use(). */
uint32_t syms_generation(const struct syms *syms);

enum syms_answer {
	SYMS_FOUND,
	SYMS_NONE, /* symbol->why tells why not */
	SYMS_LATER /* symbols are being read; wake() is called then */
};

/*
 * The symbol of an address (see sym/module.h); at once, or when its module was read. time: of
 * the clock of a JITDUMP, as of when; the others do not look at it.
 */
enum syms_answer syms_find(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
			   struct symbol *symbol);
enum syms_answer syms_find_now(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
			       struct symbol *symbol);

/*
 * Source lines and inlined functions of an address; at once, or when they have come. time: as for
 * syms_find().
 */
enum syms_answer syms_lines(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
			    struct srclines_answer *answer);
enum syms_answer syms_lines_now(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
				struct srclines_answer *answer);

/* Ask for many addresses at once, which are changed, and wait: syms_lines_now() has them then. */
void syms_fetch_lines(struct syms *syms, uint32_t module, uint64_t *at, size_t n, uint64_t time);

/* When the file that has them was written, in ns since 1970; 0: not known. */
int64_t syms_built(struct syms *syms, uint32_t module);

/*
 * All ranges of a module that have a symbol, ascending, until each says false; waits until it was
 * read. Names live for that call. False: each said so, or they cannot be read.
 */
bool syms_each(struct syms *syms, uint32_t module,
	       bool (*each)(void *arg, const struct symrange *range), void *arg);

/*
 * The ELF file that a process has mapped, if its build id is the recorded one: a descriptor that
 * is the caller's to close, or -1 and why (which may be NULL). Waits until the module was read.
 */
int syms_file(struct syms *syms, uint32_t module, enum sym_why *why);

/*
 * Copy code from an address on, for a disassembler: of that file, of a JITDUMP the code of that
 * time, of the kernel what its memory or its file has. Waits, too.
 */
void syms_code(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
	       struct machinecode *code);

/* The instruction at such a place, without waiting; LATER: wake() is called when it has come. */
enum syms_answer syms_insn(struct syms *syms, const struct insns_place *place,
			   struct insns_answer *answer);

/* The numbers of modules that there are: from the first of this generation to before the end. */
void syms_modules(struct syms *syms, uint32_t *first, uint32_t *end);

/* What became of a module, and what it is. */
struct syms_status {
	const struct module *module;
	bool wanted; /* it was asked for */
	bool ready;
	enum sym_why why; /* NONE: it has symbols */
	uint64_t ranges;  /* with a name */
	bool cached;	  /* from the cache of perfnav */
	bool differs; /* another build than the recorded one, as syms_options.other_builds wants */
	char source[4096]; /* path of what the symbols are from; "": none */
	char problem[200]; /* what failed on the way; "": nothing */
};
void syms_status(struct syms *syms, uint32_t module, struct syms_status *status);

/*
 * Ask the servers of DEBUGINFOD_URLS for debug files that are not here, from now on and for what
 * was read before, or no longer, which gives up what is being fetched. Nothing is asked for
 * otherwise. Who waits for a name waits for that, too; others are woken when there are
 * better names.
 */
void syms_debuginfod(struct syms *syms, bool on);

/* Of the files with this name or path alone; returns how many modules that are. */
uint32_t syms_debuginfod_module(struct syms *syms, const char *name);

/* How far that is; true: it is turned on for all. */
bool syms_fetching(struct syms *syms, struct symfetch_status *status);

/*
 * Modules, source lines and instructions that have not come yet, of those asked for; and those that
 * have.
 */
uint32_t syms_pending(struct syms *syms);
uint32_t syms_finished(struct syms *syms);

/* How often a module was read once more, so that a name can be better than it was. */
uint32_t syms_improved(struct syms *syms);

#endif
