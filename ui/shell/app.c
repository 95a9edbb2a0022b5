/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/app.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "file/spool.h"
#include "records/show.h"
#include "session/session_filter.h"
#include "session/session_undo.h"
#include "shell/app_actions.h"
#include "shell/app_mouse.h"
#include "shell/lineedit.h"
#include "shell/popup.h"
#include "shell/state_keeper.h"
#include "views/overview.h"
#include "views/views.h"

/* Ms to wait for known names; they take much less than one. */
#define SETTLE_MS 4
/* Ms; a slower drawing is not repeated. */
#define SLOW_MS 10
/*
 * Bytes of all allocations; if there are more, views are forgotten, those left first before others.
 */
#define BUDGET_BYTES (32 << 20)
/* So many freed bytes are returned to the system. */
#define TRIM_BYTES (4 << 20)
/* Ms between two looks of views at changes that others make to the recording. */
#define LOOK_MS 1000
/* Adding up what is allocated is not free. */
#define BUDGET_MS 100

void app_init(struct app *app, struct recording *rec, const struct tui_options *opt)
{
	*app = (struct app){ .rec = rec,
			     .opt = opt,
			     .message = BUF_INIT,
			     .note = BUF_INIT,
			     .clipboard = BUF_INIT,
			     .config = { .path = BUF_INIT, .mistakes = BUF_INIT },
			     .retheme = true,
			     .theme = { .most = opt->no_colour ? 0 : -1 },
			     .look_ms = clock_ms(),
			     .press = { -1, -1, 0 },
			     .shell = SHELL_INIT };
	app->session = session_open(rec, tui_wake, NULL);
	for (size_t i = 0; i < APP_KEY_NAMES; i++)
		buf_init(&app->key_names[i]);
	grid_init(&app->grid, 0, 0, opt->ascii);
	keymap_init(&app->keymap);
	rules_init(&app->rules);
	rules_theme(&app->rules, &app->theme);
	settings_init(&app->settings, opt->no_colour);
	lineedit_remember((size_t)app->settings.v[SETTING_HISTORY], app_keeps(app));
}

static void close_view(struct view *view)
{
	free(view->topic);
	if (view->ops->close)
		view->ops->close(view);
}

static void close_top(struct app *app)
{
	close_view(app->views[--app->n_views]);
}

static void close_replaced(struct app *app)
{
	for (size_t i = 0; i < app->replaced.n; i++)
		close_view(app->replaced.v[i]);
	app->replaced.n = 0;
}

void app_release(struct app *app)
{
	shell_release(&app->shell);
	close_replaced(app);
	vec_release(&app->replaced);
	while (app->n_views)
		close_top(app);
	session_close(app->session);
	symbolizer_close(app->symbolizer);
	unwinding_close(app->unwinding);
	keymap_release(&app->keymap);
	rules_release(&app->rules);
	free(app->page_path);
	grid_release(&app->grid);
	buf_release(&app->message);
	buf_release(&app->note);
	for (size_t i = 0; i < APP_KEY_NAMES; i++)
		buf_release(&app->key_names[i]);
	buf_release(&app->clipboard);
	buf_release(&app->config.path);
	buf_release(&app->config.mistakes);
}

struct unwinding *app_unwinding(struct app *app)
{
	if (!app->unwinding)
		app->unwinding = unwinding_open(app->rec, tui_wake, NULL);
	return app->unwinding;
}

struct symbolizer *app_symbolizer(struct app *app)
{
	if (!app->symbolizer)
		app->symbolizer = symbolizer_open(app->rec, tui_wake, NULL);
	return app->symbolizer;
}

/* ---- views ---- */

struct view *app_view(const struct app *app)
{
	return app->views[app->n_views - 1];
}

