/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * queens - puts N queens on a board, by recursion, until so much processor time is used.
 * Its call chains are as deep as the row that is being tried.
 *
 * usage: queens [MILLISECONDS [N]]
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_SIDE 16

struct board {
	int side;
	int column[MAX_SIDE];	/* of the queen in each row */
};

static int queen_is_safe(const struct board *b, int row, int column)
{
	for (int r = 0; r < row; r++) {
		int apart = b->column[r] - column;

		if (apart == 0 || apart == row - r || apart == r - row)
			return 0;
	}
	return 1;
}

static unsigned long place_queens(struct board *b, int row)
{
	unsigned long found = 0;

	if (row == b->side)
		return 1;
	for (int c = 0; c < b->side; c++) {
		if (!queen_is_safe(b, row, c))
			continue;
		b->column[row] = c;
		found += place_queens(b, row + 1);
	}
	return found;
}

static unsigned long solve_board(int side)
{
	struct board b = { .side = side };

	return place_queens(&b, 0);
}

static long used_ms(void)
{
	return clock() / (CLOCKS_PER_SEC / 1000);
}

int main(int argc, char **argv)
{
	long ms = argc > 1 ? atol(argv[1]) : 100;
	int side = argc > 2 ? atoi(argv[2]) : 7;
	unsigned long found = 0;

	if (side < 1 || side > MAX_SIDE)
		return 2;
	while (used_ms() < ms)
		found += solve_board(side);
	printf("%lu\n", found);
	return 0;
}
