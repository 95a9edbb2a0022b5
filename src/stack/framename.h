/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_FRAMENAME_H
#define STACK_FRAMENAME_H

#include "base/buf.h"
#include "stack/chain.h"

/*
 * What frames and tasks are called in a stack that is written as one text, "task;main;f": the
 * name of the function, or in brackets the last part of the name of what was mapped there, or
 * [unknown]. A semicolon in a name becomes a colon, a blank in that of a task an underscore, as
 * FlameGraph has it. Texts are bytes of the recording and are not escaped.
 */

/*
 * Append the name of a frame of a row; dso is what was mapped there, as perf names it, NULL where
 * that is not known, until the next call. False: the same address of the same mappings can have
 * another name at another time.
 */
bool framename_add(struct reader *reader, const struct row_info *info,
		   const struct chain_frame *frame, struct buf *out, const char **dso);

/* Append the name of a row's task; without a name, a colon and its tid. */
void framename_add_task(struct reader *reader, const struct row_info *info, struct buf *out);

/*
 * Append all of a sample's stack, the task first, the innermost frame last; with the functions that
 * were inlined if so wanted. False: it is none.
 */
bool framename_add_stack(struct chain *chain, const struct row_info *info, bool inlined,
			 struct buf *out);

#endif
