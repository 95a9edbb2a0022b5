/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_COUNTS_H
#define TUI_VIEW_COUNTS_H

#include "base/err.h"
#include "tui/app.h"

/*
 * How many of the records that the list shows have which values of some fields ("event" or
 * "comm,tid"), and where, a filter of its own ("": that of the list); from there to the
 * records of a line.
 */
int counts_open(struct app *app, const char *fields, const char *where, struct err *err);

#endif
