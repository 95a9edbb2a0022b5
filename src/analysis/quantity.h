/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_QUANTITY_H
#define ANALYSIS_QUANTITY_H

#include "analysis/numeric_stats.h"
#include "base/buf.h"
#include "wire/fields.h"

/*
 * The form of a number for people: a count, a value of a field, or the sum or mean of such values.
 * Times are in seconds with nine decimals, as in records; programs get ns.
 */
struct quantity {
	enum quantity_kind {
		QUANTITY_COUNT,
		QUANTITY_ONE,
		QUANTITY_SUM,
		QUANTITY_MEAN, /* in millionths */
		QUANTITY_RATIO /* of two numbers, in millionths */
	} kind;
	enum field_id field; /* of the field; unused for a count or a ratio */
	bool clock;	     /* its numbers are periods of a clock, in ns */
};

/* Append the number; means have four digits, or all digits before the point if there are more. */
void quantity_text(const struct quantity *quantity, int128 v, struct buf *out);

/* Is the number one of millionths that is written with decimals? */
bool quantity_has_decimals(const struct quantity *quantity);

/* Has the number the form of a time? Are its units ns, as those of times and of clocks? */
bool quantity_is_time(const struct quantity *quantity);
bool quantity_is_ns(const struct quantity *quantity);

/* Append the unit of such numbers to their title: " s", " ns", or nothing. */
void quantity_add_unit(const struct quantity *quantity, struct buf *out);

#endif
