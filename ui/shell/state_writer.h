/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_STATE_WRITER_H
#define SHELL_STATE_WRITER_H

#include "recording/recording.h"
#include "session/state.h"

/* A thread that writes a state to its file once (session/state_file.h). */
struct state_writer;

/* Start to write `state`, which is copied, as is base, the state in the file. */
struct state_writer *state_writer_start(const struct recording *recording, const struct state *base,
					const struct state *state);
bool state_writer_is_done(const struct state_writer *writer);

/* Wait for the thread, and free the writer. After success, base becomes the written state. */
int state_writer_end(struct state_writer *writer, struct state *base, struct err *err);

#endif
