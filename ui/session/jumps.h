/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_JUMPS_H
#define SESSION_JUMPS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Rows to which a user can return: the rows from which jumps started, in order, and marks with
 * letters. UINT64_MAX means no row.
 */
enum {
	JUMPS_MAX = 100,   /* at most so many rows are kept, the latest ones */
	JUMPS_MARKS = 128, /* one for each ASCII character */
};

struct jumps {
	uint64_t rows[JUMPS_MAX];
	size_t n, at;  /* at == n: there is no row to go forward to */
	uint64_t last; /* the row from which the last jump started, also a jump back or forward */
	uint64_t marks[JUMPS_MARKS];
};

void jumps_init(struct jumps *jumps);

/* Note that a jump starts from a row. The rows to go forward to are dropped. */
void jumps_leave(struct jumps *jumps, uint64_t row);

/*
 * Return the row for a step back or forward. row: the row of the cursor; UINT64_MAX: there is none.
 * Returns UINT64_MAX, and changes nothing, if there is no such row.
 */
uint64_t jumps_back(struct jumps *jumps, uint64_t row);
uint64_t jumps_forward(struct jumps *jumps, uint64_t row);

#endif
