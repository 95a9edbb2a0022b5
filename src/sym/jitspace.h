/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_JITSPACE_H
#define SYM_JITSPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sym/jitdump.h"

/*
 * Finds the code that was at an address at a time, in a process that replaces code by new code. One
 * thread adds code; afterwards any thread may find it.
 */
struct jitspace;

/* dir: folder for large data; NULL: the default folder. */
struct jitspace *jitspace_open(const char *dir);
void jitspace_close(struct jitspace *space);

/* Add code after the existing code, numbered from 0. Returns false if it is not ordered by time. */
bool jitspace_add(struct jitspace *space, const struct jitcode *codes, size_t n);

uint32_t jitspace_count(const struct jitspace *space);

/*
 * Find the code at an address that was created last before or at a time. Returns false if there is
 * none.
 */
bool jitspace_find(struct jitspace *space, uint64_t addr, uint64_t time, uint32_t *number,
		   struct jitcode *code);

#endif