int app_open(struct app *app, char *const *paths, size_t n, uint64_t row, struct err *err)
{
	struct tui_next *next = app->opt->next;
	struct perf_file *file;
	struct stat st;
	struct buf path = BUF_INIT;
	char why[sizeof(err->msg)];

	if (!strcmp(paths[0], "-"))
		return err_set_at(err, ERR_PARSE, 0, "standard input is read once");
	/* Input of a pipe would have to be awaited here. */
	if (stat(paths[0], &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return err_set_at(err, ERR_PARSE, 0, "expected a file or a folder");
	if (perf_file_open(&file, paths[0], recording_spool_dir(app->rec), err) < 0) {
		memcpy(why, err->msg, sizeof(why));
		text_escape_str(&path, paths[0]);
		err_set(err, err->code, "%s: %s", path.p, why);
		buf_release(&path);
		return (int)err->code;
	}
	perf_file_close(file);
	for (size_t i = 0; i < n; i++)
		vec_push(&next->paths, mem_strdup(paths[i]));
	next->row = row;
	app->quit = true;
	return 0;
}

bool app_keeps(const struct app *app)
{
	return !app->opt->no_state && app->settings.v[SETTING_STATE];
}

int app_allows(const struct app *app, const char *what, struct err *err)
{
	if (!app->opt->secure)
		return 0;
	return err_set(err, ERR_PARSE, "%s is turned off by --secure", what);
}

void app_run_shell(struct app *app, int tty)
{
	bool ran = shell_run(&app->shell, tty);
	int why = errno;

	if (app->shell.in >= 0)
		records_pipe_end(app);
	if (!ran)
		app_complain(app, "Cannot start a shell: %s.", strerror(why));
	else if (app->shell.status)
		app_complain(app, "The command has ended with exit status %d.", app->shell.status);
	shell_release(&app->shell);
}

const char *app_view_name(const struct app *app)
{
	return views_short(app_view(app)->ops->name);
}

/* Is a view hidden? The records are not, because other views ask them for their record. */
static bool is_hidden(const struct app *app, size_t i)
{
	return i + 1 < app->n_views && app->views[i] != app->home;
}

/* Pause the jobs of hidden views. */
static void look_at_top(struct app *app)
{
	for (size_t i = 0; i < app->n_views; i++)
		watcher_set_away(&app->views[i]->watcher, is_hidden(app, i));
}

/*
 * Forget the view that was left first, but never the records or the view on top. False: there is no
 * other view.
 */
static bool forget_oldest(struct app *app)
{
	size_t i = app->views[0] == app->home ? 1 : 0;
	struct view *view;

	if (i + 1 >= app->n_views)
		return false;
	view = app->views[i];
	memmove(&app->views[i], &app->views[i + 1], (app->n_views - i - 1) * sizeof(view));
	app->n_views--;
	close_view(view);
	return true;
}

/* Was much freed since the last time? Freed memory between memory in use cannot be returned. */
static bool is_worth_trimming(struct app *app)
{
	size_t now = mem_freed();
	bool worth = now > app->least_freed + TRIM_BYTES;

	if (worth || now < app->least_freed)
		app->least_freed = now;
	return worth;
}

/*
 * All views share one budget. Large contents of views are in files. While a job grows it wakes the
 * program, so the budget is kept then, too.
 */
static void keep_budget(struct app *app)
{
	bool freed = false;

	app->budget_ms = clock_ms();
	while (mem_used() > BUDGET_BYTES && forget_oldest(app))
		freed = true;
	if (freed || is_worth_trimming(app))
		mem_trim();
}

static void move_up(struct app *app, size_t i)
{
	struct view *view = app->views[i];

	memmove(&app->views[i], &app->views[i + 1], (app->n_views - i - 1) * sizeof(view));
	app->views[app->n_views - 1] = view;
}

static void move_top_down(struct app *app)
{
	struct view *view = app_view(app);

	memmove(&app->views[1], &app->views[0], (app->n_views - 1) * sizeof(view));
	app->views[0] = view;
}

static bool find_topic(const struct app *app, const char *name, const char *topic, size_t *i)
{
	for (*i = 0; *i < app->n_views; ++*i)
		if (app->views[*i]->topic && !strcmp(app->views[*i]->topic, topic) &&
		    !strcmp(app->views[*i]->ops->name, name))
			return true;
	return false;
}

void app_push(struct app *app, struct view *view)
{
	size_t same;

	/* The replaced view may be at work: it may be opening this one. */
	if (view->topic && find_topic(app, view->ops->name, view->topic, &same)) {
		move_up(app, same);
		same = --app->n_views;
		watcher_set_away(&app->views[same]->watcher, true);
		vec_push(&app->replaced, app->views[same]);
	}
	/* If there are too many views, forget the oldest one. */
	if (app->n_views >= APP_VIEWS) {
		move_up(app, app->views[0] == app->home ? 1 : 0);
		close_top(app);
	}
	view->app = app;
	if (!app->n_views)
		app->home = view;
	app->views[app->n_views++] = view;
	look_at_top(app);
}

/* The filter with which a view has shown what a line counts is not for the views below. */
static void leave_records(struct app *app)
{
	move_top_down(app);
	if (session_filter_leave(app->session))
		app_say(app, "Restored the filter. %s undoes it.", app_key_of(app, ACTION_UNDO));
}

void app_pop(struct app *app)
{
	if (app_view(app) == app->home)
		leave_records(app);
	else
		close_top(app);
	look_at_top(app);
}

void app_drop(struct app *app, struct view *view)
{
	for (size_t i = 0; i < app->n_views; i++) {
		if (app->views[i] != view || view == app->home)
			continue;
		move_up(app, i);
		app->n_views--;
		watcher_set_away(&view->watcher, true);
		vec_push(&app->replaced, view);
		look_at_top(app);
		return;
	}
}

bool app_is_home(const struct app *app, const struct view *view)
{
	return view == app->home;
}

void app_act_at_home(struct app *app, const struct action_call *call)
{
	app->home->ops->act(app->home, call);
}

bool app_raise(struct app *app, const char *name)
{
	for (size_t i = 0; i < app->n_views; i++) {
		if (strcmp(app->views[i]->ops->name, name) != 0)
			continue;
		move_up(app, i);
		look_at_top(app);
		return true;
	}
	return false;
}

bool app_raise_topic(struct app *app, const char *name, const char *topic)
{
	size_t i;

	if (!find_topic(app, name, topic, &i))
		return false;
	move_up(app, i);
	look_at_top(app);
	return true;
}

/* ---- messages ---- */

__attribute__((format(printf, 3, 0))) static void set_message(struct app *app, enum style style,
							      const char *fmt, va_list ap)
{
	buf_reset(&app->message);
	buf_vaddf(&app->message, fmt, ap);
	app->message_style = style;
	app->messages++;
}

void app_say(struct app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, STYLE_MESSAGE, fmt, ap);
	va_end(ap);
}

void app_complain(struct app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, STYLE_ERROR, fmt, ap);
	va_end(ap);
	app->bell = true;
}

