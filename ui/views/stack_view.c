/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/stack_view.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "filter/lex.h"
#include "session/session_filter.h"
#include "shell/app.h"
#include "shell/tui.h"
#include "stack/stackdiff.h"
#include "stack/stacker.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/sandwich.h"
#include "views/span_views.h"
#include "widgets/parts.h"
#include "widgets/progress.h"

enum {
	PAUSE_MS = 200 /* between two layouts while samples are counted */
};

/* ---- what is counted ---- */

/* Begin to count the stacks of the other recording. */
static void start_other(struct stack_view *sv, const struct stacks_options *options)
{
	struct stacks_options other = *options;
	struct field field;

	other.filter = counted_filter(&sv->what);
	other.weight = field_find(&field, sv->what.field, strlen(sv->what.field)) ? &field : NULL;
	stacks_other_free(sv->other);
	sv->other = stacks_other_start(sv->app->rec, sv->path, &other);
	stacktree_release(&sv->both);
	stacktree_init(&sv->both, false, recording_spool_dir(sv->app->rec));
	sv->both_seen = 0;
}

static void start(struct stack_view *sv)
{
	struct stacks_options options = {
		.filter = counted_filter(&sv->what),
		.callers = sv->callers,
		.wakers = sv->wakers,
		.so_far = true,
		.row = sv->row == UINT64_MAX ? NULL : &sv->row,
		.watcher = sv->watcher,
	};
	struct field field;

	if (field_find(&field, sv->what.field, strlen(sv->what.field)))
		options.weight = &field;
	sv->inlined = sv->app->settings.v[SETTING_INLINE];
	options.inlined = sv->inlined && !sv->wakers;
	stacks_free(sv->job);
	sv->job = stacks_start(sv->app->rec, &options);
	if (sv->path)
		start_other(sv, &options);
	sv->all_seen = false;
	sv->seen = 0;
}

/* path is taken over. The caller has set how stacks are made. */
static int open_view(struct stack_view *sv, struct view *view, const char *arg, const char *of,
		     char *path, struct err *err)
{
	int rc;

	sv->app = view->app;
	sv->watcher = &view->watcher;
	sv->row = session_at(sv->app->session);
	sv->path = path;
	rc = counted_parse(&sv->what, view->app, arg, err);
	if (rc < 0) {
		free(path);
		return rc;
	}
	if (!sv->what.field) {
		sv->what.id = F_period;
		sv->what.field = mem_strdup(field_id_name(F_period));
	}
	counted_pick_event(&sv->what, view->app);
	view->topic = counted_topic(&sv->what, of);
	if (!app_raise_topic(view->app, view->ops->name, view->topic)) {
		start(sv);
		return 0;
	}
	counted_release(&sv->what);
	free(path);
	free(view->topic);
	view->topic = NULL;
	return 0;
}

int stack_view_open(struct stack_view *sv, struct view *view, const char *arg, bool callers,
		    struct err *err)
{
	return stack_view_open_of(sv, view, arg, callers, callers ? "callers" : "", err);
}

int stack_view_open_of(struct stack_view *sv, struct view *view, const char *arg, bool callers,
		       const char *of, struct err *err)
{
	*sv = (struct stack_view){ .callers = callers };
	return open_view(sv, view, arg, of, NULL, err);
}

int stack_view_open_beside(struct stack_view *sv, struct view *view, const char *arg,
			   const char *path, struct err *err)
{
	*sv = (struct stack_view){ .callers = false };
	return open_view(sv, view, arg, path, mem_strdup(path), err);
}

int stack_view_open_wakers(struct stack_view *sv, struct view *view, const char *arg,
			   struct err *err)
{
	*sv = (struct stack_view){ .wakers = true };
	return open_view(sv, view, arg, "wakers", NULL, err);
}

void stack_view_close(struct stack_view *sv)
{
	stacks_free(sv->job);
	if (sv->path) {
		stacks_other_free(sv->other);
		stacktree_release(&sv->both);
		free(sv->path);
	}
	counted_release(&sv->what);
}

/* Has :set changed how stacks are counted, or has the event changed? */
static bool is_outdated(struct stack_view *sv)
{
	return counted_look(&sv->what) || sv->inlined != !!sv->app->settings.v[SETTING_INLINE];
}

void stack_view_turn(struct stack_view *sv)
{
	sv->callers = !sv->callers;
	start(sv);
}

/* ---- background work ---- */

