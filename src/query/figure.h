/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FIGURE_H
#define QUERY_FIGURE_H

#include "base/buf.h"
#include "query/tally.h"
#include "wire/words.h"

/*
 * A number that is told of records, as people read it: how many they are, or of the numbers that
 * they have in a field one, their sum or their mean. Times are seconds with all nine decimals, as
 * in records; what programs read has ns.
 */
struct figure {
	enum figure_kind {
		FIGURE_COUNT,
		FIGURE_ONE,
		FIGURE_SUM,
		FIGURE_MEAN, /* in millionths */
		FIGURE_RATIO /* likewise; of two such numbers */
	} kind;
	enum word word; /* the field's; of no meaning where it is a count or a ratio */
	bool clock;	/* its numbers are the periods of a clock: ns */
};

/* Append the number: of means four digits, or those before the point. */
void figure_text(const struct figure *figure, int128 v, struct buf *out);

bool figure_is_time(const struct figure *figure);

/* Append the name of its unit, " s" or " ns", to what is told of such numbers; most have none. */
void figure_add_unit(const struct figure *figure, struct buf *out);

#endif
