/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WEIGH_H
#define QUERY_WEIGH_H

#include "base/err.h"
#include "query/field.h"
#include "query/tally.h"
#include "recording/reader.h"

/* The number that a row has in a field. One thread's. */
struct weigh;

/* ERR_PARSE where the values of a field are no numbers, or a row can have several of them. */
int weigh_check(const struct field *field, struct err *err);

/* The field stays where it is. */
struct weigh *weigh_open(struct reader *reader, const struct field *field);
void weigh_close(struct weigh *weigh);

/*
 * False: the row has none. A sample that does not tell its period has that of its event
 * (query/gather.h).
 */
bool weigh_number(struct weigh *weigh, const struct row_info *info, int128 *number);

/* That for sums over rows: 0 where the row has none, or one below 0. */
uint64_t weigh_row(struct weigh *weigh, const struct row_info *info);

#endif
