/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_WHOLE_H
#define OUT_WHOLE_H

#include <stdatomic.h>

#include "file/output.h"
#include "query/filter.h"
#include "query/stacks.h"
#include "recording/reader.h"

/*
 * Files that are made of all selected samples together: profiles with their stacks. Functions are
 * called in the thread that makes the file (out/export.h). Those that write one (out/formats.h)
 * return ERR_STOPPED where *stop became true.
 */
struct whole {
	struct recording *recording;
	struct filter *filter; /* NULL: all rows */
	bool inlined;	       /* functions that were inlined are frames, too */
	struct output *output;
	const _Atomic bool *stop;
	void (*progress)(void *arg, double part);
	void *arg;
	uint64_t samples; /* that are in the file */
};

/*
 * The stacks of all samples, weighed by their periods, to be given to stacks_free(). The filter is
 * taken. events: NULL, or those that frames tell apart (query/stacks.h).
 */
int whole_stacks(struct whole *whole, bool dsos, const struct shown_events *events,
		 struct stacks **stacks, struct err *err);

/* Each sample in the order of the file, with the node of the tree at which its stack ends. */
typedef int whole_sample_fn(void *arg, struct reader *reader, const struct row_info *info,
			    uint32_t node, struct err *err);
int whole_each(struct whole *whole, struct stacktree *tree, whole_sample_fn *each, void *arg,
	       struct err *err);

#endif
