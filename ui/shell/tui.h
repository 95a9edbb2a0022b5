/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_TUI_H
#define SHELL_TUI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

struct recording;

/* What to open after the browser has ended. */
struct tui_next {
	VEC(char *) paths; /* files to open; empty: the program ends */
	uint64_t row;	   /* row to go to, UINT64_MAX: where the user left the recording */
	bool reindex;	   /* open the same files again, and rebuild the index */
	long script;	   /* number of lines of the script that were run */
	size_t commands;   /* number of commands that were already run */
};

struct tui_options {
	const char *script;    /* read keys from this file, and print screens, without a terminal */
	int rows, cols;	       /* size of the script's screen, 0: 24 lines of 80 columns */
	bool ascii;	       /* only ASCII on the screen */
	bool no_colour;	       /* attributes such as bold, but no colours */
	uint64_t row;	       /* first row, UINT64_MAX: none */
	long script_at;	       /* the script begins after this line */
	struct tui_next *next; /* the browser fills it, the caller releases it */
	const char *where;     /* --goto: "123", "@0x1a8", "50%", "12.5s"; NULL: the beginning */
	const char *order;     /* order of records: "file" or "time"; NULL: as in the config file */
	const char *filter;    /* the first filter, NULL: none */
	const char *event;     /* the event whose samples are counted, NULL: the first event */
	bool no_state;	       /* neither restore nor save the state */
	bool secure;	       /* write no file, read no other file, contact no server */
	bool follow;	       /* start at the end, and stay there while the recording grows */
	bool batch;	       /* no screen: run the commands */
	const char *const *commands; /* commands to run first, n_commands of them */
	size_t n_commands;
	size_t missing; /* number of files that could not be opened; this was reported */
};

/*
 * Wake the browser, because background work has news: pass this function to recording_open(). Any
 * thread may call it before, while and after the browser runs. Call tui_wake_init() before the
 * first thread starts.
 */
int tui_wake_init(struct err *err);
void tui_wake(void *arg);

/*
 * Run the browser, and restore the terminal at the end. Returns the exit status if the user quits,
 * or 128 plus the number of the signal that ended the browser. If the browser cannot start, returns
 * an error.
 */
int tui_run(struct recording *rec, const struct tui_options *opt, struct err *err);

#endif
