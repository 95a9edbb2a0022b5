/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_READER_FIND_H
#define RECORDING_READER_FIND_H

#include "recording/reader.h"

/*
 * The row of an ordinal; of the record at an offset of a part's file; or the first one at or after
 * a time, in file order. The last row if there is none.
 */
uint64_t reader_find_ordinal(struct reader *reader, uint64_t ordinal);
uint64_t reader_find_offset(struct reader *reader, size_t part, uint64_t offset);
uint64_t reader_find_time(struct reader *reader, uint64_t time);

/*
 * Does a later row in file order have a time that is at or after the wanted time, but earlier than
 * that of the row that reader_find_time() found? Then the found row is not the first one in time
 * order.
 */
bool reader_find_earlier(struct reader *reader, uint64_t row, uint64_t time);

#endif
