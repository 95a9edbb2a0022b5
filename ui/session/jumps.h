/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_JUMPS_H
#define SESSION_JUMPS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Rows to return to: those that jumps have left, in this order, and marks with letters. UINT64_MAX
 * means no row.
 */
enum {
	JUMPS_MAX = 100,   /* the most rows that are kept: the latest */
	JUMPS_MARKS = 128, /* one for each ASCII character */
};

struct jumps {
	uint64_t rows[JUMPS_MAX];
	size_t n, at;  /* at == n: nothing is forward */
	uint64_t last; /* the row that the last jump left, also back or forward */
	uint64_t marks[JUMPS_MARKS];
};

void jumps_init(struct jumps *jumps);

/* Note that a jump leaves a row; the rows to go forward to are dropped. */
void jumps_leave(struct jumps *jumps, uint64_t row);

/*
 * Return the row to which a step back, or forward, leads. row: the row of the cursor, which may be
 * no row. UINT64_MAX: there is none, and nothing changes.
 */
uint64_t jumps_back(struct jumps *jumps, uint64_t row);
uint64_t jumps_forward(struct jumps *jumps, uint64_t row);

#endif
