/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_BATCH_H
#define SHELL_BATCH_H

#include <stdio.h>

#include "shell/app.h"

/*
 * Commands without a screen: each is run when the one before is done, and what it
 * shows goes to out: the page of a view, the record that it goes to, a message. What it
 * complains about goes to complaints. 0, an error, or the program's exit status.
 */
int batch_run(struct app *app, FILE *out, FILE *complaints, struct err *err);

#endif
