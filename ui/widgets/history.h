/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_HISTORY_H
#define WIDGETS_HISTORY_H

#include <stddef.h>

/*
 * What was typed at a prompt, kept between runs: $XDG_STATE_HOME/perfnav/history-NAME, a line each,
 * for its owner alone. Several programs may add to it at once. Where it cannot be read or written
 * there is none.
 */
enum {
	HISTORY_BYTES = 1 << 20, /* what is read of a file */
	HISTORY_LINE = 16 << 10	 /* of a line that is kept */
};

/* Call add() with the last most lines; of a file with more than twice as many the others go. */
void history_load(const char *name, size_t most, void (*add)(const char *line));

/* One more line at the end. */
void history_append(const char *name, const char *line);

#endif
