/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CANDIDATES_H
#define CLI_CANDIDATES_H

#include "cli/cli.h"

/*
 * Words that the completion of shells offers (cli/completion.c). They come from recordings and from
 * the config file.
 */
enum candidates {
	CANDIDATES_EVENTS, /* names of the events of recordings */
	CANDIDATES_COMMS,  /* names of the tasks of recordings */
	CANDIDATES_SPANS   /* definitions of spans in the config file */
};

/* "events", "comms" or "spans"; NULL after the last one. */
const char *candidates_name(enum candidates what);

/*
 * Write the candidates, one per line, of the n recordings in files. If n is 0, use perf.data. This
 * is always fast: if a recording has no index, only its beginning is searched for tasks. Files that
 * cannot be opened are ignored. Returns an exit status.
 */
int candidates_write(enum candidates what, const char *const *files, size_t n);

#endif
