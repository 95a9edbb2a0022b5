/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SRCLINES_H
#define SYM_SRCLINES_H

#include "sym/srcstack.h"
#include "sym/symfile.h"

/*
 * Source lines and inlined functions of addresses. A process with limits (sym/linehelper.h) finds
 * them on request; they are kept as long as there is room. A file that kills the process several
 * times, or takes minutes, is not used any more.
 *
 * All functions but open and close are for any thread.
 */
struct srclines;

struct srclines_options {
	void (*wake)(void *arg); /* called from a separate thread when an answer is available */
	void *wake_arg;
};

/* Open without starting anything: thread and process start with the first question. */
struct srclines *srclines_open(const struct srclines_options *options);
void srclines_close(struct srclines *l);

/* The place of the debug information of a module. It must outlive the lines. */
struct srclines_source {
	uint32_t number; /* unique number of the module, from 0 */
	enum elfread_as as;
	const struct symfile_trace *file;  /* the mapped file */
	const struct symfile_trace *debug; /* its debug file; path "": none */
	struct symfile_places places;	   /* where to look for further files that these name */
};

/* Can be used for several questions. */
struct srclines_answer {
	struct buf packed;
	struct srcstack stack; /* n 0: unknown, see why; its texts are in packed */
	enum sym_why why;      /* NONE, or why functions are missing */
};

#define SRCLINES_ANSWER_INIT                                                                       \
	{                                                                                          \
		.packed = BUF_INIT                                                                 \
	}

/* Start the process that reads lines, as linehelper_start() does. */
void srclines_start(struct srclines *l);

/* Find the lines of an address. */
void srclines_find_now(struct srclines *l, const struct srclines_source *source, uint64_t at,
		       struct srclines_answer *answer);

/*
 * Receives the lines of the address with index i, which are valid during the call. It must not call
 * functions of this file.
 */
typedef void srclines_found_fn(void *arg, size_t i, const struct srclines_answer *answer);

/*
 * Find many addresses with few requests. The answers are not kept. If the process dies of an
 * address, the answers for it and for the addresses after it are missing.
 */
void srclines_fetch(struct srclines *l, const struct srclines_source *source, const uint64_t *at,
		    size_t n, srclines_found_fn *found, void *arg);

/* Find the lines without waiting. False: they are not known yet; wake() is called when they are. */
bool srclines_find(struct srclines *l, const struct srclines_source *source, uint64_t at,
		   struct srclines_answer *answer);

/*
 * Return the number of addresses that srclines_find() has not answered yet, and of those that were
 * answered later.
 */
uint32_t srclines_pending(struct srclines *l);
uint32_t srclines_answered(struct srclines *l);

/* Set an answer without lines, with the reason. */
void srclines_answer_none(struct srclines_answer *answer, enum sym_why why);

#endif
