/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DEBUGINFOD_H
#define SYM_DEBUGINFOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Debug files by build id from the servers in DEBUGINFOD_URLS, through libdebuginfod
 * (elfutils/debuginfod.h). The library is loaded in a separate process, which starts with the first
 * request. Therefore only requested data go over a network, and the process can be ended at any
 * time.
 *
 * For one thread, except debuginfod_stop().
 */
struct debuginfod;

struct debuginfod *debuginfod_open(void);
void debuginfod_close(struct debuginfod *d);

/* End the current request, if there is one: it fails. For any thread. */
void debuginfod_stop(struct debuginfod *d);

/* Receives the number of bytes that have arrived, and the total; 0: unknown. */
typedef void debuginfod_progress_fn(void *arg, uint64_t got, uint64_t total);

/*
 * Find a debug file. path receives the path of the file in libdebuginfod's cache; its contents are
 * untrusted. Returns false on an error; path then has the reason in words.
 */
bool debuginfod_find(struct debuginfod *d, const uint8_t *id, size_t len,
		     debuginfod_progress_fn *progress, void *arg, struct buf *path);

#endif
