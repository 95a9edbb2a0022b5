/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_ROW_CURSOR_TIME_H
#define QUERY_ROW_CURSOR_TIME_H

#include "query/row_cursor.h"

/*
 * All rows in time order, from position first on. Returns NULL if an index is incomplete. most:
 * see row_cursor_file().
 */
struct row_cursor *row_cursor_time(struct recording *recording, uint64_t first, uint32_t most);

/*
 * All rows from position `first` on, in an order in which the records that describe a task and its
 * memory (COMM, FORK, EXIT, MMAP, MMAP2, KSYMBOL, BPF_EVENT, NAMESPACES, CGROUP, TEXT_POKE) precede
 * the records that need them. The order is by time. At equal times these records come first; those
 * without a time precede all other records. If the recording has no times, it is the file order.
 */
struct row_cursor *row_cursor_causal(struct recording *recording, uint64_t first, uint32_t most);

#endif
