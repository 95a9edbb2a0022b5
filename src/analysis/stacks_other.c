/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stacks_other.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"

struct stacks_other {
	struct recording *recording; /* the one whose options are used, */
	struct recording *opened;    /* and the other one */
	char *path;
	struct stacks_options options;
	struct field weight;
	struct worker worker;
	struct stacks *_Atomic stacks;
	struct err err; /* written before done */
	_Atomic bool done;
};

static void open_and_start(struct stacks_other *o)
{
	struct err err = ERR_INIT;

	if (recording_open_beside(&o->opened, o->recording, o->path, &err))
		err_set(&o->err, err.code, "%s: %s", o->path, err.msg);
	else if (o->worker.stop)
		err_set(&o->err, ERR_STOPPED, "stopped");
	else
		atomic_store(&o->stacks, stacks_start(o->opened, &o->options));
}

static void *run(void *arg)
{
	struct stacks_other *o = arg;

	open_and_start(o);
	atomic_store(&o->done, true);
	watcher_wake(o->worker.watcher);
	return NULL;
}

struct stacks_other *stacks_other_start(struct recording *recording, const char *path,
					const struct stacks_options *options)
{
	struct stacks_other *o = mem_zalloc(sizeof(*o));

	o->recording = recording;
	o->path = mem_strdup(path);
	o->options = *options;
	o->options.row = NULL;
	o->options.so_far = false;
	if (options->weight) {
		o->weight = *options->weight;
		o->options.weight = &o->weight;
	}
	err_clear(&o->err);
	worker_start(&o->worker, recording, options->watcher, run, o);
	return o;
}

void stacks_other_cancel(struct stacks_other *o)
{
	struct stacks *stacks = stacks_other_get(o);

	worker_stop(&o->worker);
	if (stacks)
		stacks_cancel(stacks);
}

void stacks_other_free(struct stacks_other *o)
{
	struct stacks *stacks;

	if (!o)
		return;
	worker_cancel(&o->worker);
	stacks = stacks_other_get(o);
	/* What was not handed on is still owned here. */
	if (!stacks && o->options.weight)
		field_release(&o->weight);
	if (!stacks)
		filter_free(o->options.filter);
	stacks_free(stacks);
	recording_close(o->opened);
	free(o->path);
	free(o);
}

struct stacks *stacks_other_get(const struct stacks_other *o)
{
	return atomic_load(&o->stacks);
}

bool stacks_other_ended(const struct stacks_other *o)
{
	struct stacks *stacks = stacks_other_get(o);

	return atomic_load(&o->done) && (!stacks || stacks_state(stacks) >= COUNTING_DONE);
}

const struct err *stacks_other_error(const struct stacks_other *o)
{
	return &o->err;
}
