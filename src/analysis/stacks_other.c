/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stacks_other.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "query/other_recording.h"

struct stacks_other {
	struct other_recording other;
	struct stacks_options options; /* its filter and weight belong to stacks, once there are */
	struct field weight;
	struct stacks *_Atomic stacks;
};

static int start(void *arg, struct recording *recording, struct err *err)
{
	struct stacks_other *o = arg;

	if (o->other.worker.stop)
		return err_set(err, ERR_STOPPED, "stopped");
	atomic_store(&o->stacks, stacks_start(recording, &o->options));
	return 0;
}

struct stacks_other *stacks_other_start(struct recording *recording, const char *path,
					const struct stacks_options *options)
{
	struct stacks_other *o = mem_zalloc(sizeof(*o));

	o->options = *options;
	o->options.row = NULL;
	o->options.so_far = false;
	if (options->weight) {
		o->weight = *options->weight;
		o->options.weight = &o->weight;
	}
	other_recording_start(&o->other, recording, path, true, options->watcher, start, o);
	return o;
}

void stacks_other_cancel(struct stacks_other *o)
{
	struct stacks *stacks = stacks_other_get(o);

	worker_stop(&o->other.worker);
	if (stacks)
		stacks_cancel(stacks);
}

static void release_options(struct stacks_other *o)
{
	if (o->options.weight)
		field_release(&o->weight);
	filter_free(o->options.filter);
}

void stacks_other_free(struct stacks_other *o)
{
	struct stacks *stacks;

	if (!o)
		return;
	other_recording_cancel(&o->other);
	stacks = stacks_other_get(o);
	if (!stacks)
		release_options(o);
	stacks_free(stacks);
	other_recording_release(&o->other);
	free(o);
}

struct stacks *stacks_other_get(const struct stacks_other *o)
{
	return atomic_load(&o->stacks);
}

bool stacks_other_ended(const struct stacks_other *o)
{
	struct stacks *stacks = stacks_other_get(o);

	return other_recording_is_done(&o->other) &&
	       (!stacks || stacks_state(stacks) >= COUNTING_DONE);
}

const struct err *stacks_other_error(const struct stacks_other *o)
{
	return &o->other.err;
}
