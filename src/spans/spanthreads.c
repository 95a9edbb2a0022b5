/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanthreads.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/vec.h"

enum {
	/* context-switches has samples up to 10 us after a switch. */
	SWITCH_NS = 100000
};

struct spanthread {
	uint64_t thread;
	VEC(uint64_t) exits;	      /* their times, because numbers of threads are reused */
	uint64_t off;		      /* ns off the CPU */
	struct spanthreads_wait wait; /* the open span off the CPU; its number is 0: none */
	bool ran;		      /* the thread was on a CPU in that span */
	bool used;
};

struct spanthreads {
	struct hash states; /* of struct spanthread */
};

static bool state_used(const void *slot)
{
	return ((const struct spanthread *)slot)->used;
}

static uint64_t state_hash(const void *slot, const void *arg)
{
	(void)arg;
	return hash_u64(((const struct spanthread *)slot)->thread);
}

static bool state_same(const void *slot, const void *key)
{
	return ((const struct spanthread *)slot)->thread == *(const uint64_t *)key;
}

static const struct hash_kind states = {
	.size = sizeof(struct spanthread),
	.used = state_used,
	.hash = state_hash,
};

/* Return the state of a thread; NULL: nothing is known of it. */
static struct spanthread *find_thread(const struct spanthreads *t, uint64_t thread)
{
	return hash_find(&t->states, &states, hash_u64(thread), state_same, &thread);
}

static struct spanthread *put_thread(struct spanthreads *t, uint64_t thread)
{
	struct spanthread *state =
		hash_put(&t->states, &states, NULL, hash_u64(thread), state_same, &thread);

	if (!state->used)
		*state = (struct spanthread){ .thread = thread, .used = true };
	return state;
}

struct spanthreads *spanthreads_open(void)
{
	return mem_zalloc(sizeof(struct spanthreads));
}

void spanthreads_close(struct spanthreads *t)
{
	struct spanthread *state;

	if (!t)
		return;
	for (size_t at = 0; (state = hash_next(&t->states, &states, &at));)
		vec_release(&state->exits);
	hash_release(&t->states);
	free(t);
}

void spanthreads_exit(struct spanthreads *t, uint64_t thread, uint64_t time)
{
	vec_push(&put_thread(t, thread)->exits, time);
}

uint64_t spanthreads_exit_since(const struct spanthreads *t, uint64_t thread, uint64_t time)
{
	const struct spanthread *state = find_thread(t, thread);
	size_t at;

	if (!state)
		return 0;
	at = search_first(0, state->exits.n, i, state->exits.v[i] < time);
	return at < state->exits.n ? state->exits.v[at] : 0;
}

void spanthreads_add_off(struct spanthreads *t, uint64_t thread, uint64_t dur)
{
	put_thread(t, thread)->off += dur;
}

uint64_t spanthreads_off(const struct spanthreads *t, uint64_t thread)
{
	const struct spanthread *state = find_thread(t, thread);

	return state ? state->off : 0;
}

void spanthreads_leave(struct spanthreads *t, uint64_t thread, const struct spanthreads_wait *wait)
{
	struct spanthread *state = put_thread(t, thread);

	state->wait = *wait;
	state->ran = false;
}

void spanthreads_sample(struct spanthreads *t, uint64_t thread, uint64_t time, uint32_t cpu)
{
	struct spanthread *state = find_thread(t, thread);

	if (!state || !state->wait.span || state->ran)
		return;
	state->ran = !spanthreads_is_late(&state->wait, time, cpu);
}

bool spanthreads_is_late(const struct spanthreads_wait *wait, uint64_t time, uint32_t cpu)
{
	bool same = cpu == UINT32_MAX || wait->cpu == UINT32_MAX || cpu == wait->cpu;

	return same && time <= wait->time + SWITCH_NS;
}

bool spanthreads_return(struct spanthreads *t, uint64_t thread, uint64_t span)
{
	struct spanthread *state = find_thread(t, thread);

	if (!state || state->wait.span != span)
		return false;
	state->wait.span = 0;
	return state->ran;
}
