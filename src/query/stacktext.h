/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_STACKTEXT_H
#define QUERY_STACKTEXT_H

#include <stdatomic.h>

#include "recording/reader.h"

/*
 * The stacks of many samples as texts, the task first (query/framename.h): most come again, and
 * cost no more than a look into a table. One thread's.
 */
struct stacktext;

/* inlined: with the functions that were inlined; stop: as in query/stacker.h. */
struct stacktext *stacktext_open(struct reader *reader, bool inlined, const _Atomic bool *stop);
void stacktext_close(struct stacktext *stacktext);

/* The text, until the next call; bytes of the recording. NULL: the row is no sample. */
const char *stacktext_get(struct stacktext *stacktext, const struct row_info *info, size_t *len);

#endif
