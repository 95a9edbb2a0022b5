/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_JITSPACE_H
#define SYM_JITSPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sym/jitdump.h"

/*
 * Which code lay at an address at a time, of a process that makes code in the place of older
 * code. One thread adds, then any may find.
 */
struct jitspace;

/* dir: for what is large; NULL: the usual one. */
struct jitspace *jitspace_open(const char *dir);
void jitspace_close(struct jitspace *space);

/* Add code behind what is there, numbered from 0. False: it is not in the order of time. */
bool jitspace_add(struct jitspace *space, const struct jitcode *codes, size_t n);

uint32_t jitspace_count(const struct jitspace *space);

/* The code that was made last of what was there by then. False: there was none. */
bool jitspace_find(struct jitspace *space, uint64_t addr, uint64_t time, uint32_t *number,
		   struct jitcode *code);

#endif
