/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_READER_TREE_H
#define RECORDING_READER_TREE_H

#include "recording/reader.h"
#include "wire/tree.h"

/*
 * Decode the row into tree, whose values point at bytes that stay valid until the next call. The
 * tree contains trace data as packets, as far as they are shown; the tree's bytes include those
 * after an AUXTRACE record.
 */
void reader_tree(struct reader *reader, const struct row_info *info, struct tree *tree);

/*
 * Let reader_tree() of the row show the next packets of long trace data; if next is false, the
 * previous ones. Returns false if there are none. For another row, it begins with the first
 * packets.
 */
bool reader_turn_page(struct reader *reader, const struct row_info *info, bool next);

#endif
