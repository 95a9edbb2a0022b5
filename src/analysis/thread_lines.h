/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_LINES_H
#define ANALYSIS_THREAD_LINES_H

#include "analysis/thread_tree.h"

/*
 * Make the lines of a tree of threads: each thread below the one that created it, in order of time.
 * nodes and events are those of the tree; open: as for thread_tree_lines(), which calls this.
 */
void thread_lines_make(struct thread_lines *lines, const struct thread_node *nodes, size_t n,
		       const struct thread_event *events,
		       enum thread_open (*open)(void *ctx, uint32_t node), void *ctx);

#endif
