/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMQUEUE_H
#define SYM_SYMQUEUE_H

#include "sym/srclines.h"
#include "sym/symfetch.h"
#include "sym/symload.h"

/*
 * Modules by number, and the results of reading them. A separate thread reads modules, the last
 * requested one first. If a debug file can be fetched (sym/symfetch.h), the module is read again
 * when the file has arrived; earlier results stay valid.
 *
 * All functions but open and close are for any thread.
 */
struct symqueue;

/* The result of reading a module. It does not change, and is valid as long as the queue. */
struct symreading {
	struct symresult result;
	struct srclines_source lines; /* points into the result */
	struct symreading *before;    /* the previous result; NULL: none */
};

/* The caller keeps the strings. wake() is called from a separate thread when a module was read. */
struct symqueue_options {
	struct symload_options load;
	bool fetching; /* see symqueue_fetch() */
	void (*wake)(void *arg);
	void *wake_arg;
};

/* Open without starting anything: threads and the process start with the first request. */
struct symqueue *symqueue_open(const struct symqueue_options *options, struct symstore *store);
void symqueue_close(struct symqueue *queue);

/* Start the process now, before the first request. */
void symqueue_start(struct symqueue *queue);

/* Let its process end, before symqueue_close() waits for that. All later requests fail. */
void symqueue_stop(struct symqueue *queue);

/* A limit, because a hostile recording can name any number of files. */
enum {
	SYMQUEUE_MODULES_MAX = 1 << 16
};

/*
 * Add a plain module, which is copied; returns its number, from 0. All modules beyond the limit get
 * the number SYMQUEUE_MODULES_MAX, which is a module without a name and without symbols.
 */
uint32_t symqueue_add(struct symqueue *queue, const struct module *module);
uint32_t symqueue_count(const struct symqueue *queue);
const struct module *symqueue_module(const struct symqueue *queue, uint32_t number);

/* Use other places for modules that are read from now on. */
void symqueue_move(struct symqueue *queue, const struct symload_options *load);

/* Request a module. Does nothing if it has already been requested. */
void symqueue_want(struct symqueue *queue, uint32_t number);
bool symqueue_is_wanted(const struct symqueue *queue, uint32_t number);

/* Return the last result for a module. NULL: there is none yet. */
const struct symreading *symqueue_latest(const struct symqueue *queue, uint32_t number);

/* Wait for the final result for a module, including a fetched debug file. */
const struct symreading *symqueue_wait(struct symqueue *queue, uint32_t number);

/* See syms_debuginfod(), syms_debuginfod_module() and syms_fetching(). */
void symqueue_fetch(struct symqueue *queue, bool on);
uint32_t symqueue_fetch_named(struct symqueue *queue, const char *name);
bool symqueue_fetching(struct symqueue *queue, struct symfetch_status *status);

/* Counts of modules that wait for their final result, of final results, and of improved results. */
struct symqueue_counts {
	uint32_t pending, finished;
	uint32_t improved; /* results for modules that had already been read */
};
struct symqueue_counts symqueue_counts(struct symqueue *queue);

#endif
