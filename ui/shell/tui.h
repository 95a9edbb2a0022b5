/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_TUI_H
#define SHELL_TUI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

struct recording;

/* What the browser opens instead after its end. */
struct tui_next {
	VEC(char *) paths; /* none: nothing */
	uint64_t row;	   /* row to go to, UINT64_MAX: where it was left */
	bool reindex;	   /* the same files as now: build the index again */
	long script;	   /* offset at which the script continues, */
	size_t commands;   /* and the number of commands that were run */
};

struct tui_options {
	const char *script;    /* keys from this file, screens to standard output, no terminal */
	int rows, cols;	       /* of the script's screen, 0: 24 lines of 80 */
	bool ascii;	       /* only ASCII on the screen */
	bool no_colour;	       /* only attributes */
	uint64_t row;	       /* first row, UINT64_MAX: none */
	long script_at;	       /* the script begins at this byte */
	struct tui_next *next; /* to be filled; the caller releases it */
	const char *where;     /* --goto: "123", "@0x1a8", "50%", "12.5s"; NULL: the beginning */
	const char *order;     /* of records: "file", "time"; NULL: that of the config file */
	const char *filter;    /* the first filter, NULL: none */
	const char *event;     /* whose samples are counted, NULL: the first event */
	bool no_state;	       /* no state is restored or saved */
	bool secure;	       /* write no file, read no other file, ask no server */
	bool follow;	       /* start at the end, and stay there while the recording grows */
	bool batch;	       /* no screen: run the commands */
	const char *const *commands; /* commands to run first, n_commands of them */
	size_t n_commands;
	size_t missing; /* files that could not be opened, which was reported */
};

/*
 * Background threads call tui_wake() after each news: pass it to recording_open(). Any thread may
 * call it, before, while and after the browser runs. Call tui_wake_init() before the first thread
 * starts.
 */
int tui_wake_init(struct err *err);
void tui_wake(void *arg);

/*
 * Run the browser. Returns the program's exit status when the user quits, or 128 plus the number of
 * the signal that ended it. The terminal is restored. If the browser cannot start, err says why and
 * an error code is returned.
 */
int tui_run(struct recording *rec, const struct tui_options *opt, struct err *err);

#endif
