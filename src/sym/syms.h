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
 * Names of addresses. The symbols of a module are read when the first name is needed, by a separate
 * thread and a process with limits (sym/symhelper.h). After that, a name takes less than 2
 * microseconds, and memory does not grow with the number of symbols (sym/symstore.h).
 *
 * All functions but open and close are for any thread.
 */
struct syms;

/* The caller keeps the strings. NULL: not set. */
struct syms_options {
	const char *symfs;	 /* folder before all paths of files */
	const char *buildid_dir; /* perf's build-id cache */
	const char *vmlinux;	 /* ELF file of the kernel, instead of searching for one */
	const char *kallsyms;	 /* text with the kernel's symbols, in the same way */
	const char *cache_dir;	 /* folder of the symbol cache */
	const char *spool_dir;	 /* folder for a file without a name */
	bool debuginfod;	 /* see syms_debuginfod() */
	bool other_builds;	 /* accept the file at the recorded path with any build id */
	void (*wake)(void *arg); /* called from a separate thread when symbols were read */
	void *wake_arg;
};

/* Open without starting anything: thread and process start with the first question. */
struct syms *syms_open(const struct syms_options *options);
void syms_close(struct syms *syms);

/*
 * Return the number of a module, from 0; equal modules have the same number. The module is copied.
 */
uint32_t syms_module(struct syms *syms, const struct module *module);

/*
 * Use other places for symbols from now on. Modules get new numbers, and are read again when they
 * are needed; results for the old numbers stay valid. NULL: search.
 */
struct syms_places {
	const char *symfs, *vmlinux, *kallsyms; /* as in struct syms_options, but copied */
	bool other_builds;
};
void syms_use(struct syms *syms, const struct syms_places *places);

/* Get the current places, valid until syms_close(). */
void syms_places(struct syms *syms, struct syms_places *places);

/*
 * Prefer files next to a recording: PATH.symfs, a folder before all paths, and PATH.debug, a
 * build-id cache. Call this before the first question.
 */
void syms_beside(struct syms *syms, const char *path);

/* Get all folders that are searched, valid until syms_close(). */
void syms_folders(struct syms *syms, struct symfile_places *folders);

/* Return a number that changes with syms_use(). */
uint32_t syms_generation(const struct syms *syms);

enum syms_answer {
	SYMS_FOUND,
	SYMS_NONE, /* symbol->why has the reason */
	SYMS_LATER /* symbols are being read; wake() is called when they are available */
};

/*
 * Find the symbol of an address (see sym/module.h), at once or after waiting for its module. time:
 * of the clock of a JITDUMP; other modules ignore it.
 */
enum syms_answer syms_find(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
			   struct symbol *symbol);
enum syms_answer syms_find_now(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
			       struct symbol *symbol);

/*
 * Find source lines and inlined functions of an address, at once or after waiting. time: as for
 * syms_find().
 */
enum syms_answer syms_lines(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
			    struct srclines_answer *answer);
enum syms_answer syms_lines_now(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
				struct srclines_answer *answer);

/*
 * Start the processes that read symbols and lines now, because that costs less while this process
 * has little memory and one thread. Nothing was requested yet.
 */
void syms_start(struct syms *syms);

/*
 * Find many addresses at once, and wait. found() does not get the addresses that only
 * syms_lines_now() can answer.
 */
void syms_fetch_lines(struct syms *syms, uint32_t module, const uint64_t *at, size_t n,
		      uint64_t time, srclines_found_fn *found, void *arg);

/* Return when the module's file was written, in ns since 1970; 0: unknown. */
int64_t syms_built(struct syms *syms, uint32_t module);

/*
 * Pass all ranges of a module that have a symbol to each(), in ascending order, until it returns
 * false; wait until the module was read. Names are valid during the call. Returns false if each()
 * did, or if the ranges cannot be read.
 */
bool syms_each(struct syms *syms, uint32_t module,
	       bool (*each)(void *arg, const struct symrange *range), void *arg);

/*
 * Open the ELF file that a process has mapped, if its build id is the recorded one. The caller
 * closes the descriptor. -1: *why has the reason (why may be NULL). Waits until the module was
 * read.
 */
int syms_file(struct syms *syms, uint32_t module, enum sym_why *why);

/*
 * Copy code, starting at an address, for a disassembler: from the mapped file, for a JITDUMP the
 * code at that time, for the kernel from its memory or its file. Waits until the module was read.
 */
void syms_code(struct syms *syms, uint32_t module, uint64_t at, uint64_t time,
	       struct machinecode *code);

/*
 * Get the instruction at a place without waiting. SYMS_LATER: wake() is called when it is
 * available.
 */
enum syms_answer syms_insn(struct syms *syms, const struct insns_place *place,
			   struct insns_answer *answer);

/* Get the numbers of the modules of this generation: from *first to before *end. */
void syms_modules(struct syms *syms, uint32_t *first, uint32_t *end);

/* The state of a module, and the module. */
struct syms_status {
	const struct module *module;
	bool wanted; /* a name was requested */
	bool ready;
	enum sym_why why;  /* NONE: it has symbols */
	uint64_t ranges;   /* number of ranges with a name */
	bool cached;	   /* read from perfnav's cache */
	bool differs;	   /* has another build id, allowed by syms_options.other_builds */
	char source[4096]; /* path of the file with the symbols; "": none */
	char problem[200]; /* error message; "": none */
};
void syms_status(struct syms *syms, uint32_t module, struct syms_status *status);

/*
 * Turn requests to the servers of DEBUGINFOD_URLS on or off, for missing debug files of modules
 * that are read from now on or have already been read. Turning it off cancels downloads. perfnav
 * contacts a server only while it is on. Functions that wait for a name wait for downloads, too;
 * others are woken when names have improved.
 */
void syms_debuginfod(struct syms *syms, bool on);

/*
 * Request debug files only for modules with this name or path. Returns the number of these modules.
 */
uint32_t syms_debuginfod_module(struct syms *syms, const char *name);

/* Get the progress of downloads. Returns true if they are turned on for all modules. */
bool syms_fetching(struct syms *syms, struct symfetch_status *status);

/*
 * Return the number of pending requests for modules, source lines and instructions, and of
 * completed ones.
 */
uint32_t syms_pending(struct syms *syms);
uint32_t syms_finished(struct syms *syms);

/* Return how many modules were read again, so that names can have improved. */
uint32_t syms_improved(struct syms *syms);

#endif
