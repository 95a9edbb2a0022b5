/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_H
#define VIEWS_COUNTS_H

#include "base/err.h"
#include "shell/app.h"
#include "views/counts_spec.h"

/*
 * Open totals. `titles`, `below` and `empty` must outlive the view. After ERR_PARSE, err->offset is
 * an offset in spec->by if the mistake is there.
 */
int counts_open(struct app *app, const struct counts_spec *spec, struct err *err);

/*
 * If totals are on top, open totals of the records of the line under the cursor. spec->where is
 * ignored. Without aggregates, those of the view are used, unless the view counts elements of a
 * list.
 */
int counts_split(struct app *app, const struct counts_spec *spec, struct err *err);

/* Sort the totals on top by a column. Only if counts_on_top(). */
int counts_sort(struct app *app, const char *column, struct err *err);

/* Are totals on top? */
bool counts_on_top(struct app *app);

/* Do the totals on top have a line for each record, as those of :sort? Only if counts_on_top(). */
bool counts_of_records(struct app *app);

#endif
