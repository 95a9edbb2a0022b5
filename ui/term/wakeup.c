/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/wakeup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/guard.h"

static const int caught[] = { SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT };
static const int crashes[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };

#define CAUGHT (sizeof(caught) / sizeof(caught[0]))
#define CRASHES (sizeof(crashes) / sizeof(crashes[0]))

static int pipe_fds[2] = { -1, -1 };
static atomic_bool work_posted;
static struct sigaction before_caught[CAUGHT], before_crash[CRASHES], before_pipe;
static void (*crash_rescue)(void);

int wakeup_init(void)
{
	if (pipe_fds[0] >= 0)
		return 0;
	return pipe2(pipe_fds, O_CLOEXEC | O_NONBLOCK);
}

int wakeup_fd(void)
{
	return pipe_fds[0];
}

void wakeup_post(unsigned char what)
{
	int before = errno;

	/* Several reports of work count as one until it is looked at. */
	if (pipe_fds[1] < 0 || (what == WAKE_WORK && atomic_exchange(&work_posted, true)))
		return;
	while (write(pipe_fds[1], &what, 1) < 0 && errno == EINTR)
		;
	errno = before;
}

void wakeup_wait(int ms)
{
	struct pollfd fd = { .fd = wakeup_fd(), .events = POLLIN };

	poll(&fd, 1, ms);
}

bool wakeup_next(unsigned char *what)
{
	return read(pipe_fds[0], what, 1) == 1;
}

void wakeup_take_work(void)
{
	atomic_store(&work_posted, false);
}

static void on_signal(int sig)
{
	wakeup_post((unsigned char)sig);
}

/* Restore the terminal, and then let the signal have its normal effect. */
static void on_crash(int sig, siginfo_t *info, void *context)
{
	(void)context;
	crash_rescue();
	for (size_t i = 0; i < CRASHES; i++)
		if (crashes[i] == sig)
			sigaction(sig, &before_crash[i], NULL);
	/* A fault happens again when the handler returns; a signal that was sent does not. */
	if (info->si_code <= 0)
		raise(sig);
}

/* base/guard.h has the handler of SIGBUS. */
static void set_crash(int sig, const struct sigaction *act, struct sigaction *before)
{
	if (sig == SIGBUS)
		guard_set_other(act, before);
	else
		sigaction(sig, act, before);
}

void wakeup_catch_signals(void (*rescue)(void))
{
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction crash = { .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO };
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	crash_rescue = rescue;
	for (size_t i = 0; i < CAUGHT; i++) {
		sigaction(caught[i], NULL, &before_caught[i]);
		/* Signals that were ignored stay ignored, for nohup and job control shells. */
		if (before_caught[i].sa_handler != SIG_IGN || caught[i] == SIGWINCH)
			sigaction(caught[i], &act, NULL);
	}
	for (size_t i = 0; i < CRASHES; i++)
		set_crash(crashes[i], &crash, &before_crash[i]);
	sigaction(SIGPIPE, &ignore, &before_pipe);
}

void wakeup_release_signals(void)
{
	for (size_t i = 0; i < CAUGHT; i++)
		sigaction(caught[i], &before_caught[i], NULL);
	for (size_t i = 0; i < CRASHES; i++)
		set_crash(crashes[i], &before_crash[i], NULL);
	sigaction(SIGPIPE, &before_pipe, NULL);
}

void wakeup_stop(void)
{
	struct sigaction dfl = { .sa_handler = SIG_DFL }, stop, cont;

	sigaction(SIGTSTP, &dfl, &stop);
	/* The SIGCONT that ends this stop is not reported to the caller. */
	sigaction(SIGCONT, &dfl, &cont);
	/* Stop the whole job, as the terminal does, for example "zcat x | perfnav -". */
	kill(0, SIGTSTP);
	sigaction(SIGCONT, &cont, NULL);
	sigaction(SIGTSTP, &stop, NULL);
}
