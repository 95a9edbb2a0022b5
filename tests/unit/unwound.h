/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_UNWOUND_H
#define UNIT_UNWOUND_H

/* Stacks that are unwound one by one, and numbers to damage them with. */
#include "sym/unwind.h"
#include "tap.h"

static inline void unwind_stack(struct unwind *u, const struct unwind_stack *stack,
				struct unwind_frames *frames)
{
	const struct unwind_frames *found;

	unwind_reset(u);
	ok(unwind_add(u, stack), "a stack is taken");
	unwind_run(u);
	found = unwind_result(u, 0);
	frames->ips.n = 0;
	for (size_t i = 0; i < found->ips.n; i++)
		vec_push(&frames->ips, found->ips.v[i]);
	frames->why = found->why;
	frames->at = found->at;
	frames->file = found->file;
}

/* A number below; the same ones on each machine. */
static inline uint32_t any(uint32_t below)
{
	static uint32_t seed = 12345;

	seed = seed * 1103515245 + 12345;
	return (seed >> 8) % below;
}

/* Whatever there is, there is an answer. */
static inline bool is_answer(const struct unwind_stack *stack, const struct unwind_frames *frames)
{
	return frames->ips.n <= stack->max && unwind_why_text(frames->why);
}

#endif
