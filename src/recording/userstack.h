/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_USERSTACK_H
#define RECORDING_USERSTACK_H

#include "recording/reader.h"
#include "sym/unwind.h"

/*
 * User frames of samples that have registers and a copy of the stack (perf record --call-graph
 * dwarf), unwound with the mapped files. reader_userstack() returns that of a reader.
 */
struct userstack;

struct userstack *userstack_open(struct reader *reader);
void userstack_close(struct userstack *us);

/* Can records of this layout have the necessary data? */
bool userstack_can(const struct layout *layout);

/*
 * The frames of a row's record, from the innermost user frame on. In perf's call chains, they
 * follow the frames of the kernel. NULL: the record has no registers or no stack, or the reader
 * must not wait (symbols_set_wait()), because unwinding waits. Valid until the next call; repeated
 * calls for the same row are free.
 */
const struct unwind_frames *userstack_frames(struct userstack *us, const struct row_info *info,
					     const struct layout *layout, const uint8_t *rec,
					     size_t len);

#endif
