/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_STOP_H
#define BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

/* Has another thread asked this work to stop? stop NULL: it never does. */
static inline bool stop_wanted(const _Atomic bool *stop)
{
	return stop && atomic_load(stop);
}

#endif
