/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SPANWORDS_H
#define QUERY_SPANWORDS_H

#include "query/filter.h"
#include "recording/reader.h"
#include "wire/words.h"

/* Is it one of the words span.*? They are of a pair of events, not of one. */
bool spanwords_is(enum word word);

/* Does a filter (NULL: none) ask for one? */
bool spanwords_in(const struct filter *filter);

/* Can records of the type and event of a row have it? True where that is not known yet. */
bool spanwords_may_have(struct reader *reader, const struct row_info *info, enum word word);

#endif
