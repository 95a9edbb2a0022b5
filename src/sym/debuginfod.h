/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DEBUGINFOD_H
#define SYM_DEBUGINFOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Debug files by build id from the servers that DEBUGINFOD_URLS names, through libdebuginfod
 * (elfutils/debuginfod.h). That is loaded in a process of its own, with the first question: so
 * nothing goes over a network that was not asked for here, and whatever it does can be ended.
 *
 * For one thread, except debuginfod_stop().
 */
struct debuginfod;

struct debuginfod *debuginfod_open(void);
void debuginfod_close(struct debuginfod *d);

/* End the question that is being asked, if there is one: it fails. From any thread. */
void debuginfod_stop(struct debuginfod *d);

/* Bytes that have come, of how many; 0: not known yet. */
typedef void debuginfod_progress_fn(void *arg, uint64_t got, uint64_t total);

/*
 * The path of the file on this machine, where libdebuginfod keeps such files; nobody has looked
 * at what is in it. False: path says in words why there is none.
 */
bool debuginfod_find(struct debuginfod *d, const uint8_t *id, size_t len,
		     debuginfod_progress_fn *progress, void *arg, struct buf *path);

#endif
