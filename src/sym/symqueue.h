/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMQUEUE_H
#define SYM_SYMQUEUE_H

#include "sym/srclines.h"
#include "sym/symfetch.h"
#include "sym/symload.h"

/*
 * Modules by their numbers, and what was read of them: by a thread of its own, the one that was
 * wanted last first. Where a debug file of one is to be had from elsewhere (sym/symfetch.h), it is
 * read once more when that is here; what was read before stays.
 *
 * All functions but open and close are for any thread.
 */
struct symqueue;

/* What was read of a module; it stays as it is for as long as the queue is there. */
struct symreading {
	struct symresult result;
	struct srclines_source lines; /* points into the result */
	struct symreading *before;    /* NULL: it is the first */
};

/* Strings stay the caller's. wake() is called from a thread of its own when a module was read. */
struct symqueue_options {
	struct symload_options load;
	bool fetching; /* symqueue_fetch() */
	void (*wake)(void *arg);
	void *wake_arg;
};

/* Start nothing yet: threads and the process begin with the first module that is wanted. */
struct symqueue *symqueue_open(const struct symqueue_options *options, struct symstore *store);
void symqueue_close(struct symqueue *queue);

/* Hostile recordings name files without end. */
enum {
	SYMQUEUE_MODULES_MAX = 1 << 16
};

/*
 * Add a plain module, whose copy is kept; returns its number, from 0. All that are too many have
 * the number SYMQUEUE_MODULES_MAX, a module without a name that was read: nothing was found.
 */
uint32_t symqueue_add(struct symqueue *queue, const struct module *module);
uint32_t symqueue_count(const struct symqueue *queue);
const struct module *symqueue_module(const struct symqueue *queue, uint32_t number);

/* Look elsewhere for what is read from now on. */
void symqueue_move(struct symqueue *queue, const struct symload_options *load);

/* Have a module read. Nothing happens where it was wanted before. */
void symqueue_want(struct symqueue *queue, uint32_t number);
bool symqueue_is_wanted(const struct symqueue *queue, uint32_t number);

/* What was read of it last. NULL: nothing yet. */
const struct symreading *symqueue_latest(const struct symqueue *queue, uint32_t number);

/* The same when there is all that is to be had, also from far away. */
const struct symreading *symqueue_wait(struct symqueue *queue, uint32_t number);

/* See syms_debuginfod(), syms_debuginfod_module() and syms_fetching(). */
void symqueue_fetch(struct symqueue *queue, bool on);
uint32_t symqueue_fetch_named(struct symqueue *queue, const char *name);
bool symqueue_fetching(struct symqueue *queue, struct symfetch_status *status);

/* How many modules are wanted and have not all that is to be had; how often one was read. */
struct symqueue_counts {
	uint32_t pending, finished;
	uint32_t improved; /* of them those that had been read before */
};
struct symqueue_counts symqueue_counts(struct symqueue *queue);

#endif
