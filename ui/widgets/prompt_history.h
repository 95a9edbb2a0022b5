/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_PROMPT_HISTORY_H
#define WIDGETS_PROMPT_HISTORY_H

#include <stddef.h>

/*
 * Lines that were typed at a prompt, kept between runs: $XDG_STATE_HOME/perfnav/history-NAME,
 * readable only by its owner. Several programs may append at the same time. If the file cannot be
 * read or written, there is no history.
 */
enum {
	PROMPT_HISTORY_BYTES = 1 << 20, /* bytes that are read from the end of a file */
	PROMPT_HISTORY_LINE = 16 << 10	/* longest line that is kept */
};

/*
 * Call add() with the last `most` lines, the oldest first; a line is valid during the call. If the
 * file has more than twice as many, it is shortened to these.
 */
void prompt_history_load(const char *name, size_t most, void (*add)(const char *line));

/* Append a line. */
void prompt_history_append(const char *name, const char *line);

#endif
