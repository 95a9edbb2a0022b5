/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/*
 * Bytes between what different threads write often. They are not in one cache line then, which the
 * threads' CPUs would take from each other.
 */
#define MEM_APART 64

/*
 * Allocation that does not fail: if there is no memory, the handler is called, and then abort().
 * The program's handler restores the terminal and prints a message. If a size comes from a file,
 * the caller first checks it against the size of the file.
 */
void *mem_alloc(size_t size);
void *mem_zalloc(size_t size);
void *mem_aligned(size_t align, size_t size); /* at a multiple of align, a power of 2 */
void *mem_realloc(void *p, size_t size);
void *mem_dup(const void *p, size_t size);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t len); /* all len bytes, also after a NUL */

/* Return what a library has allocated. NULL: there is no memory, as above. size: 0 if unknown. */
void *mem_check(void *p, size_t size);

/*
 * Zeroed memory for large buffers, mostly of the build of an index: only the part that is used
 * takes memory, and mem_used() does not count it. So a build takes no memory from the views.
 */
void *mem_map(size_t size);
void mem_unmap(void *p, size_t size); /* p may be NULL */

/* Number of bytes that are allocated now; 0 if unknown. */
size_t mem_used(void);

/* Number of bytes that were freed but not returned to the system; 0 if unknown. */
size_t mem_freed(void);

/* Return freed bytes to the system. mem_freed() may still count them. */
void mem_trim(void);

/*
 * From now on, keep a few MB of freed memory. By default, the columns of each block would return
 * their pages to the system, and those of the next block would get new ones.
 */
void mem_keep(void);

/*
 * From now on, all threads share a few pools, so a thread can reuse memory that another thread has
 * freed. Large pieces are returned to the system when they are freed.
 */
void mem_share(void);

/* Set the handler of all threads. wanted: the bytes that could not be allocated. */
void mem_set_handler(void (*handler)(size_t wanted));

#endif
