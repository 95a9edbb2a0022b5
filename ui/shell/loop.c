/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/loop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "term/wakeup.h"

/* Ms between two drawings of background work's news, and from a look at it to the next one. */
#define WORK_MS 250
#define LOOK_MS 16

struct loop {
	struct app *app;
	struct term *term;
	bool draw;	 /* something on the screen has changed */
	bool work;	 /* background work has reported news */
	bool stale;	 /* the screen does not show the last look's news yet */
	int64_t look_ms; /* end of the last look, */
	int64_t work_ms; /* and of the last drawing */
	bool paste;	 /* the terminal marks pasted text, */
	bool mouse;	 /* and it reports the mouse */
	int signal;	 /* the signal that ends the program */
};

static void suspend(struct loop *loop)
{
	loop->term->ops->suspend(loop->term);
	wakeup_stop();
	loop->term->ops->resume(loop->term);
	loop->draw = true;
}

/*
 * Wait for any key, or for a signal to end or to stop. Returns the signal's number, else 0. A
 * signal that came before poll() does not interrupt it, but makes wakeup_fd() readable.
 */
static int wait_for_key(struct loop *loop, int tty)
{
	static const char text[] = "\n[any key goes back to perfnav]";
	struct pollfd fds[2] = {
		{ .fd = tty, .events = POLLIN },
		{ .fd = wakeup_fd(), .events = POLLIN },
	};
	struct termios before, raw;
	unsigned char sig = 0;

	if (write(STDOUT_FILENO, text, sizeof(text) - 1) < 0 || tcgetattr(tty, &before) < 0)
		return 0;
	raw = before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	tcsetattr(tty, TCSANOW, &raw);
	while (!fds[0].revents && !sig) {
		poll(fds, 2, -1);
		while (!sig && wakeup_next(&sig)) {
			loop->work |= sig == WAKE_WORK;
			if (sig == SIGWINCH || sig == SIGCONT)
				sig = 0;
		}
	}
	tcflush(tty, TCIFLUSH);
	tcsetattr(tty, TCSANOW, &before);
	/* The output of the next command begins below. */
	return write(STDOUT_FILENO, "\n", 1) < 0 ? 0 : sig;
}

static void take_signal(struct loop *loop, int sig)
{
	switch (sig) {
	case SIGWINCH:
		loop->term->ops->resized(loop->term);
		loop->draw = true;
		break;
	case SIGTSTP:
		suspend(loop);
		break;
	case SIGCONT:
		/*
		 * After a stop by a signal that cannot be caught, the screen's contents are
		 * unknown.
		 */
		loop->term->ops->resume(loop->term);
		loop->draw = true;
		break;
	case SIGINT:
		app_key(loop->app, KEYSYM_CTRL('c'));
		loop->draw = true;
		break;
	default:
		loop->signal = sig;
		break;
	}
}

/* The output of a command stays until a key is pressed, even if the size changes. */
static void run_shell(struct loop *loop)
{
	bool editor = loop->app->shell.file;
	struct sigaction dfl = { .sa_handler = SIG_DFL }, resized;
	int tty = loop->term->ops->fd(loop->term), sig = 0;

	loop->term->ops->suspend(loop->term);
	sigaction(SIGWINCH, &dfl, &resized);
	app_run_shell(loop->app, tty);
	if (!editor)
		sig = wait_for_key(loop, tty);
	sigaction(SIGWINCH, &resized, NULL);
	loop->term->ops->resume(loop->term);
	loop->term->ops->resized(loop->term);
	loop->draw = true;
	if (sig)
		take_signal(loop, sig);
}

