/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A mapping of a file in which pages can disappear, because another program makes the file shorter,
 * or because the pages cannot be read. An access to such a page raises SIGBUS. The handler of this
 * file then replaces the page, and all after it in the mapping, by zeros, and marks the guard as
 * torn. So the program continues, and finds out afterwards that it has read zeros. All functions
 * are for any thread.
 */
struct guard;

/*
 * Guard a mapping: p and len are multiples of the page size. NULL: there are too many guards. Call
 * guard_end() before the memory is unmapped.
 */
struct guard *guard_begin(void *p, size_t len);
void guard_end(struct guard *guard);

/* Have pages been replaced? Ask after their bytes were used. */
bool guard_torn(const struct guard *guard);

/*
 * Set what happens on SIGBUS for other reasons: the only way to handle this signal. *before gets
 * what happened until now. After such a signal, no access is handled as above: the program ends.
 */
void guard_set_other(const struct sigaction *act, struct sigaction *before);

#endif
