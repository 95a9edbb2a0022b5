/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PROBLEMS_H
#define VIEWS_PROBLEMS_H

#include "field/problem.h"
#include "shell/app.h"

/* Open the list of problems with the cursor on the first one of a kind. */
void problems_open_kind(struct app *app, enum problem_kind kind);

#endif
