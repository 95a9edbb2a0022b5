/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_UNWINDING_H
#define QUERY_UNWINDING_H

#include "recording/userstack.h"

/*
 * The user's frames of one record at a time, unwound by a thread of its own: what was asked for
 * last is what is looked for, and what is kept. The functions are for one thread, and none
 * waits but unwinding_close(), for the record that is being unwound.
 */
struct unwinding;

struct unwinding_frames {
	bool has; /* the record has registers and a stack */
	struct unwind_frames frames;
};

/* wake is called from the thread when frames are there. */
struct unwinding *unwinding_open(struct recording *recording, void (*wake)(void *arg), void *arg);
void unwinding_close(struct unwinding *unwinding);

/*
 * The frames of a row, which is asked for by that. NULL: they are not there yet; they are not begun
 * before the index is complete, which tells what was mapped. Good until the next call.
 */
const struct unwinding_frames *unwinding_get(struct unwinding *unwinding,
					     const struct row_info *row);

/* Ask for what the files of symbols say now, even of a row that is there. */
void unwinding_forget(struct unwinding *unwinding);

#endif
