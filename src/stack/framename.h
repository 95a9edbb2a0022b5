/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_FRAMENAME_H
#define STACK_FRAMENAME_H

#include "base/buf.h"
#include "stack/chain.h"

/*
 * Names of frames and tasks for stacks that are written as one text, "task;main;f": the name of the
 * function or, in brackets, the last part of the name of the mapped file, or [unknown]. As in
 * FlameGraph, a semicolon in a name becomes a colon, and a blank in the name of a task becomes an
 * underscore. Texts are bytes of the recording and are not escaped.
 */

/*
 * Append the name of a frame of a row. *dso is the name of the mapped file as perf shows it, valid
 * until the next call; NULL: unknown. Returns false if the same address in the same mappings can
 * have another name at another time.
 */
bool framename_add(struct reader *reader, const struct row_info *info,
		   const struct chain_frame *frame, struct buf *out, const char **dso);

/* Append the name of a row's task; without a name, a colon and its tid. */
void framename_add_task(struct reader *reader, const struct row_info *info, struct buf *out);

/*
 * Append the whole stack of a sample, the task first, the innermost frame last, with inlined
 * functions if `inlined`. Returns false if the row is not a sample.
 */
bool framename_add_stack(struct chain *chain, const struct row_info *info, bool inlined,
			 struct buf *out);

#endif
