/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_STACKWALK_H
#define SYM_STACKWALK_H

#include "sym/unwind.h"

/*
 * What the process of unwind.h does: libdwfl over files that nobody vouches for. Address
 * spaces have slots; each keeps its modules until it is given away.
 */
struct stackwalk;

enum {
	STACKWALK_SLOTS = 32
};

/*
 * *busy is the file that is being worked on, from 1; 0: none. The file's tables are input
 * that can kill.
 */
struct stackwalk *stackwalk_open(_Atomic uint32_t *busy);
void stackwalk_close(struct stackwalk *w);

/* The mappings of a slot, which are copied. */
void stackwalk_space(struct stackwalk *w, uint32_t slot, const struct unwind_map *maps, size_t n);

/* A file of size bytes; fd is closed. -1: it cannot be had. */
void stackwalk_file(struct stackwalk *w, uint32_t file, int fd, uint64_t size);

/*
 * Unwind. False: file frames->file, which the caller has not told of yet, is wanted first.
 * stack->space is not looked at.
 */
bool stackwalk_frames(struct stackwalk *w, uint32_t slot, const struct unwind_stack *stack,
		      struct unwind_frames *frames);

#endif
