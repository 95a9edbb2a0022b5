/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_BRANCH_TEXT_H
#define WIDGETS_BRANCH_TEXT_H

#include "base/buf.h"
#include "wire/branches.h"

/* A branch in words, appended; any thread. */

/* "mispredicted" or "predicted"; "COND, not taken"; "-" where it is not known. */
void branch_text_prediction(const struct branch *branch, struct buf *out);
void branch_text_kind(const struct branch *branch, struct buf *out);

/* "in_tx abort", in a buffer that was empty; nothing where there was no transaction. */
void branch_text_transaction(const struct branch *branch, struct buf *out);

/* All of it, but that it was predicted: "COND, not taken, mispredicted, in_tx". */
void branch_text(const struct branch *branch, struct buf *out);

#endif
