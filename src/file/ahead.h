/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_AHEAD_H
#define FILE_AHEAD_H

#include "file/source.h"

/*
 * Has the system read a file ahead of one who walks over it. Asking for pages that are not in
 * memory costs about as much as walking over them, so a thread of its own asks, at most 32 MB
 * ahead; what is in memory costs it a look at each MB.
 */
struct ahead;

/*
 * For a walk that begins at pos. NULL: the source is no file or hardly larger than what is asked
 * for at once, or there is no thread to be had.
 */
struct ahead *ahead_open(const struct source *source, uint64_t pos);
void ahead_close(struct ahead *ahead);

/* The walk has come to pos. ahead may be NULL. */
void ahead_at(struct ahead *ahead, uint64_t pos);

#endif
