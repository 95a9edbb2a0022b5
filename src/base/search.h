/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>

/*
 * The first number i, of those from first to before end, for which before(i) does not hold; end if
 * there is none. before is a condition on i. It holds up to some number, and for none after that.
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