void app_fail(struct app *app, const char *what, const struct err *err)
{
	app_complain(app, "%s: %s", what, err->msg);
	app->failure = err->code;
}

/* ---- keys ---- */

static void complain_of(struct app *app, enum action action)
{
	const struct view *home = app->home;

	if (app_view(app) != home && home->ops->knows(home, action))
		app_complain(app,
			     "'%s' works only in the records (%s), not here. %s shows the keys.",
			     action_info(action)->name, app_key_of(app, ACTION_VIEW_RECORDS),
			     app_key_of(app, ACTION_HELP));
	else
		app_complain(app, "'%s' has no effect here. %s shows the keys.",
			     action_info(action)->name, app_key_of(app, ACTION_HELP));
}

void app_act(struct app *app, const struct action_call *call)
{
	struct view *view = app_view(app);
	struct chips filter = { .off = false };

	chips_copy(&filter, &app->session->chips);
	if (!view->ops->act(view, call) && !app_actions_do(app, call))
		complain_of(app, call->action);
	if (call->action == ACTION_OPEN && view != app->home && app_view(app) == app->home &&
	    !chips_same(&filter, &app->session->chips))
		session_filter_enter(app->session, &filter);
	chips_release(&filter);
}

/* before: what was typed of longer keys. */
static void unknown_key(struct app *app, const struct keys *before, keysym key)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < before->n; i++)
		keysym_name(&name, before->typed[i]);
	keysym_name(&name, key);
	app_complain(app, "No action for %s. %s shows the keys.", name.p,
		     app_key_of(app, ACTION_HELP));
	buf_release(&name);
}

static bool is_bound(const struct app *app, keysym key)
{
	enum action action;

	return keymap_find(&app->keymap, app_view_name(app), &key, 1, &action) != KEYMAP_NONE;
}

