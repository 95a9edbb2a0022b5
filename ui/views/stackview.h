/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STACKVIEW_H
#define VIEWS_STACKVIEW_H

#include "analysis/stacks.h"
#include "analysis/stacks_other.h"
#include "shell/app.h"
#include "views/weighing.h"
#include "widgets/framebox.h"

/*
 * What the call tree and the flame graph share: the stacks of the list's samples, counted in the
 * background, and the way from a node to its records.
 */
struct stackview {
	struct app *app;
	struct watcher *watcher; /* of the view */
	struct stacks *job;
	struct weighing what; /* its field is set */
	bool callers;	      /* stacks begin with the innermost frame */
	bool wakers;	      /* on top of them are those of wakers, without inlined functions */
	bool inlined;	      /* inlined functions are frames, too, as :set inline was */
	bool all_seen;	      /* stackview_is_due() has reported the end */
	uint64_t seen;	      /* the version that it has reported */
	int64_t shown_ms;     /* time of the last layout, */
	int64_t took_ms;      /* and how long it took */
	char *path;	      /* of the recording with which it is compared, NULL: none */
	struct stacks_other *other;
	struct stacktree both; /* if compared: the stacks of both recordings (stack/stackdiff.h) */
	uint64_t both_seen;    /* the version that it is made of, 0: it is empty */
	bool both_weighed;
};

/*
 * Parse arg with weighing_parse(); the default FIELD is period. view has only ops and app, and gets
 * its topic here. NULL: a view of this name and topic exists and is on top now. After that, and
 * after ERR_PARSE, there is nothing to close.
 */
int stackview_open(struct stackview *sv, struct view *view, const char *arg, bool callers,
		   struct err *err);

/* As stackview_open(). of: another text that identifies such a view. */
int stackview_open_of(struct stackview *sv, struct view *view, const char *arg, bool callers,
		      const char *of, struct err *err);

/* As stackview_open(): compared with the stacks of the recording at a path. */
int stackview_open_beside(struct stackview *sv, struct view *view, const char *arg,
			  const char *path, struct err *err);

/*
 * As stackview_open(), for the stacks of records that begin off-CPU spans, with the stacks of the
 * records that wake the threads on top.
 */
int stackview_open_wakers(struct stackview *sv, struct view *view, const char *arg,
			  struct err *err);
void stackview_close(struct stackview *sv);

/* Count again, from the other end of the stacks. */
void stackview_turn(struct stackview *sv);

/* Has :set changed how stacks are counted, or has the event changed? Then count again. */
bool stackview_is_outdated(struct stackview *sv);
void stackview_restart(struct stackview *sv);

/*
 * Is there anything new, and time to lay the stacks out again? While samples are counted, layouts
 * take at most a tenth of the time. first: nothing is shown yet.
 */
bool stackview_is_due(struct stackview *sv, bool first);

/* Note that the view has laid the stacks out, since a time of clock_ms(). */
void stackview_laid_out(struct stackview *sv, int64_t since);
bool stackview_busy(const struct stackview *sv);

/* Is everything counted, for now? */
bool stackview_is_counted(const struct stackview *sv);
bool stackview_cancel(struct stackview *sv);

/* The argument of stackview_open() for the same stacks. */
void stackview_add_arg(const struct stackview *sv, struct buf *out);

/*
 * The tree that is shown, which does not change until it is unlocked; the node of the record where
 * the view was opened.
 */
const struct stacktree *stackview_lock(struct stackview *sv);
void stackview_unlock(struct stackview *sv);
uint32_t stackview_place(struct stackview *sv);

/* As stacks_renew(). */
bool stackview_renew(struct stackview *sv, stacks_moved_fn *moved, void *arg);

/* Why it is not compared; the code is 0 if it is. */
const struct err *stackview_error(const struct stackview *sv);

/* Append "call tree of cycles, callers first, by period where ...", and what is still running. */
void stackview_title(const struct stackview *sv, const char *what, struct buf *out);
void stackview_work(const struct stackview *sv, struct buf *out);

/* The number that is shown for a weight, and its share of another weight. */
uint64_t stackview_number(const struct stackview *sv, const struct stack_weight *weight);
void stackview_share(const struct stackview *sv, const struct stack_weight *part,
		     const struct stack_weight *whole, struct buf *out);

/* Return what a view without stacks says once all samples are counted. */
const char *stackview_empty(const struct stackview *sv);

/* Append the name of a node, escaped; with its file: "f in libc.so.6". */
void stackview_name(const struct stacktree *tree, uint32_t node, struct buf *out);
void stackview_name_in(const struct stacktree *tree, uint32_t node, struct buf *out);

/* Append "12 samples, period 3 ms, 3.4%": the share is that of all. */
void stackview_numbers(const struct stackview *sv, const struct stack_weight *weight,
		       const struct stack_weight *all, struct buf *out);

/*
 * Draw a node as a bar in a row of the surface, cols columns from col on, unless the row is outside
 * of it. bar has all but the name.
 */
void stackview_draw_bar(const struct surface *s, int row, int col, int cols,
			const struct stacktree *tree, uint32_t node, const struct framebox *bar);

/* Open the function of a node with the samples at its code (views/annotation.h). */
void stackview_code(struct stackview *stackview, uint32_t node);

/* Open the function of a node between its callers and its callees (views/sandwich.h). */
void stackview_sandwich(struct stackview *stackview, uint32_t node);

/*
 * Append the name of a frame in the form that a quoted regular expression needs. False: no
 * expression matches its bytes.
 */
bool stackview_add_literal(struct buf *out, const char *name);

/* Perform an action with the records of a node: ACTION_OPEN or one of ACTION_FILTER_*. */
void stackview_records(struct stackview *sv, uint32_t node, enum action action);

#endif