/* The stacks of the other recording, NULL: there are none, or not yet. */
static struct stacks *other_stacks(const struct stack_view *sv)
{
	return sv->path ? stacks_other_get(sv->other) : NULL;
}

static bool is_counting(const struct stack_view *sv)
{
	return stacks_state(sv->job) < COUNTING_DONE ||
	       (sv->path && !stacks_other_ended(sv->other));
}

/* A number that changes with the trees of both recordings. */
static uint64_t version_of(const struct stack_view *sv)
{
	const struct stacks *other = other_stacks(sv);

	return stacks_version(sv->job) + (other ? stacks_version(other) + 1 : 0);
}

/* Must the tree of both recordings be made, or made again? */
static bool is_both_old(const struct stack_view *sv)
{
	return other_stacks(sv) && !is_counting(sv) &&
	       (sv->both_seen != version_of(sv) || sv->both_weighed != sv->what.weighed);
}

bool stack_view_busy(const struct stack_view *sv)
{
	return is_counting(sv) || is_both_old(sv);
}

/* Is there anything new, and is it time for another layout? */
static bool is_due(struct stack_view *sv, bool first)
{
	bool busy = stack_view_busy(sv);
	uint64_t version = version_of(sv);
	bool news = version != sv->seen || (!busy && !sv->all_seen);

	if (busy && !first && clock_ms() - sv->shown_ms < PAUSE_MS + 10 * sv->took_ms)
		return false;
	sv->seen = version;
	sv->all_seen = !busy;
	return news;
}

bool stack_view_wake(struct stack_view *sv, const struct stack_view_ops *ops, void *arg, bool first)
{
	bool busy = stack_view_busy(sv);

	if (is_outdated(sv)) {
		start(sv);
		ops->restarted(arg);
		return true;
	}
	if (stack_view_renew(sv, ops->moved, arg)) {
		ops->changed(arg);
		return true;
	}
	if (!is_due(sv, first))
		return false;
	ops->changed(arg);
	return !busy || first;
}

void stack_view_laid_out(struct stack_view *sv, int64_t since)
{
	sv->shown_ms = clock_ms();
	sv->took_ms = sv->shown_ms - since;
}

bool stack_view_cancel(struct stack_view *sv)
{
	if (!stack_view_busy(sv))
		return false;
	stacks_cancel(sv->job);
	if (sv->path)
		stacks_other_cancel(sv->other);
	return true;
}

bool stack_view_is_counted(const struct stack_view *sv)
{
	return sv->path ? sv->both_seen : stacks_state(sv->job) > COUNTING_RUNS;
}

const struct err *stack_view_error(const struct stack_view *sv)
{
	static const struct err none = ERR_INIT;

	return sv->path && stacks_other_ended(sv->other) ? stacks_other_error(sv->other) : &none;
}

static void add_counting(const struct stacks *stacks, struct buf *out)
{
	const struct counting *counting = stacks_counting(stacks);

	progress_counting(counting, stacks_state(stacks), counting_rows(counting), out);
}

void stack_view_work(const struct stack_view *sv, struct buf *out)
{
	const struct stacks *other = other_stacks(sv);
	size_t start = out->len;

	add_counting(sv->job, out);
	if (out->len > start || !sv->path)
		return;
	if (other)
		add_counting(other, out);
	else if (is_counting(sv))
		buf_adds(out, "comparing\u2026");
	else
		text_escape_str(out, stack_view_error(sv)->msg);
}

/* ---- the tree ---- */

const struct stacktree *stack_view_lock(struct stack_view *sv)
{
	return sv->path ? &sv->both : stacks_lock(sv->job);
}

void stack_view_unlock(struct stack_view *sv)
{
	if (!sv->path)
		stacks_unlock(sv->job);
}

uint32_t stack_view_place(struct stack_view *sv)
{
	uint32_t place = stacks_place(sv->job);

	if (!sv->path)
		return place;
	place = stacktree_same(&sv->both, stacks_lock(sv->job), place);
	stacks_unlock(sv->job);
	return place;
}

static void add_side(struct stack_view *sv, struct stacktree *both, struct stacks *stacks)
{
	stackdiff_add(both, stacks_lock(stacks), sv->what.weighed, stacks != sv->job);
	stacks_unlock(stacks);
}

