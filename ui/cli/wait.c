/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/wait.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"

enum {
	DRAW_MS = 100, /* between two states of the bar */
	COLUMNS = 80,  /* if the terminal does not report its width */
	BAR_LEAST = 4, /* columns */
	BAR_MAX = 40,
	LEFT_MAX = 100 * 3600 /* seconds left; a longer time is not shown */
};

static const int caught[] = { SIGINT, SIGTERM, SIGHUP };

#define CAUGHT (sizeof(caught) / sizeof(caught[0]))

static volatile sig_atomic_t got_signal;
static struct recording *building; /* valid while signals are caught */

/* A stop only sets a flag. */
static void on_signal(int sig)
{
	got_signal = sig;
	recording_stop(building);
}

/* Signals that nohup or a shell made ignored stay ignored. */
static void catch_signals(struct sigaction *before)
{
	struct sigaction act = { .sa_handler = on_signal };

	for (size_t i = 0; i < CAUGHT; i++) {
		sigaction(caught[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(caught[i], &act, NULL);
	}
}

static void release_signals(const struct sigaction *before)
{
	for (size_t i = 0; i < CAUGHT; i++)
		sigaction(caught[i], &before[i], NULL);
}

static unsigned columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : COLUMNS;
}

/* Nothing is added for a very large estimate, as at the beginning. */
static void add_time_left(struct buf *out, double seconds)
{
	if (seconds < 60)
		buf_addf(out, "%.0f s left", seconds < 1 ? 1 : seconds);
	else if (seconds < LEFT_MAX)
		buf_addf(out, "%d:%02d left", (int)(seconds / 60), (int)seconds % 60);
}

/* "indexing [#####  ]", in the columns that the text after it leaves; a short bar is omitted. */
static void draw_bar(double part, size_t text_cols)
{
	size_t taken = text_cols + sizeof("indexing []");
	unsigned cols = columns(), room = cols > taken ? cols - (unsigned)taken : 0, full;

	room = room < BAR_MAX ? room : BAR_MAX;
	full = (unsigned)(part * room);
	fputs("\rindexing", stderr);
	if (room < BAR_LEAST)
		return;
	fputs(" [", stderr);
	for (unsigned i = 0; i < room; i++)
		putc(i < full ? '#' : ' ', stderr);
	putc(']', stderr);
}

/* "indexing [#####  ]  52 %  1314 MB/s  3 s left" */
static void draw(const struct index_progress *p, double seconds)
{
	struct buf text = BUF_INIT;
	double part = p->bytes_total ? (double)p->bytes_done / (double)p->bytes_total : 0;
	double rate = (double)(p->bytes_done - p->bytes_kept) / seconds;

	buf_addf(&text, " %3.0f %%  %.0f MB/s  ", part * 100, rate / 1e6);
	if (rate > 0 && p->bytes_done <= p->bytes_total)
		add_time_left(&text, (double)(p->bytes_total - p->bytes_done) / rate);
	draw_bar(part, text.len);
	fprintf(stderr, "%s\033[K", text.p);
	buf_release(&text);
}

/* Show the progress of the index until it is complete or stopped. */
static void show_progress(const struct recording *recording)
{
	struct index_progress p;
	int64_t start = clock_ns();
	bool shown = false;

	while (recording_wait_for(recording, DRAW_MS) == INDEX_BUILDING) {
		recording_progress(recording, &p);
		/* The total is not known yet. */
		if (!p.bytes_total || p.bytes_done < p.bytes_kept)
			continue;
		draw(&p, (double)(clock_ns() - start) / 1e9);
		shown = true;
	}
	if (shown)
		fputs("\r\033[K", stderr);
}

static void report_stopped(const struct recording *recording, const struct index_progress *p)
{
	struct buf message = BUF_INIT;

	buf_addf(&message, "stopped at %.0f %%",
		 p->bytes_total ? 100 * (double)p->bytes_done / (double)p->bytes_total : 0);
	if (p->kept)
		buf_adds(&message, "; the next run resumes from there");
	cli_warn(recording_parts(recording) == 1 ? recording_path(recording, 0) : NULL, "%s",
		 message.p);
	buf_release(&message);
}

int wait_for_recording(struct recording *recording, bool quiet)
{
	struct sigaction before[CAUGHT];
	struct index_progress p;

	got_signal = 0;
	building = recording;
	catch_signals(before);
	if (!quiet && isatty(STDERR_FILENO))
		show_progress(recording);
	recording_wait(recording);
	release_signals(before);
	recording_progress(recording, &p);
	if (p.state == INDEX_STOPPED)
		report_stopped(recording, &p);
	return got_signal ? 128 + got_signal : STATUS_OK;
}
