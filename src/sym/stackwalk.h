/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_STACKWALK_H
#define SYM_STACKWALK_H

#include "sym/unwind.h"

/*
 * The work of unwind.h's process: libdwfl reads untrusted files. Address spaces are in slots; a
 * slot keeps its modules until it gets another address space.
 */
struct stackwalk;

enum {
	STACKWALK_SLOTS = 32
};

/*
 * Open. While a file is being read, *busy is its number from 1; 0: none. A file's tables are
 * untrusted and may crash this process.
 */
struct stackwalk *stackwalk_open(_Atomic uint32_t *busy);
void stackwalk_close(struct stackwalk *w);

/* Set the mappings of a slot. They are copied. */
void stackwalk_space(struct stackwalk *w, uint32_t slot, const struct unwind_map *maps, size_t n);

/* Take a file of size bytes, and close fd. fd -1: the file is not available. */
void stackwalk_file(struct stackwalk *w, uint32_t file, int fd, uint64_t size);

/*
 * Unwind a stack. Returns false if the file frames->file is needed, which was not passed yet.
 * stack->space is ignored.
 */
bool stackwalk_frames(struct stackwalk *w, uint32_t slot, const struct unwind_stack *stack,
		      struct unwind_frames *frames);

#endif
