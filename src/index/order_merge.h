/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_ORDER_MERGE_H
#define INDEX_ORDER_MERGE_H

#include "index/index.h"

/*
 * Write the pages of the time order: the last step of building an index. If more blocks overlap in
 * time than index_options.overlap, the blocks that reach furthest become crowded, one by one, until
 * the others keep this limit. The rows of the crowded blocks are merged and written as pages in
 * time order, 8192 entries a page.
 *
 * Recordings of up to about 60 busy CPUs have no crowded blocks, and the check costs a microsecond
 * a block. A crowded block costs 5 to 7 bytes a row in the index. Merging costs about 200 ns a row
 * with one level, and 100 ns more for each further level; n levels merge MERGE_WAYS^n blocks.
 * Spools need 32 bytes for each row of the crowded blocks during the merge. Memory: 10 MB.
 */
int order_merge_write(struct index *index, struct err *err);

#endif
