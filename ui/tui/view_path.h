/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_PATH_H
#define TUI_VIEW_PATH_H

#include "tui/app.h"
#include "wire/branches.h"

/*
 * The way that the branch stack of the record under the cursor tells: blocks of code, oldest
 * first. The cursor is on the block that a branch ends.
 */
void path_open(struct app *app, uint32_t branch);

/* The same, gone on with the samples of the thread before, as far as they fit. */
void path_open_stitched(struct app *app);

/* Of a branch, nothing where it is not known: "mispredicted"; "COND, not taken"; "in_tx abort". */
void branch_prediction(const struct branch *branch, struct buf *out);
void branch_kind(const struct branch *branch, struct buf *out);
void branch_transaction(const struct branch *branch, struct buf *out);

#endif
