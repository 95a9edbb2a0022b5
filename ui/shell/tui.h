/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_TUI_H
#define SHELL_TUI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

struct recording;

/* What the browser wants to be opened instead, when it has ended. */
struct tui_next {
	VEC(char *) paths; /* none: nothing */
	uint64_t row;	   /* to go to, UINT64_MAX: as it was left */
	bool reindex;	   /* they are those of now: make the index again */
	long script;	   /* where the script goes on, */
	size_t commands;   /* and how many commands have been run */
};

struct tui_options {
	const char *script;    /* keys from this file, screens to standard output, no terminal */
	int rows, cols;	       /* of the script's screen, 0: 24 lines of 80 */
	bool ascii;	       /* only ASCII on the screen */
	bool no_colour;	       /* attributes alone */
	uint64_t row;	       /* to begin at, UINT64_MAX: not so */
	long script_at;	       /* the script begins at this byte */
	struct tui_next *next; /* is filled; to be released by who gave it */
	const char *where;     /* --goto: "123", "@0x1a8", "50%", "12.5s"; NULL: the beginning */
	const char *order;     /* of the records: "file", "time"; NULL: as the config file has it */
	const char *filter;    /* the filter to begin with, NULL: none */
	const char *event;     /* samples of which are counted, NULL: the first */
	bool no_state;	       /* nothing is restored and nothing is kept */
	bool secure;	       /* no file is written, no other one read, no server asked */
	bool follow;	       /* begin at the end, and stay there while the recording grows */
	bool batch;	       /* no screen: run the commands */
	const char *const *commands; /* to be run at first, n_commands of them */
	size_t n_commands;
	size_t missing; /* files that could not be opened, which was told */
};

/*
 * Background threads call tui_wake() when they have published something: give it
 * to recording_open(). It may be called from any thread, before, while and after
 * the browser runs. tui_wake_init() comes before the first thread.
 */
int tui_wake_init(struct err *err);
void tui_wake(void *arg);

/*
 * The browser. Returns when the user quits: the program's exit status; 128 and
 * the signal's number when a signal asked it to end. The terminal is as it was
 * before. When it cannot start, err says why and an error code is returned.
 */
int tui_run(struct recording *rec, const struct tui_options *opt, struct err *err);

#endif
