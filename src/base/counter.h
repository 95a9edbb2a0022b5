/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_COUNTER_H
#define BASE_COUNTER_H

#include <stdatomic.h>
#include <stdint.h>

/* Add to a number that only this thread changes, while any thread may read it. */
static inline void counter_add(_Atomic uint64_t *to, uint64_t n)
{
	atomic_store_explicit(to, atomic_load_explicit(to, memory_order_relaxed) + n,
			      memory_order_relaxed);
}

/* Read such a number. This does not order other memory accesses. */
static inline uint64_t counter_get(const _Atomic uint64_t *from)
{
	return atomic_load_explicit(from, memory_order_relaxed);
}

#endif
