/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SETTLED_H
#define QUERY_SETTLED_H

#include "recording/reader.h"

/*
 * The number of rows, from the first one on, that already have the names that they will have when
 * all records are known. These are the rows that two FINISHED_ROUND records follow, because all
 * later records have later times. This requires that the state at the start is known
 * (FINISHED_INIT) before the first sample; otherwise all rows wait for the end. A record whose
 * addresses are shown by name and all rows after it wait for the end, too. For a recording of one
 * file, and for one thread.
 */
struct settled;

struct settled *settled_open(struct recording *recording);
void settled_close(struct settled *settled);

/*
 * Wait until the number of settled rows exceeds rows, and return it. Returns 0 if the other rows
 * wait for the end of the index, if it is complete, or if no new rows came for ms milliseconds (0:
 * no limit).
 */
uint64_t settled_wait(struct settled *settled, uint64_t rows, unsigned ms);

/*
 * When the index is complete: did a record that changes names have an earlier time than rows that
 * were settled before it? Then the recording does not follow its rounds.
 */
bool settled_failed(struct settled *settled);

#endif
