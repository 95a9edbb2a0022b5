/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_SPANWORDS_H
#define FILTER_SPANWORDS_H

#include "filter/filter.h"
#include "recording/reader.h"
#include "wire/words.h"

/* Is it one of the words span.*? They describe a pair of records, not one record. */
bool spanwords_is(enum word word);

/* Does a filter (NULL: none) use such a word? */
bool spanwords_in(const struct filter *filter);

/* Can records of the row's type and event have the word? True also while this is not known yet. */
bool spanwords_may_have(struct reader *reader, const struct row_info *info, enum word word);

#endif
