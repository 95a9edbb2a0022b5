/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SHELL_H
#define SHELL_SHELL_H

#include <stdbool.h>

/*
 * A command that somebody typed, run by their shell (SHELL, else /bin/sh) with the terminal, which
 * is nobody else's meanwhile. Nothing of a recording is ever a part of the command: a file that one
 * names is an argument of its own.
 */
struct shell {
	char *command;	    /* NULL: none is to be run */
	char *place, *file; /* of an editor: +LINE and the file; NULL: it is none */
	int in;		    /* its standard input, -1: the terminal */
	int status;	    /* of its end, as the shell's $? */
};

#define SHELL_INIT                                                                                 \
	{                                                                                          \
		.in = -1                                                                           \
	}

/* Have it run soon, by who owns the terminal: this takes over the descriptor. */
void shell_ask(struct shell *shell, const char *command, int in);

/*
 * The same for the editor of VISUAL, else EDITOR, else vi, with a line of a file. As with git, sh
 * splits what the variable has.
 */
void shell_ask_editor(struct shell *shell, const char *file, unsigned line);

/*
 * Run it and wait for its end; tty is the terminal's descriptor, -1: there is none, and it reads
 * nothing. The terminal's Ctrl-C and Ctrl-\ are the command's alone; where Ctrl-Z stops it, this
 * program stops with it. False: it could not be started, errno says why.
 */
bool shell_run(struct shell *shell, int tty);

/* Nothing is to be run any more. */
void shell_release(struct shell *shell);

#endif
