/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SRCLINES_H
#define SYM_SRCLINES_H

#include "sym/srcstack.h"
#include "sym/symfile.h"

/*
 * Source lines and inlined functions of addresses, told by a process with limits
 * (sym/linehelper.h) when they are asked for, and kept as long as there is room. A file that costs
 * the process its life several times, or minutes, is asked no more.
 *
 * All functions but open and close are for any thread.
 */
struct srclines;

struct srclines_options {
	void (*wake)(void *arg); /* called from a thread of its own when an answer has come */
	void *wake_arg;
};

/* Start nothing yet: thread and process begin with the first question. */
struct srclines *srclines_open(const struct srclines_options *options);
void srclines_close(struct srclines *l);

/* Where the debug information of a module is. It stays where it is for as long as the lines. */
struct srclines_source {
	uint32_t number; /* of the module, from 0, each its own */
	enum elfread_as as;
	const struct symfile_trace *file;  /* that is mapped */
	const struct symfile_trace *debug; /* its debug file; path "": none */
	struct symfile_places places;	   /* of further files that these name */
};

/* Used again and again. */
struct srclines_answer {
	struct buf packed;
	struct srcstack stack; /* n 0: nothing is known, why tells; its texts are in packed */
	enum sym_why why;      /* NONE, or why not all is known */
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