static void take_requests(struct loop *loop)
{
	struct app *app = loop->app;

	if (app->bell)
		loop->term->ops->bell(loop->term);
	if (app->repaint) {
		loop->term->ops->resized(loop->term);
		loop->term->ops->repaint(loop->term);
	}
	if (app->retheme) {
		app->grid.colours = loop->term->ops->theme(loop->term, &app->theme);
		loop->draw = true;
	}
	if (app->suspend)
		suspend(loop);
	if (app->shell.command)
		run_shell(loop);
	if (prompt_is_open() != loop->paste) {
		loop->paste = !loop->paste;
		loop->term->ops->paste(loop->term, loop->paste);
	}
	if (app->settings.v[SETTING_MOUSE] != loop->mouse) {
		loop->mouse = !loop->mouse;
		loop->term->ops->mouse(loop->term, loop->mouse);
	}
	if (app->copy)
		loop->term->ops->copy(loop->term, app->clipboard.p, app->clipboard.len);
	app->bell = app->repaint = app->retheme = app->suspend = app->copy = false;
}

/* Handle all waiting keys, then draw once, so that a held key does not queue up screens. */
static void take_keys(struct loop *loop)
{
	keysym key;

	while (!loop->app->quit && !loop->signal && loop->term->ops->key(loop->term, &key)) {
		app_key(loop->app, key);
		loop->draw = true;
		take_requests(loop);
	}
	if (loop->term->ops->hung_up(loop->term))
		loop->signal = SIGHUP;
}

static void take_wakeups(struct loop *loop)
{
	unsigned char what;

	while (!loop->signal && wakeup_next(&what)) {
		if (what == WAKE_WORK)
			loop->work = true;
		else
			take_signal(loop, what);
	}
}

/* Take news of background work: at once if somebody waits for it, else now and then. */
static void take_work(struct loop *loop)
{
	int64_t now = clock_ms();

	if (loop->work && now - loop->look_ms >= LOOK_MS) {
		wakeup_take_work();
		loop->work = false;
		loop->stale = true;
		loop->draw |= app_wake(loop->app);
		loop->look_ms = clock_ms();
	}
	if (loop->stale && now - loop->work_ms >= WORK_MS)
		loop->draw = true;
	if (loop->draw && loop->stale) {
		loop->stale = false;
		loop->work_ms = now;
	}
}

static int left_ms(int64_t since, int64_t span)
{
	int64_t left = since + span - clock_ms();

	return left < 0 ? 0 : left > span ? (int)span : (int)left;
}

static int work_wait_ms(const struct loop *loop)
{
	if (loop->work)
		return left_ms(loop->look_ms, LOOK_MS);
	return loop->stale ? left_ms(loop->work_ms, WORK_MS) : -1;
}

static int wait_ms(const struct loop *loop)
{
	int work = work_wait_ms(loop), app = app_wait_ms(loop->app);

	return work < 0 || (app >= 0 && app < work) ? app : work;
}

static void draw(struct loop *loop)
{
	struct term_cursor cursor;
	int rows = 0, cols = 0;

	if (!loop->draw)
		return;
	loop->term->ops->size(loop->term, &rows, &cols);
	cursor = app_draw(loop->app, rows, cols);
	loop->term->ops->draw(loop->term, &loop->app->grid, cursor);
	loop->draw = false;
}

int loop_run(struct app *app, struct term *term)
{
	struct loop loop = {
		.app = app,
		.term = term,
		.draw = true,
		.work = true, /* reports of another run may have been read */
		.look_ms = -LOOK_MS,
		.work_ms = -WORK_MS,
	};
	struct pollfd fds[2] = {
		{ .fd = term->ops->fd(term), .events = POLLIN },
		{ .fd = wakeup_fd(), .events = POLLIN },
	};

	for (;;) {
		take_requests(&loop);
		draw(&loop);
		if (poll(fds, 2, wait_ms(&loop)) < 0 && errno != EINTR)
			loop.signal = SIGHUP;
		if (fds[1].revents)
			take_wakeups(&loop);
		if (fds[0].revents)
			take_keys(&loop);
		take_work(&loop);
		loop.draw |= app_tick(app);
		if (app->quit || loop.signal)
			return loop.signal;
	}
}

bool loop_take_work(struct app *app)
{
	/* Work that ends after this line may have more news. */
	bool was_busy = app_busy(app);
	unsigned char what;

	while (wakeup_next(&what))
		;
	wakeup_take_work();
	app_wake(app);
	return was_busy || app_busy(app);
}
