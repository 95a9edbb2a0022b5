/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * A growable array of one type: struct { T *v; size_t n, cap; }. A zeroed array is empty. Pointers
 * to elements become invalid when the array grows.
 */
#define VEC(T)                                                                                     \
	struct {                                                                                   \
		T *v;                                                                              \
		size_t n, cap;                                                                     \
	}

/* Append a zeroed element and return a pointer to it. */
#define vec_add(vec)                                                                               \
	((vec)->n == (vec)->cap ? ((vec)->v = vec_grow((vec)->v, &(vec)->cap, sizeof(*(vec)->v)))  \
				: (vec)->v,                                                        \
	 memset(&(vec)->v[(vec)->n], 0, sizeof(*(vec)->v)), &(vec)->v[(vec)->n++])

#define vec_push(vec, value) (*vec_add(vec) = (value))

/* Make room for n elements in total, so that adding them moves none. */
#define vec_reserve(vec, total)                                                                    \
	do {                                                                                       \
		if ((vec)->cap < (total)) {                                                        \
			(vec)->cap = (total);                                                      \
			(vec)->v = mem_realloc((vec)->v, (vec)->cap * sizeof(*(vec)->v));          \
		}                                                                                  \
	} while (0)

/* Append zeroed elements until there are at least so many in total. */
#define vec_fill(vec, total)                                                                       \
	do {                                                                                       \
		size_t fill_total = (total);                                                       \
                                                                                                   \
		if ((vec)->n >= fill_total)                                                        \
			break;                                                                     \
		if ((vec)->cap < fill_total)                                                       \
			vec_reserve(vec, fill_total + fill_total / 2);                             \
		memset((vec)->v + (vec)->n, 0, (fill_total - (vec)->n) * sizeof(*(vec)->v));       \
		(vec)->n = fill_total;                                                             \
	} while (0)

#define vec_release(vec)                                                                           \
	do {                                                                                       \
		free((vec)->v);                                                                    \
		(vec)->v = NULL;                                                                   \
		(vec)->n = (vec)->cap = 0;                                                         \
	} while (0)

static inline void *vec_grow(void *v, size_t *cap, size_t size)
{
	*cap = *cap ? *cap + *cap / 2 + 1 : 8;
	return mem_realloc(v, *cap * size);
}

#endif
