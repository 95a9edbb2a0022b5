/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/parallel_lines.h"

#include <stdatomic.h>

#include "base/thread.h"
#include "cli/cli.h"
#include "exit_status.h"

enum {
	PIECE_LINES = 1024, /* lines that a thread makes before it takes the next ones */
	PIECES = 32	    /* pieces that are kept before they are written in order */
};

/* The next pieces. */
struct line_pieces {
	const struct parallel_lines *lines;
	size_t first, n;
	_Atomic size_t next;
	struct buf texts[PIECES];
};

/* A thread that makes pieces. */
struct line_thread {
	struct line_pieces *pieces;
	void *writer;
};

static void *make_pieces(void *arg)
{
	const struct line_thread *thread = arg;
	struct line_pieces *pieces = thread->pieces;
	const struct parallel_lines *lines = pieces->lines;
	size_t k;

	while ((k = pieces->next++) < pieces->n) {
		size_t i = (pieces->first + k) * PIECE_LINES;
		size_t end = lines->n - i < PIECE_LINES ? lines->n : i + PIECE_LINES;
		struct buf text = pieces->texts[k]; /* in no cache line of another thread */

		for (; i < end; i++)
			lines->add(thread->writer, i, &text);
		pieces->texts[k] = text;
	}
	return NULL;
}

static int write_pieces(struct line_pieces *pieces)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < pieces->n && !status; i++) {
		status = cli_write(&pieces->texts[i]);
		buf_reset(&pieces->texts[i]);
	}
	return status;
}

int parallel_lines_write(const struct parallel_lines *lines)
{
	struct line_pieces pieces = { .lines = lines };
	struct line_thread threads[THREAD_ALL_MAX];
	void *args[THREAD_ALL_MAX];
	size_t all = (lines->n + PIECE_LINES - 1) / PIECE_LINES;
	unsigned n = all > 1 ? thread_processors(THREAD_ALL_MAX) : 1;
	int status = STATUS_OK;

	for (unsigned i = 0; i < n; i++) {
		threads[i].pieces = &pieces;
		threads[i].writer = lines->open ? lines->open(lines->arg) : lines->arg;
		args[i] = &threads[i];
	}
	for (size_t i = 0; i < PIECES; i++)
		buf_init(&pieces.texts[i]);
	for (; pieces.first < all && !status; pieces.first += pieces.n) {
		pieces.n = all - pieces.first < PIECES ? all - pieces.first : PIECES;
		pieces.next = 0;
		thread_run_all("perfnav/text", make_pieces, args, n);
		status = write_pieces(&pieces);
	}
	for (size_t i = 0; i < PIECES; i++)
		buf_release(&pieces.texts[i]);
	for (unsigned i = 0; i < n && lines->close; i++)
		lines->close(threads[i].writer);
	return status;
}
