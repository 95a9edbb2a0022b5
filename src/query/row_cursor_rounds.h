/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_ROW_CURSOR_ROUNDS_H
#define QUERY_ROW_CURSOR_ROUNDS_H

#include "query/row_cursor.h"

/*
 * All rows from `first` on, in the order in which perf delivers records. A record with a time waits
 * until a FINISHED_ROUND record shows that no earlier one can follow; a record without a time does
 * not wait. At a FINISHED_ROUND record, perf delivers the records up to a time: the latest time
 * that it had read at the previous FINISHED_ROUND record. Returns NULL if the time order is not
 * known (recording_order()).
 */
struct row_cursor *row_cursor_rounds(struct recording *recording, uint64_t first, uint32_t most);

#endif
