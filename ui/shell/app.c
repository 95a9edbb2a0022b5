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
#include "records/write.h"
#include "session/session_filter.h"
#include "shell/lineedit.h"
#include "shell/popup.h"
#include "shell/state_keeper.h"
#include "term/border.h"

enum {
	SETTLE_MS = 4, /* ms to wait for known names; they take much less than one */
	SLOW_MS = 10,  /* ms; a slower drawing is not repeated */
	LOOK_MS = 1000 /* ms between two looks of views at changes that others make */
};

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

void app_release(struct app *app)
{
	shell_release(&app->shell);
	app_views_release(app);
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

/* ---- what a run may do ---- */

int app_open_recording(struct app *app, char *const *paths, size_t n, uint64_t row, struct err *err)
{
	struct tui_next *next = app->opt->next;
	struct perf_file *file;
	struct stat st;
	struct buf path = BUF_INIT;
	char why[sizeof(err->msg)];

	if (!strcmp(paths[0], "-"))
		return err_set_at(err, ERR_PARSE, 0, "standard input can be read only once");
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
	app->bell = app->result.complained = true;
}

void app_fail(struct app *app, const char *what, const struct err *err)
{
	app_complain(app, "%s: %s", what, err->msg);
	app->result.failure = err->code;
}

/* ---- background work ---- */

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

bool app_tick(struct app *app)
{
	bool now = false;

	if (look_wait_ms(app) == 0) {
		app->look_ms = clock_ms();
		now = app_views_look(app);
	}
	app_views_keep_budget(app);
	now |= state_keeper_tick(app);
	return popup_tick(app) || now;
}

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
	bool changed;

	use_better_names(app);
	if (spool_notice() && !app->spools_reported) {
		app->spools_reported = true;
		app_complain(app, "%s", spool_notice());
	}
	changed = app_views_wake(app);
	return state_restore_resume(app) || changed;
}

bool app_busy(const struct app *app)
{
	return app->filter_old || syms_improved(recording_syms(app->rec)) != app->improved ||
	       app_views_busy(app);
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
	border_join(&main);
	return cursor;
}
