/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SHELL_H
#define SHELL_SHELL_H

#include <stdbool.h>

/*
 * A typed command, run by the user's shell (SHELL, else /bin/sh) on the terminal, which the browser
 * does not use meanwhile. Nothing from a recording ever becomes part of the command: the name of a
 * file is an argument of its own.
 */
struct shell {
	char *command;	    /* NULL: nothing to run */
	char *place, *file; /* for an editor: +LINE and the file; NULL: no editor */
	int in;		    /* its standard input, -1: the terminal */
	int status;	    /* its exit status, as the shell's $? */
};

#define SHELL_INIT                                                                                 \
	{                                                                                          \
		.in = -1                                                                           \
	}

/*
 * Request a command, which the terminal's owner runs soon. It owns the descriptor in from now on.
 */
void shell_ask(struct shell *shell, const char *command, int in);

/*
 * Request the editor of VISUAL, else EDITOR, else vi, at a line of a file. As in git, sh splits the
 * variable's value.
 */
void shell_ask_editor(struct shell *shell, const char *file, unsigned line);

/*
 * Run it and wait for its end. tty is the terminal's descriptor; -1: there is none, and the command
 * has no input. Ctrl-C and Ctrl-\ go only to the command; if Ctrl-Z stops it, this program stops,
 * too. False: it could not be started; errno has the reason.
 */
bool shell_run(struct shell *shell, int tty);

/* Cancel the request and free everything. */
void shell_release(struct shell *shell);

#endif