/* Make the tree of both recordings once both are counted. */
static bool renew_both(struct stack_view *sv, stacks_moved_fn *moved, void *arg)
{
	struct stacktree before = sv->both;

	/* No node of a recording's own tree is shown, so none moves. */
	stacks_renew(sv->job, NULL, NULL);
	if (!is_both_old(sv))
		return false;
	stacktree_init(&sv->both, false, recording_spool_dir(sv->app->rec));
	add_side(sv, &sv->both, sv->job);
	add_side(sv, &sv->both, other_stacks(sv));
	sv->both_seen = version_of(sv);
	sv->both_weighed = sv->what.weighed;
	moved(arg, &sv->both, &before);
	stacktree_release(&before);
	return true;
}

bool stack_view_renew(struct stack_view *sv, stacks_moved_fn *moved, void *arg)
{
	return sv->path ? renew_both(sv, moved, arg) : stacks_renew(sv->job, moved, arg);
}

/* ---- what is shown ---- */

void stack_view_title(const struct stack_view *sv, const char *what, struct buf *out)
{
	const char *rest = sv->what.weighed ? span_views_offcpu_rest(sv->what.where, sv->what.field)
					    : NULL;

	buf_adds(out, what);
	if (rest)
		buf_adds(out, PARTS_MAIN " of the time off the CPU");
	else
		counted_add_event(&sv->what, out);
	if (sv->wakers)
		buf_adds(out, " and their wakers");
	else if (sv->inlined)
		buf_adds(out, PARTS_MORE " with inlined functions");
	if (sv->what.weighed)
		buf_addf(out, PARTS_LONG " by %s%s", sv->what.field,
			 rest && !*rest && sv->what.id == F_span_dur ? PARTS_MORE
				 ", without unfinished waits"
								     : "");
	else
		buf_adds(out, PARTS_HINT " by samples");
	if (sv->callers)
		buf_adds(out, PARTS_MORE ", innermost first");
	if (sv->path) {
		buf_adds(out, PARTS_LONG ", versus ");
		text_escape_str(out, sv->path);
	}
	counted_add_where_of(sv->app->session, rest ? rest : sv->what.where, out);
}

void stack_view_add_arg(const struct stack_view *sv, struct buf *out)
{
	if (sv->what.weighed)
		buf_addf(out, "by %s ", sv->what.field);
	args_add_where(sv->what.where, out);
}

uint64_t stack_view_number(const struct stack_view *sv, const struct stack_weight *weight)
{
	return sv->what.weighed ? weight->weight : weight->samples;
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? (double)part * 100 / (double)whole : 0;
}

double stack_view_part(const struct stack_view *sv, const struct stack_weight *part,
		       const struct stack_weight *whole)
{
	uint64_t all = stack_view_number(sv, whole);

	return all ? (double)stack_view_number(sv, part) / (double)all : 0;
}

void stack_view_share(const struct stack_view *sv, const struct stack_weight *part,
		      const struct stack_weight *whole, struct buf *out)
{
	buf_addf(out, "%.1f", stack_view_part(sv, part, whole) * 100);
}

const char *stack_view_empty(const struct stack_view *sv)
{
	if (stack_view_error(sv)->code)
		return "not compared";
	return *sv->what.where ? "no samples match the filter" : "no samples";
}

void stack_view_name(const struct stacktree *tree, uint32_t node, struct buf *out)
{
	if (node == STACK_ROOT)
		buf_adds(out, "all");
	else
		text_escape_str(out, stacktree_name(tree, stacktree_node(tree, node)->frame));
}

void stack_view_name_in(const struct stacktree *tree, uint32_t node, struct buf *out)
{
	const char *dso = NULL;

	stack_view_name(tree, node, out);
	if (node != STACK_ROOT)
		dso = stacktree_dso(tree, stacktree_node(tree, node)->frame);
	if (dso) {
		buf_adds(out, " in ");
		text_escape_str(out, folder_entry(dso));
	}
}

void stack_view_numbers(const struct stack_view *sv, const struct stack_weight *weight,
			const struct stack_weight *all, struct buf *out)
{
	stack_view_add_count(sv, weight->samples, out);
	if (sv->what.weighed) {
		buf_addf(out, ", %s ", sv->what.field);
		counted_text(&sv->what, weight->weight, out);
	}
	buf_adds(out, ", ");
	stack_view_share(sv, weight, all, out);
	buf_addc(out, '%');
}