/* The mouse drops half typed keys. A prompt ignores the mouse. */
static void take_mouse(struct app *app, keysym key)
{
	if (prompt_is_open())
		return;
	app->keys = (struct keys){ .n = 0 };
	popup_typed(app);
	buf_reset(&app->message);
	app_mouse_act(app, key);
}

static void take_key(struct app *app, keysym key)
{
	struct action_call call;
	struct keys before = app->keys;
	bool had_message = app->message.len != 0 && !app->escaped;
	bool left_prompt = app->left_prompt;
	int64_t cancel_ms = app->cancel_ms;

	close_replaced(app);
	state_keeper_touch(app);
	/* Only two Ctrl-C in a row quit. */
	app->cancel_ms = 0;
	app->escaped = app->left_prompt = false;
	/* Names that keys ask for are looked up with the next drawing. */
	if (app->symbolizer)
		symbolizer_hold(app->symbolizer);
	if (key & KEYSYM_MOUSE && !(key & KEYSYM_ALT)) {
		take_mouse(app, key);
		return;
	}
	if (prompt_is_open()) {
		prompt_key(key);
		app->left_prompt = key == KEYSYM_ESC && !prompt_is_open();
		return;
	}
	if (key & KEYSYM_ALT && !is_bound(app, key)) {
		/* No action has Alt, so this was Escape and a key that was typed quickly. */
		take_key(app, KEYSYM_ESC);
		take_key(app, key & ~(keysym)KEYSYM_ALT);
		return;
	}
	buf_reset(&app->message);
	popup_typed(app);
	switch (keys_feed(&app->keys, &app->keymap, app_view_name(app), key, &call)) {
	case KEYS_ACTION:
		if (call.action == ACTION_CANCEL)
			app->cancel_ms = cancel_ms;
		/*
		 * The first Escape only removes the message. One right after the Escape that closed
		 * the prompt may be meant for the prompt, or for its list of completions.
		 */
		if (call.action == ACTION_ESCAPE && left_prompt)
			app_say(app,
				"The prompt is closed. %s again turns off a condition, or closes a "
				"view.",
				app_key_of(app, ACTION_ESCAPE));
		else if (call.action != ACTION_ESCAPE || !had_message)
			app_act(app, &call);
		app->escaped = call.action == ACTION_ESCAPE;
		break;
	case KEYS_UNKNOWN:
		unknown_key(app, &before, key);
		break;
	case KEYS_MORE:
	case KEYS_DROPPED:
		break;
	}
}

void app_key(struct app *app, keysym key)
{
	bool overview = overview_is(app_view(app));
	struct session_undo before;

	session_undo_take(app->session, &before);
	take_key(app, key);
	/*
	 * The overview is about the whole recording: changes to the list are shown in the list
	 * below it.
	 */
	if (session_undo_keep(app->session, &before) && overview && overview_is(app_view(app)))
		records_show(app);
}

static int look_wait_ms(const struct app *app)
{
	int64_t left = app->look_ms + LOOK_MS - clock_ms();

	return left > 0 ? (int)left : 0;
}

/* The shorter of two waits; -1 is a wait without end. */
static int sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

int app_wait_ms(const struct app *app)
{
	int soonest = sooner(popup_wait_ms(app), state_keeper_wait_ms(app));

	return sooner(soonest, app->session->follow.on ? look_wait_ms(app) : -1);
}

static bool look_at_views(struct app *app)
{
	bool now = false;

	app->look_ms = clock_ms();
	for (size_t i = 0; i < app->n_views; i++)
		if (app->views[i]->ops->look)
			now |= app->views[i]->ops->look(app->views[i]);
	return now;
}

bool app_tick(struct app *app)
{
	bool now = look_wait_ms(app) == 0 && look_at_views(app);

	if (app->budget_ms + BUDGET_MS <= clock_ms())
		keep_budget(app);
	now |= state_keeper_tick(app);
	return popup_tick(app) || now;
}

/* ---- background work ---- */

