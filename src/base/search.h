/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>

/*
 * Find the first number i from `first` to before `end` for which the condition before(i) is false;
 * end if there is none. The condition must be true up to some number, and false for all numbers
 * after it.
 */
#define search_first(first, end, i, before)                                                        \
	({                                                                                         \
		size_t low_ = (first), high_ = (end);                                              \
                                                                                                   \
		while (low_ < high_) {                                                             \
			const size_t i = low_ + (high_ - low_) / 2;                                \
                                                                                                   \
			if (before)                                                                \
				low_ = i + 1;                                                      \
			else                                                                       \
				high_ = i;                                                         \
		}                                                                                  \
		low_;                                                                              \
	})

#endif
