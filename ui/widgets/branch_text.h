/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_BRANCH_TEXT_H
#define WIDGETS_BRANCH_TEXT_H

#include "base/buf.h"
#include "wire/branches.h"

/* Append descriptions of a branch. For any thread. */

/* Append "mispredicted" or "predicted"; "COND, not taken"; "-" if it is unknown. */
void branch_text_prediction(const struct branch *branch, struct buf *out);
void branch_text_kind(const struct branch *branch, struct buf *out);

/* Append "in_tx abort" to an empty buffer; nothing if there was no transaction. */
void branch_text_transaction(const struct branch *branch, struct buf *out);

/* Append everything except that it was predicted: "COND, not taken, mispredicted, in_tx". */
void branch_text(const struct branch *branch, struct buf *out);

#endif
