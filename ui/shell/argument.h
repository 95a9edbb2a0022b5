/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_ARGUMENT_H
#define SHELL_ARGUMENT_H

#include "shell/app.h"

/* The kinds of arguments of commands (commands.def), and their completion. */
enum argument {
	ARG_NONE,
	ARG_TEXT,
	ARG_EXPR,
	ARG_FIELDS,
	ARG_FILE,
	ARG_WRITE,
	ARG_SLICE,
	ARG_PIPE,
	ARG_COMPARE,
	ARG_TYPE,
	ARG_EVENT,
	ARG_MARKERS,
	ARG_NUMBER,
	ARG_PLACE,
	ARG_COUNT,
	ARG_SYMBOL,
	ARG_CHART_OF,
	ARG_BRANCHES,
	ARG_MEMORY,
	ARG_SPANS,
	ARG_OFFCPU,
	ARG_RAN,
	ARG_COLUMN,
	ARG_TIME,
	ARG_COPY,
	ARG_MAP,
	ARG_UNMAP,
	ARG_SETTING,
	ARG_ORDER,
	ARG_FETCH,
	ARG_COLOR,
	ARG_STYLE,
	ARG_THEME,
	ARG_TOPIC, /* also a command, which completion does not offer here */
	ARGUMENTS
};

/* The word under the cursor in the argument of a typed command. All places are bytes of line. */
struct argument_word {
	struct app *app;
	const char *line;
	size_t arg;	   /* where the argument begins */
	size_t start, end; /* start and end of the word */
};

/* Offer the words that are possible at this place (shell/wordlist.h). */
void argument_complete(enum argument kind, const struct argument_word *word);

/*
 * Return where the expression begins in an argument such as "by F where EXPR". 0: the word is not
 * in the expression.
 */
size_t argument_where(const struct argument_word *word);

#endif