/* Apply a filter by names again when all modules that may have better names were read. */
static void use_better_names(struct app *app)
{
	struct syms *syms = recording_syms(app->rec);
	uint32_t improved = syms_improved(syms);

	if (improved != app->improved) {
		if (app->symbolizer)
			symbolizer_again(app->symbolizer);
		app->filter_old = true;
	}
	app->improved = improved;
	if (app->filter_old && !syms_pending(syms)) {
		app->filter_old = false;
		session_filter_again(app->session);
	}
}

bool app_wake(struct app *app)
{
	bool now = false;

	use_better_names(app);
	if (spool_notice() && !app->spools_told) {
		app->spools_told = true;
		app_complain(app, "%s", spool_notice());
	}
	for (size_t i = 0; i < app->n_views; i++)
		if (app->views[i]->ops->wake)
			now |= app->views[i]->ops->wake(app->views[i]);
	return now;
}

bool app_busy(const struct app *app)
{
	if (app->filter_old || syms_improved(recording_syms(app->rec)) != app->improved)
		return true;
	for (size_t i = 0; i < app->n_views; i++) {
		const struct view *view = app->views[i];

		if (!is_hidden(app, i) && view->ops->busy && view->ops->busy(view))
			return true;
	}
	return false;
}

/* ---- names of keys ---- */

void app_keys_of(const struct app *app, enum action action, size_t max, struct buf *out)
{
	keymap_keys_of(&app->keymap, app_view_name(app), action, max, out);
}

const char *app_key_of(struct app *app, enum action action)
{
	struct buf *name = &app->key_names[app->key_name++ % APP_KEY_NAMES];

	buf_reset(name);
	app_keys_of(app, action, 1, name);
	if (!name->len)
		buf_adds(name, action_info(action)->name);
	/* In a sentence "Ctrl-C" is better than "^C". */
	if (name->len == 2 && name->p[0] == '^') {
		char letter = name->p[1];

		buf_reset(name);
		buf_addf(name, "Ctrl-%c", letter);
	}
	return name->p;
}

void app_add_text(const struct app *app, const char *text, struct buf *out)
{
	keymap_add_text(&app->keymap, app_view_name(app), text, out);
}

/* ---- drawing ---- */

/*
 * Names that are known already come within a moment. Then the view on top takes them and is drawn
 * again: at once, or, if drawing is slow, after this drawing is on the screen.
 */
static void draw_view(struct app *app, const struct surface *s, struct term_cursor *cursor)
{
	struct view *view = app_view(app);
	int64_t begin = clock_ms();
	bool slow;

	if (app->symbolizer)
		symbolizer_hold(app->symbolizer);
	view->ops->draw(view, s, cursor);
	slow = clock_ms() - begin > SLOW_MS;
	if (!app->symbolizer || !symbolizer_settle(app->symbolizer, slow ? 0 : SETTLE_MS))
		return;
	if (slow) {
		tui_wake(NULL);
		return;
	}
	app_wake(app);
	view = app_view(app);
	surface_fill(s, STYLE_NORMAL);
	view->ops->draw(view, s, cursor);
}

void app_draw_view(struct app *app, struct grid *grid)
{
	struct term_cursor cursor = { 0, 0, false };
	struct surface all = surface_all(grid);

	surface_fill(&all, STYLE_NORMAL);
	draw_view(app, &all, &cursor);
}

struct term_cursor app_draw(struct app *app, int rows, int cols)
{
	struct term_cursor cursor = { 0, 0, false };
	struct surface all, main, bottom;
	int low;

	if (rows != app->grid.rows || cols != app->grid.cols)
		grid_resize(&app->grid, rows, cols);
	all = surface_all(&app->grid);
	surface_fill(&all, STYLE_NORMAL);
	low = prompt_is_open() ? prompt_rows(cols) : bottom_rows(app, cols);
	main = surface_sub(&all, 0, 0, rows - low, cols);
	bottom = surface_sub(&all, rows > low ? rows - low : 0, 0, low, cols);
	draw_view(app, &main, &cursor);
	if (prompt_is_open()) {
		prompt_draw(&bottom, &cursor);
		prompt_draw_above(&main);
	} else {
		bottom_draw(app, &bottom);
	}
	if (app->popup.shown && !prompt_is_open())
		popup_draw(app, &main);
	return cursor;
}
