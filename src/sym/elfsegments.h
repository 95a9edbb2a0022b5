/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_ELFSEGMENTS_H
#define SYM_ELFSEGMENTS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Which place in a program or library has which address, as they were linked. What is asked
 * for with a debug file alone is still a place in the file that it is of.
 */
enum {
	ELFSEGMENTS_MAX = 256
};

struct elfsegment {
	uint64_t addr, off;
	uint64_t bytes; /* in memory */
	uint64_t kept;	/* of them in the file */
};

struct elfsegments {
	size_t n;
	struct elfsegment v[ELFSEGMENTS_MAX];
};

void elfsegments_take(struct elfsegments *segments, Elf *elf);

/* From an address to its place, and back. False: no segment has it. */
bool elfsegments_to_place(const struct elfsegments *segments, uint64_t *at);
bool elfsegments_to_address(const struct elfsegments *segments, uint64_t *at);

#endif
