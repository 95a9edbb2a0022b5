/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bell.h"

#include <stdatomic.h>

#include "base/thread.h"
#include "tap.h"

enum {
	ROUNDS = 20000,
	HANDS = 4
};

static _Atomic unsigned at; /* whose turn it is */

struct hand {
	struct thread thread;
	unsigned number;
};

/* Pass a turn round: a ring that is not heard stops all of them for ever. */
static void *pass_on(void *arg)
{
	const struct hand *hand = arg;
	uint32_t heard = 0;

	for (unsigned i = 0; i < ROUNDS; i++) {
		while (atomic_load(&at) % HANDS != hand->number)
			bell_wait(BELL_STATE, &heard);
		atomic_fetch_add(&at, 1);
		bell_ring(BELL_STATE);
	}
	return NULL;
}

int main(void)
{
	struct hand hands[HANDS] = { 0 };
	uint32_t state = 0, rows = 0, before;

	bell_wait(BELL_STATE, &state);
	bell_wait(BELL_ROWS, &rows);
	is_uint(state, bell_heard(BELL_STATE), "the first wait ends at once");

	before = rows;
	bell_ring(BELL_STATE);
	bell_wait(BELL_ROWS, &rows);
	ok(rows != before, "who waits for rows hears of a state, too");
	bell_wait(BELL_STATE, &state);
	before = state;
	bell_ring(BELL_ROWS);
	bell_wait_for(BELL_STATE, &state, 20);
	is_uint(state, before, "... but not the other way round");
	bell_wait(BELL_ROWS, &rows);

	for (unsigned i = 0; i < HANDS; i++) {
		hands[i].number = i;
		ok(thread_start(&hands[i].thread, "bell", pass_on, &hands[i]), "a thread");
	}
	for (unsigned i = 0; i < HANDS; i++)
		thread_join(&hands[i].thread);
	is_uint(atomic_load(&at), (uint64_t)ROUNDS * HANDS, "no ring is lost");
	return done_testing();
}
