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

/* What is known of an address. */
void srclines_find_now(struct srclines *l, const struct srclines_source *source, uint64_t at,
		       struct srclines_answer *answer);

/*
 * Ask for many addresses in few questions, so that srclines_find_now() finds their answers kept.
 * The answer of an address that the process dies of is not among them, nor of those after it.
 */
void srclines_fetch(struct srclines *l, const struct srclines_source *source, const uint64_t *at,
		    size_t n);

/* srclines_find_now() without waiting. False: it comes later, and wake() is called then. */
bool srclines_find(struct srclines *l, const struct srclines_source *source, uint64_t at,
		   struct srclines_answer *answer);

/* Addresses that somebody waits for without waiting; and how many answers have come for such. */
uint32_t srclines_pending(struct srclines *l);
uint32_t srclines_answered(struct srclines *l);

/* Nothing is known of an address, and why. */
void srclines_answer_none(struct srclines_answer *answer, enum sym_why why);

#endif
