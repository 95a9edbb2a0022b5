/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SCRIPT_H
#define SHELL_SCRIPT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "shell/app.h"
#include "term/term.h"

/*
 * A script drives the application without a terminal and prints screens. Each of
 * its lines is a comment (# and a blank), one of
 *
 *	:dump NAME          print the screen under that name
 *	:styles NAME        print the styles of its cells, see styles.def
 *	:picture NAME       print the screen as SVG, in as many colours as :set colors says
 *	:wait               until background work is done
 *	:resize COLSxROWS
 *
 * or keys, as keysym_parse() reads them: "jj<Tab>", "&pid == 12<Enter>". Blanks
 * at the ends of a line are not keys, <Space> is. A line of keys may begin with
 * ':' when it is none of the above.
 *
 * A line that is wrong ends the script. A command that fails does not, because the script may show
 * the message; script_run() then returns the first failure. Path "-" is standard input.
 */
int script_run(struct app *app, struct term *term, const char *path, FILE *out, struct err *err);

/* Parse COLSxROWS, each from 1 to 1000. False: the text is something else. */
bool script_size(const char *text, int *rows, int *cols);

#endif
