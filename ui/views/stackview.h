/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STACKVIEW_H
#define VIEWS_STACKVIEW_H

#include "analysis/stacks.h"
#include "shell/app.h"
#include "views/weighing.h"

/*
 * What the call tree and the flame graph share: the stacks of the samples of the list, counted in
 * the background, and the way from one of their nodes to its records.
 */
struct stackview {
	struct app *app;
	struct watcher *watcher; /* of the view */
	struct stacks *job;
	struct weighing what; /* its field is given */
	bool callers;	      /* the innermost frame first */
	bool inlined;	      /* functions that were inlined are frames, too: as :set inline was */
	bool all_seen;	      /* stackview_news() has told of the end */
	uint64_t seen;	      /* the version that it has told of */
};

/*
 * What weighing_parse() reads; FIELD is period where it is not given. The view, of which only ops
 * and app are set, gets its topic; NULL: a view of this name and topic is there and was brought to
 * the top. After that, and after ERR_PARSE, there is nothing to close.
 */
int stackview_open(struct stackview *sv, struct view *view, const char *arg, bool callers,
		   struct err *err);

/* The same; of: what else tells such a view from others. */
int stackview_open_of(struct stackview *sv, struct view *view, const char *arg, bool callers,
		      const char *of, struct err *err);
void stackview_close(struct stackview *sv);

/* Count again, from the other end of the stacks. */
void stackview_turn(struct stackview *sv);

/* Is it counted in another way than :set wants now, or of another event? Count again. */
bool stackview_is_outdated(struct stackview *sv);
void stackview_restart(struct stackview *sv);

/* Is there anything new since the last time? */
bool stackview_news(struct stackview *sv);
bool stackview_busy(const struct stackview *sv);

/* Is all counted, though perhaps not for the last time? */
bool stackview_is_counted(const struct stackview *sv);
bool stackview_cancel(struct stackview *sv);

/* "call tree of cycles, callers first, by period where ..."; what goes on. */
void stackview_title(const struct stackview *sv, const char *what, struct buf *out);
void stackview_work(const struct stackview *sv, struct buf *out);

/* What is shown of a weight, and its part of another one. */
uint64_t stackview_number(const struct stackview *sv, const struct stack_weight *weight);
void stackview_share(const struct stackview *sv, const struct stack_weight *part,
		     const struct stack_weight *whole, struct buf *out);

/* The name of a node, escaped. */
void stackview_name(const struct stacktree *tree, uint32_t node, struct buf *out);

/* Open the function of a node, with the samples at its code (views/annotation.h). */
void stackview_code(struct stackview *stackview, uint32_t node);

/* Open the function of a node between its callers and its callees (views/sandwich.h). */
void stackview_sandwich(struct stackview *stackview, uint32_t node);

/*
 * Append the name of a frame as it stands in a regular expression in quotes. False: no expression
 * matches its bytes.
 */
bool stackview_add_literal(struct buf *out, const char *name);

/* The records behind a node: ACTION_OPEN, or what ACTION_FILTER_* does with them. */
void stackview_records(struct stackview *sv, uint32_t node, enum action action);

#endif
