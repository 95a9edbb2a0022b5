/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/jumps.h"

#include "tap.h"

static void test_none(void)
{
	struct jumps jumps;

	jumps_init(&jumps);
	is_uint(jumps_back(&jumps, 5), UINT64_MAX, "nothing is back at first");
	is_uint(jumps_forward(&jumps, 5), UINT64_MAX, "nor forward");
	is_uint(jumps.last, UINT64_MAX, "there was no jump");
	is_uint(jumps.marks['a'], UINT64_MAX, "and there is no mark");
	jumps_leave(&jumps, UINT64_MAX);
	is_uint(jumps.n, 0, "from nowhere nobody jumps");
}

static void test_way(void)
{
	struct jumps jumps;

	jumps_init(&jumps);
	jumps_leave(&jumps, 10);
	jumps_leave(&jumps, 20);
	jumps_leave(&jumps, 20);
	is_uint(jumps.n, 2, "a row that is left twice is kept once");
	is_uint(jumps_back(&jumps, 30), 20, "back");
	is_uint(jumps.last, 30, "the last jump was from there");
	is_uint(jumps_back(&jumps, 20), 10, "back twice");
	is_uint(jumps_back(&jumps, 10), UINT64_MAX, "the first row is the end of the way");
	is_uint(jumps_forward(&jumps, 10), 20, "forward");
	is_uint(jumps_forward(&jumps, 20), 30, "forward to where the way back began");
	is_uint(jumps_forward(&jumps, 30), UINT64_MAX, "and no further");
	jumps_back(&jumps, 30);
	jumps_leave(&jumps, 25);
	is_uint(jumps_forward(&jumps, 40), UINT64_MAX, "a jump forgets what was forward");
	is_uint(jumps_back(&jumps, 40), 25, "and is what is back");
}

static void test_full(void)
{
	struct jumps jumps;
	uint64_t row = 1000;
	int steps = 0;

	jumps_init(&jumps);
	for (uint64_t i = 0; i < 3 * JUMPS_MAX; i++)
		jumps_leave(&jumps, i);
	is_uint(jumps.n, JUMPS_MAX, "so many rows are kept");
	while (jumps.at) {
		row = jumps_back(&jumps, row);
		steps++;
	}
	is_uint(row, 2 * JUMPS_MAX + 1, "the latest, with the one that was gone back from");
	is_int(steps, JUMPS_MAX - 1, "each is a step");
}

int main(void)
{
	test_none();
	test_way();
	test_full();
	return done_testing();
}
