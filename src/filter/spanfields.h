/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_SPANFIELDS_H
#define FILTER_SPANFIELDS_H

#include "filter/filter.h"
#include "recording/reader.h"
#include "wire/fields.h"

/* Is it one of the fields span.*? They describe a pair of records, not one record. */
bool spanfields_is(enum field_id field);

/* Does a filter (NULL: none) use such a field? */
bool spanfields_in(const struct filter *filter);

/* Can records of the row's type and event have the field? True also while this is not known yet. */
bool spanfields_may_have(struct reader *reader, const struct row_info *info, enum field_id field);

#endif
