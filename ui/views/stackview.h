/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STACKVIEW_H
#define VIEWS_STACKVIEW_H

#include "analysis/stacks.h"
#include "analysis/stacks_other.h"
#include "shell/app.h"
#include "views/counted.h"
#include "widgets/flame_layout.h"
#include "widgets/framebox.h"

/*
 * The shared part of the views of stacks: the stacks of the list's samples, counted in the
 * background, and the records of a node.
 */
struct stackview {
	struct app *app;
	struct watcher *watcher; /* of the view */
	struct stacks *job;
	struct counted_records what; /* its field is set */
	bool callers;		     /* stacks begin at the innermost frame */
	bool wakers; /* the stacks of wakers are on top, without inlined functions */
	/* inlined functions are frames: the value of :set inline at the start */
	bool inlined;
	bool all_seen;	  /* stackview_wake() has seen that all samples are counted */
	uint64_t seen;	  /* the last version that stackview_wake() has seen */
	int64_t shown_ms; /* time of the last layout */
	int64_t took_ms;  /* duration of the last layout */
	char *path;	  /* the other recording of a comparison, NULL: none */
	struct stacks_other *other;
	struct stacktree both; /* if compared: the stacks of both recordings (stack/stackdiff.h) */
	uint64_t both_seen;    /* version of the stacks in `both`, 0: it is empty */
	bool both_weighed;
};

/*
 * Parse arg with counted_parse(); the default FIELD is period. The caller has set only ops and app
 * of view, which gets its topic here. NULL: a view of this name and topic exists, and is on top
 * now. After that, and after ERR_PARSE, there is nothing to close.
 */
int stackview_open(struct stackview *sv, struct view *view, const char *arg, bool callers,
		   struct err *err);

/* The same. of: a further text that identifies the view. */
int stackview_open_of(struct stackview *sv, struct view *view, const char *arg, bool callers,
		      const char *of, struct err *err);

/* The same, compared with the stacks of the recording at a path. */
int stackview_open_beside(struct stackview *sv, struct view *view, const char *arg,
			  const char *path, struct err *err);

/*
 * The same for the stacks of records that begin off-CPU spans. On top of each is the stack of the
 * record that wakes the thread.
 */
int stackview_open_wakers(struct stackview *sv, struct view *view, const char *arg,
			  struct err *err);
void stackview_close(struct stackview *sv);

/* Turn the stacks upside down, and count again. */
void stackview_turn(struct stackview *sv);

/* What a view does when its stacks change. */
struct stackview_ops {
	stacks_moved_fn *moved;	      /* as for stacks_renew() */
	void (*restarted)(void *arg); /* the stacks are counted again, and there are none yet */
	void (*changed)(void *arg);   /* make another layout */
};

/*
 * The operation `wake` of a view, with the argument of its ops. first: nothing is shown yet. While
 * samples are counted, layouts take at most a tenth of the time.
 */
bool stackview_wake(struct stackview *sv, const struct stackview_ops *ops, void *arg, bool first);

/* Note that the view has made a layout that began at a time of clock_ms(). */
void stackview_laid_out(struct stackview *sv, int64_t since);
bool stackview_busy(const struct stackview *sv);

/* Are all samples counted that are known so far? */
bool stackview_is_counted(const struct stackview *sv);
bool stackview_cancel(struct stackview *sv);

/* Append the argument of stackview_open() for the same stacks. */
void stackview_add_arg(const struct stackview *sv, struct buf *out);

/*
 * stackview_lock() returns the shown tree, which does not change until it is unlocked. The other
 * functions unlock it, and return the node of the record at which the view was opened.
 */
const struct stacktree *stackview_lock(struct stackview *sv);
void stackview_unlock(struct stackview *sv);
uint32_t stackview_place(struct stackview *sv);

/* The same as stacks_renew(). */
bool stackview_renew(struct stackview *sv, stacks_moved_fn *moved, void *arg);

/* Return the error of the comparison. Its code is 0 if there is no error. */
const struct err *stackview_error(const struct stackview *sv);

/* Append "call tree of cycles, callers first, by period where ...", and what is still running. */
void stackview_title(const struct stackview *sv, const char *what, struct buf *out);
void stackview_work(const struct stackview *sv, struct buf *out);

/*
 * Return the number that is shown for a weight. Return a weight as a part of another one, and
 * append this part in percent.
 */
uint64_t stackview_number(const struct stackview *sv, const struct stack_weight *weight);
double stackview_part(const struct stackview *sv, const struct stack_weight *part,
		      const struct stack_weight *whole);
void stackview_share(const struct stackview *sv, const struct stack_weight *part,
		     const struct stack_weight *whole, struct buf *out);

/* Return the text for a view that has no stacks when all samples are counted. */
const char *stackview_empty(const struct stackview *sv);

/* Append the name of a node, escaped; with its file: "f in libc.so.6". */
void stackview_name(const struct stacktree *tree, uint32_t node, struct buf *out);
void stackview_name_in(const struct stacktree *tree, uint32_t node, struct buf *out);

/* Append "12 samples, period 3 ms, 3.4%". The percentage is the share of all samples. */
void stackview_numbers(const struct stackview *sv, const struct stack_weight *weight,
		       const struct stack_weight *all, struct buf *out);

/*
 * Draw a node as a bar in a row of the surface, from column col on, cols columns wide. If the row
 * is outside of the surface, draw nothing. bar has everything except the name.
 */
void stackview_draw_bar(const struct surface *s, int row, int col, int cols,
			const struct stacktree *tree, uint32_t node, const struct framebox *bar);

/* Append the share with "%"; if compared, of both recordings. */
void stackview_add_percent(const struct stackview *sv, const struct stack_weight *part,
			   const struct stack_weight *whole, struct buf *out);

/* If the box is that of several narrow frames, append "3 narrow frames: 0.2%, the widest ". */
void stackview_add_sharing(const struct stackview *sv, const struct flame_layout *layout,
			   size_t box, const struct stack_weight *all, struct buf *out);

/* Open the function of a node with the samples at its code (views/annotation.h). */
void stackview_code(struct stackview *stackview, uint32_t node);

/* Open the function of a node between its callers and its callees (views/sandwich.h). */
void stackview_sandwich(struct stackview *stackview, uint32_t node);

/*
 * Append the name of a frame in the form that a quoted regular expression needs. False: no
 * expression matches its bytes.
 */
bool stackview_add_literal(struct buf *out, const char *name);

/* Append a number of samples, "5 samples"; of spans: "5 spans"; off the CPU: "5 waits". */
void stackview_add_count(const struct stackview *sv, uint64_t n, struct buf *out);

/* Is it weighed by a field of spans? */
bool stackview_is_of_spans(const struct stackview *sv);

/* Open the table of the spans that a node has. */
void stackview_spans(struct stackview *sv, uint32_t node);

/* Perform an action with the records of a node: ACTION_OPEN or one of ACTION_FILTER_*. */
void stackview_records(struct stackview *sv, uint32_t node, enum action action);

#endif
