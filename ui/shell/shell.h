/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SHELL_H
#define SHELL_SHELL_H

#include <stdbool.h>

/*
 * A command that the user has typed. The user's shell (SHELL, else /bin/sh) runs it on the
 * terminal, which the browser does not use until the command ends. No text from a recording ever
 * becomes a part of the command: the name of a file is a separate argument.
 */
struct shell {
	char *command; /* NULL: there is no request */
	/* for an editor: +LINE and the file; NULL: the command is not an editor */
	char *place, *file;
	int in;	    /* the command's standard input, -1: the terminal */
	int status; /* the command's exit status, as the shell's $? */
};

#define SHELL_INIT                                                                                 \
	{                                                                                          \
		.in = -1                                                                           \
	}

/*
 * Request a command. The owner of the terminal runs it soon. The request owns the descriptor in
 * from now on.
 */
void shell_ask(struct shell *shell, const char *command, int in);

/*
 * Request the editor of VISUAL, else EDITOR, else vi, at a line of a file. As in git, sh splits the
 * value of the variable into words.
 */
void shell_ask_editor(struct shell *shell, const char *file, unsigned line);

/*
 * Run the requested command, and wait for its end. tty is the terminal's descriptor; -1: there is
 * no terminal, and the command has no input. Only the command gets Ctrl-C and Ctrl-\. If Ctrl-Z
 * stops the command, this program stops, too. False: the command could not be started; errno has
 * the reason.
 */
bool shell_run(struct shell *shell, int tty);

/* Cancel the request, and free all memory. */
void shell_release(struct shell *shell);

#endif
