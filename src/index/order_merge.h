/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_ORDER_MERGE_H
#define INDEX_ORDER_MERGE_H

#include "index/index.h"

/*
 * The last step of building an index: where more blocks overlap in time than
 * index_options.overlap, those that reach furthest are crowded, until no more
 * overlap than that. Their rows are merged and written as pages: the time order of
 * these rows, 8192 entries a page.
 *
 * Recordings of up to about 60 busy CPUs have no crowded blocks, and finding
 * that out costs a microsecond a block. A crowded block costs 5 to 7 bytes a row in the
 * index, and to make it about 200 ns a row, more by a half for each further level of
 * merging: MERGE_WAYS blocks need one, MERGE_WAYS times as many each further one. A
 * spool takes 32 bytes a row of the crowded blocks while it is at work. Memory: 10 MB.
 */
int order_merge_write(struct index *index, struct err *err);

#endif
