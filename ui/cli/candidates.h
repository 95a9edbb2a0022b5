/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CANDIDATES_H
#define CLI_CANDIDATES_H

#include "cli/cli.h"

/*
 * What the completions of shells (cli/completion.c) offer of recordings and of the config file.
 */
enum candidates {
	CANDIDATES_EVENTS, /* names of the events of recordings */
	CANDIDATES_COMMS,  /* names of their tasks */
	CANDIDATES_SPANS   /* definitions of spans in the config file */
};

/* "events", "comms", "spans"; NULL: there are no more. */
const char *candidates_name(enum candidates what);

/*
 * Write them, a line each, of the n recordings in files, or of perf.data if there is none. Nobody
 * waits for long: tasks of a recording without an index are those of its beginning. Files that
 * cannot be opened are left out. An exit status.
 */
int candidates_write(enum candidates what, const char *const *files, size_t n);

#endif
