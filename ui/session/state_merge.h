/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_STATE_MERGE_H
#define SESSION_STATE_MERGE_H

#include "session/state.h"

/*
 * Merge the changes of two browsers that started from the same state, base. mine also gets the
 * changes of theirs. If both changed the same mark, note, filter, definition or columns of an
 * event, mine wins. Afterwards, theirs can only be released.
 */
void state_merge(struct state *mine, const struct state *base, struct state *theirs);

#endif
