/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/jumps.h"

#include <string.h>

void jumps_init(struct jumps *jumps)
{
	jumps->n = jumps->at = 0;
	jumps->last = UINT64_MAX;
	for (size_t i = 0; i < JUMPS_MARKS; i++)
		jumps->marks[i] = UINT64_MAX;
}

static void push(struct jumps *jumps, uint64_t row)
{
	if (jumps->n && jumps->rows[jumps->n - 1] == row)
		return;
	if (jumps->n == JUMPS_MAX) {
		memmove(&jumps->rows[0], &jumps->rows[1], (JUMPS_MAX - 1) * sizeof(jumps->rows[0]));
		jumps->n--;
	}
	jumps->rows[jumps->n++] = row;
}

void jumps_leave(struct jumps *jumps, uint64_t row)
{
	if (row == UINT64_MAX)
		return;
	jumps->last = row;
	jumps->n = jumps->at < jumps->n ? jumps->at : jumps->n;
	push(jumps, row);
	jumps->at = jumps->n;
}

uint64_t jumps_back(struct jumps *jumps, uint64_t row)
{
	if (!jumps->at)
		return UINT64_MAX;
	/* The way forward leads back to here. */
	if (jumps->at == jumps->n && row != UINT64_MAX) {
		push(jumps, row);
		jumps->at = jumps->n - 1;
	}
	if (jumps->at && jumps->rows[jumps->at] == row)
		jumps->at--;
	jumps->last = row;
	return jumps->rows[jumps->at];
}

uint64_t jumps_forward(struct jumps *jumps, uint64_t row)
{
	if (jumps->at + 1 >= jumps->n)
		return UINT64_MAX;
	jumps->last = row;
	return jumps->rows[++jumps->at];
}
