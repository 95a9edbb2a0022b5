/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_QUANTITY_H
#define ANALYSIS_QUANTITY_H

#include "analysis/numeric_stats.h"
#include "base/buf.h"
#include "wire/words.h"

/*
 * How a number about records is written for people: a count, a value of one of their fields, the
 * sum or the mean of such values. Times are in seconds with nine decimals, as in records. Programs
 * read ns.
 */
struct quantity {
	enum quantity_kind {
		QUANTITY_COUNT,
		QUANTITY_ONE,
		QUANTITY_SUM,
		QUANTITY_MEAN, /* in millionths */
		QUANTITY_RATIO /* likewise; of two such numbers */
	} kind;
	enum word word; /* the field's; of no meaning where it is a count or a ratio */
	bool clock;	/* its numbers are the periods of a clock: ns */
};

/* Append the number: of means four digits, or those before the point. */
void quantity_text(const struct quantity *quantity, int128 v, struct buf *out);

bool quantity_is_time(const struct quantity *quantity);

/* Append the unit of such numbers, " s" or " ns", to their title; most have none. */
void quantity_add_unit(const struct quantity *quantity, struct buf *out);

#endif
