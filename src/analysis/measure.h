/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_MEASURE_H
#define ANALYSIS_MEASURE_H

#include "analysis/numeric_stats.h"
#include "base/err.h"
#include "field/field.h"
#include "recording/reader.h"

/* Reads the number of a row in a field. For one thread. */
struct measure;

/* Returns ERR_PARSE if the values of a field are not numbers, or a row can have several of them. */
int measure_check(const struct field *field, struct err *err);

/* The field must outlive the measure. */
struct measure *measure_open(struct reader *reader, const struct field *field);
void measure_close(struct measure *measure);

/*
 * Set *number. Returns false if the row has none. A sample without a period has the period of its
 * event (field/row_values.h).
 */
bool measure_number(struct measure *measure, const struct row_info *info, int128 *number);

/* Return the number for sums over rows: 0 if the row has none, or a negative one. */
uint64_t measure_row(struct measure *measure, const struct row_info *info);

#endif
