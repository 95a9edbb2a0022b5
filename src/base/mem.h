/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/*
 * Allocation that does not fail: out of memory calls the handler and then
 * aborts. The program sets a handler that restores the terminal and says so.
 * Sizes that come from a file are checked against the bytes that are there
 * before they get here.
 */
void *mem_alloc(size_t size);
void *mem_zalloc(size_t size);
void *mem_realloc(void *p, size_t size);
void *mem_dup(const void *p, size_t size);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t len);

/* Bytes allocated now; 0 where that is not known. */
size_t mem_used(void);

/* Bytes that were freed and not given back to the system; 0 where that is not known. */
size_t mem_freed(void);

/* Gives freed bytes back to the system. mem_freed() may stay as it is. */
void mem_trim(void);

/* From now on all threads share a few pools, so that one uses what another has freed. */
void mem_share(void);

void mem_set_handler(void (*handler)(size_t wanted));

#endif
