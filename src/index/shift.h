/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_SHIFT_H
#define INDEX_SHIFT_H

#include "index/format.h"

/*
 * Shift times of a file by a number of ns, so that several files have one timeline. Times of 0 or
 * all ones mean "none" and stay the same. The time order stays the same, too: a result beyond
 * the greatest time, as in a damaged file, becomes the greatest time.
 */
static inline uint64_t shift_time(uint64_t time, uint64_t shift)
{
	if (!shift || !time || time == UINT64_MAX)
		return time;
	return time < UINT64_MAX - shift ? time + shift : UINT64_MAX - 1;
}

/*
 * Convert a moment of the timeline to a time of the file. If the moment is before the file's first
 * time, return 1, the smallest time.
 */
static inline uint64_t shift_back(uint64_t time, uint64_t shift)
{
	if (!shift || !time || time == UINT64_MAX)
		return time;
	return time > shift ? time - shift : 1;
}

static inline void shift_desc(struct block_desc *desc, uint64_t shift)
{
	desc->time_min = shift_time(desc->time_min, shift);
	desc->time_max = shift_time(desc->time_max, shift);
	desc->key_min = shift_time(desc->key_min, shift);
	desc->key_max = shift_time(desc->key_max, shift);
	desc->carry.last[0] = shift_time(desc->carry.last[0], shift);
	desc->carry.last[1] = shift_time(desc->carry.last[1], shift);
}

#endif
