/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CANDIDATES_H
#define CLI_CANDIDATES_H

#include "cli/cli.h"

/*
 * Words from recordings and from the config file that the completions of shells offer
 * (cli/completion.c).
 */
enum candidates {
	CANDIDATES_EVENTS, /* names of the events of recordings */
	CANDIDATES_COMMS,  /* names of their tasks */
	CANDIDATES_SPANS   /* definitions of spans in the config file */
};

/* "events", "comms", "spans"; NULL after the last one. */
const char *candidates_name(enum candidates what);

/*
 * Write the candidates, a line each, of the n recordings in files, or of perf.data if n is 0. This
 * never takes long: for a recording without an index only its beginning is read for tasks. Files
 * that cannot be opened are left out. Returns an exit status.
 */
int candidates_write(enum candidates what, const char *const *files, size_t n);

#endif
