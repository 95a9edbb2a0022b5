/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_PLAN_H
#define FILE_RECORD_PLAN_H

#include "file/record_model.h"

/*
 * Find the options of perf record for a plan with one event or more, whose attrs and groups are
 * filled in. First choose the options that the attrs show directly, then those that make the model
 * most similar to the attrs.
 */
void record_plan_find(struct record_plan *plan);

#endif
