/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SQLTABLE_H
#define OUT_SQLTABLE_H

#include "field/field.h"

/*
 * The table of a database whose columns are those of CSV (out/csv.h), and the statements that fill
 * it from records.csv in the current folder.
 */
#define SQL_ENGINES "sqlite|duckdb|clickhouse|postgresql"

/* Append the statements for n fields. False, with nothing appended: the engine is unknown. */
bool sqltable_add(const char *engine, const struct field *fields, size_t n, struct buf *out);

#endif
