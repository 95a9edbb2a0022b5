/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKTEXT_H
#define STACK_STACKTEXT_H

#include <stdatomic.h>

#include "recording/reader.h"

/*
 * The stacks of many samples as texts, the task first (stack/framename.h). Most stacks repeat, and
 * then need only a look-up in a table. For one thread.
 */
struct stacktext;

/* inlined: include inlined functions; stop: as in stack/stacker.h. */
struct stacktext *stacktext_open(struct reader *reader, bool inlined, const _Atomic bool *stop);
void stacktext_close(struct stacktext *stacktext);

/* The text, as bytes of the recording, valid until the next call. NULL: the row is not a sample. */
const char *stacktext_get(struct stacktext *stacktext, const struct row_info *info, size_t *len);

#endif
