/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_UNWINDING_H
#define QUERY_UNWINDING_H

#include "recording/userstack.h"

/*
 * The user frames of one record at a time, unwound in a background thread: only the last request is
 * served and kept. Functions are for one thread. None waits except unwinding_close(), for the
 * record in progress.
 */
struct unwinding;

struct unwinding_frames {
	bool has; /* the record has registers and a stack */
	struct unwind_frames frames;
};

/* wake is called from the thread when frames are available. */
struct unwinding *unwinding_open(struct recording *recording, void (*wake)(void *arg), void *arg);
void unwinding_close(struct unwinding *unwinding);

/*
 * The frames of a row; the call also requests them. NULL: not available yet. Unwinding begins when
 * the index is complete, because it needs the mappings. Valid until the next call.
 */
const struct unwinding_frames *unwinding_get(struct unwinding *unwinding,
					     const struct row_info *row);

/* Unwind again with the present symbol files, also the current row. */
void unwinding_forget(struct unwinding *unwinding);

#endif
