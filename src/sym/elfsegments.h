/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_ELFSEGMENTS_H
#define SYM_ELFSEGMENTS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The relation between offsets in a program or library and its linked addresses. Offsets are those
 * of the program, even if only its debug file is known.
 */
enum {
	ELFSEGMENTS_MAX = 256
};

struct elfsegment {
	uint64_t addr, off;
	uint64_t bytes; /* bytes in memory */
	uint64_t kept;	/* bytes in the file */
};

struct elfsegments {
	size_t n;
	struct elfsegment v[ELFSEGMENTS_MAX];
};

void elfsegments_take(struct elfsegments *segments, Elf *elf);

/* Convert an address to an offset, and back. Returns false if no segment has it. */
bool elfsegments_to_place(const struct elfsegments *segments, uint64_t *at);
bool elfsegments_to_address(const struct elfsegments *segments, uint64_t *at);

#endif
