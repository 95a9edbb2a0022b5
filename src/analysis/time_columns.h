/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TIME_COLUMNS_H
#define ANALYSIS_TIME_COLUMNS_H

#include "index/block.h"

/* A time range in columns of about the same width, by which rows are counted. */
struct time_columns {
	uint64_t lo, hi; /* times of the recording, both inclusive */
	size_t n;
};

/* Make `most` columns, or fewer if they would be shorter than 1 ns. */
static inline struct time_columns time_columns(uint64_t lo, uint64_t hi, size_t most)
{
	return (struct time_columns){ lo, hi, hi - lo < most ? (size_t)(hi - lo) + 1 : most };
}

static inline bool time_columns_have(const struct time_columns *c, uint64_t time)
{
	return time >= c->lo && time <= c->hi;
}

/* Can a block have rows in the range? */
static inline bool time_columns_meet(const struct time_columns *c, const struct block_desc *desc)
{
	return desc->time_min <= c->hi && desc->time_max >= c->lo;
}

/* The column of a time in the range. */
static inline size_t time_columns_of(const struct time_columns *c, uint64_t time)
{
	return (size_t)((unsigned __int128)(time - c->lo) * c->n / (c->hi - c->lo + 1));
}

/* The first time whose column is i. */
static inline uint64_t time_columns_start(const struct time_columns *c, size_t i)
{
	unsigned __int128 range = (unsigned __int128)(c->hi - c->lo) + 1;

	return c->lo + (uint64_t)((range * i + c->n - 1) / c->n);
}

/* A part of a time that is in one column. */
struct time_columns_part {
	size_t column;
	uint64_t ns;
};

/*
 * Get the part of [*from, until) in the column of its beginning, or of the first column. *from
 * becomes the end of the part. Returns false if no part is left in the range.
 */
static inline bool time_columns_next(const struct time_columns *c, uint64_t *from, uint64_t until,
				     struct time_columns_part *part)
{
	uint64_t begin = *from < c->lo ? c->lo : *from, end = until > c->hi ? c->hi + 1 : until;
	uint64_t next;

	if (begin >= end)
		return false;
	part->column = time_columns_of(c, begin);
	next = time_columns_start(c, part->column + 1);
	*from = next < end ? next : end;
	part->ns = *from - begin;
	return true;
}

#endif