void stack_view_add_percent(const struct stack_view *sv, const struct stack_weight *part,
			    const struct stack_weight *whole, struct buf *out)
{
	if (sv->path) {
		buf_addf(out, "%.1f%%, there %.1f%%", percent(part->samples, whole->samples),
			 percent(part->weight, whole->weight));
		return;
	}
	stack_view_share(sv, part, whole, out);
	buf_addc(out, '%');
}

void stack_view_add_sharing(const struct stack_view *sv, const struct flame_layout *layout,
			    size_t box, const struct stack_weight *all, struct buf *out)
{
	const struct flame_box *own = &layout->boxes.v[box];
	const struct flame_narrow *narrow = &layout->boxes.v[own->below].narrow;

	if (!own->eighths || narrow->frames == 1)
		return;
	text_add_plural(narrow->frames, "narrow frame", out);
	buf_adds(out, ": ");
	stack_view_add_percent(sv, &narrow->total, all, out);
	buf_adds(out, ", the widest ");
}

void stack_view_draw_bar(const struct surface *s, int row, int col, int cols,
			 const struct stacktree *tree, uint32_t node, const struct framebox *bar)
{
	struct surface cells = surface_sub(s, row, col, 1, cols);
	struct framebox named = *bar;
	struct buf name = BUF_INIT;

	if (row < 0 || row >= s->rows)
		return;
	stack_view_name(tree, node, &name);
	named.name = name.p;
	framebox_draw(&named, &cells);
	buf_release(&name);
}

void stack_view_code_of(struct stack_view *s, uint32_t frame, bool calls)
{
	const struct stacktree *tree = stack_view_lock(s);
	bool is_function = frame != STACK_NO_FRAME && stacktree_dso(tree, frame) &&
			   *stacktree_name(tree, frame) != '[';
	char *name = is_function ? mem_strdup(stacktree_name(tree, frame)) : NULL;

	stack_view_unlock(s);
	if (name)
		annotation_open_name(s->app, name, strlen(name), calls, "");
	else
		app_complain(s->app, "No function with a name is here.");
	free(name);
}

void stack_view_code(struct stack_view *s, uint32_t node)
{
	struct stack_node n = *stacktree_node(stack_view_lock(s), node);

	stack_view_unlock(s);
	stack_view_code_of(s, n.frame, !n.self.samples);
}

/* Is the node a task? Functions can have the same name. */
static bool is_task(const struct stack_view *s, const struct stacktree *tree, uint32_t node)
{
	const struct stack_node *n = stacktree_node(tree, node);

	return s->callers ? !n->first : n->depth <= 1;
}

void stack_view_sandwich(struct stack_view *s, uint32_t node)
{
	const struct stacktree *tree = stack_view_lock(s);
	const char *name = node == STACK_ROOT || is_task(s, tree, node)
				   ? NULL
				   : stacktree_name(tree, stacktree_node(tree, node)->frame);
	char *function = name ? mem_strdup(name) : NULL;
	struct buf more = BUF_INIT;

	stack_view_unlock(s);
	stack_view_add_arg(s, &more);
	if (function)
		sandwich_open_name(s->app, function, strlen(function), more.p);
	else
		app_complain(s->app, "No function is here.");
	buf_release(&more);
	free(function);
}

/* ---- the records of a node ---- */

bool stack_view_add_literal(struct buf *out, const char *name)
{
	const uint8_t *p = (const uint8_t *)name;
	size_t left = strlen(name), n;

	for (; left; p += n, left -= n) {
		uint32_t cp;

		n = text_utf8(p, left, &cp);
		if (!n)
			return false;
		if (text_is_unsafe(cp)) {
			buf_addf(out, "\\x{%x}", cp);
			continue;
		}
		if (n == 1 && strchr("\\^$.[|()?*+{}\"", (char)cp))
			buf_addc(out, '\\');
		buf_add(out, p, n);
	}
	return true;
}

/* The frames from a node to the root. */
struct frame_path {
	VEC(uint32_t) v;
};

/* Add n frames of a path, joined by semicolons. outwards: from the node to the root. */
static bool add_frames(const struct stacktree *tree, const struct frame_path *path, size_t first,
		       size_t n, bool outwards, struct buf *out)
{
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		uint32_t frame = path->v.v[outwards ? first + i : first + n - 1 - i];

		buf_adds(out, i ? ";" : "");
		good = good && stack_view_add_literal(out, stacktree_name(tree, frame));
	}
	return good;
}

