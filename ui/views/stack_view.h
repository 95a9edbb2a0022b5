/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STACK_VIEW_H
#define VIEWS_STACK_VIEW_H

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
struct stack_view {
	struct app *app;
	struct watcher *watcher; /* of the view */
	struct stacks *job;
	struct counted_records what; /* its field is set */
	/* the record under the list's cursor at the start: its stack is shown; UINT64_MAX: none */
	uint64_t row;
	bool callers; /* stacks begin at the innermost frame */
	bool wakers;  /* the stacks of wakers are on top, without inlined functions */
	/* inlined functions are frames: the value of :set inline at the start */
	bool inlined;
	bool all_seen;	  /* stack_view_wake() has seen that all samples are counted */
	uint64_t seen;	  /* the last version that stack_view_wake() has seen */
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
int stack_view_open(struct stack_view *sv, struct view *view, const char *arg, bool callers,
		    struct err *err);

/* The same. of: a further text that identifies the view. */
int stack_view_open_of(struct stack_view *sv, struct view *view, const char *arg, bool callers,
		       const char *of, struct err *err);

/* The same, compared with the stacks of the recording at a path. */
int stack_view_open_beside(struct stack_view *sv, struct view *view, const char *arg,
			   const char *path, struct err *err);

/*
 * The same for the stacks of records that begin off-CPU spans. On top of each is the stack of the
 * record that wakes the thread.
 */
int stack_view_open_wakers(struct stack_view *sv, struct view *view, const char *arg,
			   struct err *err);
void stack_view_close(struct stack_view *sv);

/* Turn the stacks upside down, and count again. */
void stack_view_turn(struct stack_view *sv);

/* What a view does when its stacks change. */
struct stack_view_ops {
	stacks_moved_fn *moved;	      /* as for stacks_renew() */
	void (*restarted)(void *arg); /* the stacks are counted again, and there are none yet */
	void (*changed)(void *arg);   /* make another layout */
};

/*
 * The operation `wake` of a view, with the argument of its ops. first: nothing is shown yet. While
 * samples are counted, layouts take at most a tenth of the time.
 */
bool stack_view_wake(struct stack_view *sv, const struct stack_view_ops *ops, void *arg,
		     bool first);

/* Note that the view has made a layout that began at a time of clock_ms(). */
void stack_view_laid_out(struct stack_view *sv, int64_t since);
bool stack_view_busy(const struct stack_view *sv);

/* Are all samples counted that are known so far? */
bool stack_view_is_counted(const struct stack_view *sv);
bool stack_view_cancel(struct stack_view *sv);

/* Append the argument of stack_view_open() for the same stacks. */
void stack_view_add_arg(const struct stack_view *sv, struct buf *out);

/*
 * stack_view_lock() returns the shown tree, which does not change until it is unlocked. The other
 * functions unlock it, and return the node of the record at which the view was opened.
 */
const struct stacktree *stack_view_lock(struct stack_view *sv);
void stack_view_unlock(struct stack_view *sv);
uint32_t stack_view_place(struct stack_view *sv);

/* The same as stacks_renew(). */
bool stack_view_renew(struct stack_view *sv, stacks_moved_fn *moved, void *arg);

/* Return the error of the comparison. Its code is 0 if there is no error. */
const struct err *stack_view_error(const struct stack_view *sv);

/* Append "call tree of cycles by period, innermost first where ..." in parts (widgets/parts.h). */
void stack_view_title(const struct stack_view *sv, const char *what, struct buf *out);
void stack_view_work(const struct stack_view *sv, struct buf *out);

/*
 * Return the number that is shown for a weight. Return a weight as a part of another one, and
 * append this part in percent.
 */
uint64_t stack_view_number(const struct stack_view *sv, const struct stack_weight *weight);
double stack_view_part(const struct stack_view *sv, const struct stack_weight *part,
		       const struct stack_weight *whole);
void stack_view_share(const struct stack_view *sv, const struct stack_weight *part,
		      const struct stack_weight *whole, struct buf *out);

/* Return the text for a view that has no stacks when all samples are counted. */
const char *stack_view_empty(const struct stack_view *sv);

/* Append the name of a node, escaped; with its file: "f in libc.so.6". */
void stack_view_name(const struct stacktree *tree, uint32_t node, struct buf *out);
void stack_view_name_in(const struct stacktree *tree, uint32_t node, struct buf *out);

/* Append "12 samples, period 3 ms, 3.4%". The percentage is the share of all samples. */
void stack_view_numbers(const struct stack_view *sv, const struct stack_weight *weight,
			const struct stack_weight *all, struct buf *out);

/*
 * Draw a node as a bar in a row of the surface, from column col on, cols columns wide. If the row
 * is outside of the surface, draw nothing. bar has everything except the name.
 */
void stack_view_draw_bar(const struct surface *s, int row, int col, int cols,
			 const struct stacktree *tree, uint32_t node, const struct framebox *bar);

/* Append the share with "%"; if compared, of both recordings. */
void stack_view_add_percent(const struct stack_view *sv, const struct stack_weight *part,
			    const struct stack_weight *whole, struct buf *out);

/* If the box is that of several narrow frames, append "3 narrow frames: 0.2%, the widest ". */
void stack_view_add_sharing(const struct stack_view *sv, const struct flame_layout *layout,
			    size_t box, const struct stack_weight *all, struct buf *out);

/* Open the function of a node with the samples at its code (views/annotation.h). */
void stack_view_code(struct stack_view *stack_view, uint32_t node);

/* The same for a frame of the tree. calls: show its calls, not its hottest instruction. */
void stack_view_code_of(struct stack_view *stack_view, uint32_t frame, bool calls);

/* Open the function of a node between its callers and its callees (views/sandwich.h). */
void stack_view_sandwich(struct stack_view *stack_view, uint32_t node);

/*
 * Append the name of a frame in the form that a quoted regular expression needs. False: no
 * expression matches its bytes.
 */
bool stack_view_add_literal(struct buf *out, const char *name);

/* Append a number of samples, "5 samples"; of spans: "5 spans"; off the CPU: "5 waits". */
void stack_view_add_count(const struct stack_view *sv, uint64_t n, struct buf *out);

/* Is it weighed by a field of spans? */
bool stack_view_is_of_spans(const struct stack_view *sv);

/* Open the table of the spans that a node has. */
void stack_view_spans(struct stack_view *sv, uint32_t node);

/* Perform an action with the records of a node: ACTION_OPEN or one of ACTION_FILTER_*. */
void stack_view_records(struct stack_view *sv, uint32_t node, enum action action);

#endif
