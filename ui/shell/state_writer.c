/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/state_writer.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"
#include "session/state_file.h"

struct state_writer {
	const struct recording *recording;
	struct state base, own, merged;
	struct err err;
	int rc;
	struct thread thread;
	_Atomic bool done;
};

static void *write_state(void *arg)
{
	struct state_writer *writer = arg;

	writer->rc = state_file_save(&writer->merged, &writer->base, writer->recording, false,
				     &writer->err);
	atomic_store(&writer->done, true);
	return NULL;
}

struct state_writer *state_writer_start(const struct recording *recording, const struct state *base,
					const struct state *state)
{
	struct state_writer *writer = mem_zalloc(sizeof(*writer));

	writer->recording = recording;
	writer->err = (struct err)ERR_INIT;
	state_init(&writer->base);
	state_init(&writer->own);
	state_init(&writer->merged);
	state_copy(&writer->base, base);
	state_copy(&writer->own, state);
	state_copy(&writer->merged, state);
	thread_start_or_run(&writer->thread, "perfnav/state", write_state, writer);
	return writer;
}

bool state_writer_is_done(const struct state_writer *writer)
{
	return atomic_load(&writer->done);
}

int state_writer_end(struct state_writer *writer, struct state *base, struct err *err)
{
	int rc;

	thread_join(&writer->thread);
	rc = writer->rc;
	if (rc == 0) {
		struct state was = *base;

		*base = writer->own;
		writer->own = was;
	} else {
		*err = writer->err;
	}
	state_release(&writer->base);
	state_release(&writer->own);
	state_release(&writer->merged);
	free(writer);
	return rc;
}
