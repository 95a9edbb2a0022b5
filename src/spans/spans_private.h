/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANS_PRIVATE_H
#define SPANS_SPANS_PRIVATE_H

/* Private to spans.c and spans_view.c, which share it. */

#include <pthread.h>

#include "base/thread.h"
#include "base/vec.h"
#include "spans/spans.h"

/* The spans of the table of kinds, or the spans of a pair. */
struct span_layer {
	struct spanpair *pair; /* NULL: the table of kinds */
	struct spanstore *_Atomic store;
	_Atomic bool hidden; /* another layer has its name */
};

struct spans {
	struct recording_extra extra;
	struct recording *recording;
	struct span_layer layers[1 + SPANS_PAIRS_MAX];
	_Atomic size_t layers_n;    /* the table of kinds, and the pairs that were defined */
	_Atomic size_t layers_made; /* complete layers, from the first on; they do not change */
	pthread_mutex_t lock;
	bool is_making;		      /* a thread makes layers */
	struct thread thread;	      /* started by spans_ready() */
	_Atomic bool wanted, pending; /* spans are needed; the thread is working */
	_Atomic bool closing;
	VEC(struct spanstore *) replaced; /* were damaged: other threads may hold blocks of them */
	struct spanevents *events;	  /* for spans_may_begin(); NULL: not needed so far */
	struct spannames *event_names;
};

/* The spans of a recording, which may not be made yet. */
struct spans *spans_in(struct recording *recording);

/*
 * Make the spans of a layer again, because their file was truncated, unless another thread has
 * already done this. If they cannot be made, the damaged ones stay.
 */
void spans_replace_store(struct spans *s, struct span_layer *l, struct spanstore *damaged);

#endif
