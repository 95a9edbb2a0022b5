/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/stacktext.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/vec.h"
#include "stack/stacker.h"

enum {
	THREADS = 8 /* maximum of threads with such texts */
};

struct stacktext {
	struct stacktree tree;
	pthread_mutex_t lock; /* required by the stacker; only used here */
	struct stacker *stacker;
	VEC(uint32_t) path; /* nodes */
	struct buf text;
};

struct stacktext *stacktext_open(struct reader *reader, bool inlined, const _Atomic bool *stop)
{
	struct stacktext *s = mem_zalloc(sizeof(*s));

	pthread_mutex_init(&s->lock, NULL);
	stacktree_init(&s->tree, false, recording_spool_dir(reader_recording(reader)));
	s->stacker = stacker_open(reader, &(struct stacker_options){ .tree = &s->tree,
								     .lock = &s->lock,
								     .inlined = inlined,
								     .stop = stop,
								     .threads = THREADS });
	buf_init(&s->text);
	return s;
}

void stacktext_close(struct stacktext *s)
{
	if (!s)
		return;
	stacker_close(s->stacker);
	stacktree_release(&s->tree);
	pthread_mutex_destroy(&s->lock);
	vec_release(&s->path);
	buf_release(&s->text);
	free(s);
}

const char *stacktext_get(struct stacktext *s, const struct row_info *info, size_t *len)
{
	uint32_t node;

	if (!stacker_node(s->stacker, info, &node))
		return NULL;
	s->path.n = 0;
	for (; node != STACK_ROOT; node = stacktree_node(&s->tree, node)->parent)
		vec_push(&s->path, node);
	buf_reset(&s->text);
	for (size_t i = s->path.n; i--;) {
		uint32_t frame = stacktree_node(&s->tree, s->path.v[i])->frame;

		if (s->text.len)
			buf_addc(&s->text, ';');
		buf_adds(&s->text, stacktree_name(&s->tree, frame));
	}
	*len = s->text.len;
	return s->text.p;
}