/* The number of frames that a waker's stack has in a path; SIZE_MAX: the path has none. */
static size_t waker_frames(const struct stack_view *sv, const struct stacktree *tree,
			   const struct frame_path *path)
{
	for (size_t i = 0; sv->wakers && i < path->v.n; i++)
		if (!strcmp(stacktree_name(tree, path->v.v[i]), STACKER_WAKER))
			return i;
	return SIZE_MAX;
}

/*
 * Add the condition for stacks that begin with the frames of a node, or, with callers below, that
 * end with them; for a frame of a waker, for these stacks and its callees in the waker's.
 */
static bool add_path(const struct stack_view *sv, const struct stacktree *tree,
		     const struct frame_path *path, struct buf *out)
{
	bool inlined = sv->inlined && !sv->wakers, good;
	size_t n = waker_frames(sv, tree, path), first = n == SIZE_MAX ? 0 : n + 1;

	buf_addf(out, "%s ~ \"(?-i)%s", field_id_name(inlined ? F_folded_inlined : F_folded),
		 sv->callers ? "(^|;)" : "^");
	good = add_frames(tree, path, first, path->v.n - first, sv->callers, out);
	buf_adds(out, sv->callers || first ? "$\"" : "(;|$)\"");
	if (!first)
		return good;
	buf_addf(out, " and %s", field_id_name(F_span_wakestack));
	if (!n)
		return good;
	buf_adds(out, " ~ \"(?-i)(^|;)");
	good = add_frames(tree, path, 0, n, true, out) && good;
	buf_adds(out, "$\"");
	return good;
}

bool stack_view_is_of_spans(const struct stack_view *sv)
{
	return sv->what.weighed && !strncmp(sv->what.field, "span.", 5);
}

static bool add_condition(const struct stack_view *sv, const struct stacktree *tree, uint32_t node,
			  struct buf *out)
{
	struct frame_path path = { { NULL } };
	bool good;

	if (node == STACK_ROOT) {
		buf_addf(out, "%s == SAMPLE", field_id_name(F_type));
		return true;
	}
	for (; node != STACK_ROOT; node = stacktree_node(tree, node)->parent)
		vec_push(&path.v, stacktree_node(tree, node)->frame);
	good = add_path(sv, tree, &path, out);
	vec_release(&path.v);
	return good;
}

void stack_view_records(struct stack_view *sv, uint32_t node, enum action action)
{
	struct buf condition = BUF_INIT;
	const struct stacktree *tree = stack_view_lock(sv);
	bool good = add_condition(sv, tree, node, &condition);

	stack_view_unlock(sv);
	if (!good || condition.len >= FILTER_TEXT_MAX)
		app_complain(sv->app, "No filter can select this stack.");
	else
		counted_records(&sv->what, sv->app, condition.p, action);
	buf_release(&condition);
}

void stack_view_add_count(const struct stack_view *sv, uint64_t n, struct buf *out)
{
	const char *noun = "sample";

	if (sv->what.weighed && span_views_offcpu_rest(sv->what.where, sv->what.field))
		noun = "wait";
	else if (stack_view_is_of_spans(sv))
		noun = "span";
	text_add_plural(n, noun, out);
}

void stack_view_spans(struct stack_view *sv, uint32_t node)
{
	const char *rest = span_views_offcpu_rest(sv->what.where, sv->what.field);
	const char *where = rest ? rest : sv->what.where;
	const struct stacktree *tree = stack_view_lock(sv);
	struct buf condition = BUF_INIT, arg = BUF_INIT;
	struct err err = ERR_INIT;
	bool good = node == STACK_ROOT || add_condition(sv, tree, node, &condition);

	stack_view_unlock(sv);
	buf_adds(&arg, rest ? "offcpu" : "");
	if (*where || condition.len)
		buf_addf(&arg, "%swhere ", arg.len ? " " : "");
	buf_addf(&arg, *where && condition.len ? "(%s) and " : "%s", where);
	buf_adds(&arg, condition.p);
	if (!stack_view_is_of_spans(sv))
		app_complain(sv->app, "This works only in graphs of spans, such as :offcpu.");
	else if (!good || arg.len >= FILTER_TEXT_MAX)
		app_complain(sv->app, "No filter can select this stack.");
	else if (span_views_table(sv->app, arg.p, &err) < 0)
		app_complain(sv->app, "%s", err.msg);
	buf_release(&condition);
	buf_release(&arg);
}
