/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_BATCH_H
#define SHELL_BATCH_H

#include <stdio.h>

#include "shell/app.h"

/*
 * Run commands without a screen, one after the other. The result of a command goes to `out`: the
 * text of a view, the record under the cursor, or a message. Errors go to complaints. Returns 0, an
 * error, or the program's exit status.
 */
int batch_run(struct app *app, FILE *out, FILE *complaints, struct err *err);

#endif
