/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_TEXTTEST_H
#define FILTER_TEXTTEST_H

#include "filter/expr.h"
#include "recording/reader.h"

/*
 * Conditions on texts of a record, such as its line or the fields of a tracepoint. Most texts need
 * not be made: the kind of the row, the names of tasks and the raw data of the sample determine
 * what a text can contain. A "no" is certain. For one thread.
 */
struct texttest;

/* Returns NULL for any other condition. The reader and the node outlive the test. */
struct texttest *texttest_open(struct reader *reader, const struct node *node);
void texttest_close(struct texttest *test);

/* Drop the answers for kinds, when their numbers have changed. */
void texttest_forget(struct texttest *test);

/*
 * Read the names of tasks again. Returns true if there are new ones; all kinds must then be tested
 * again.
 */
bool texttest_renew(struct texttest *test);

/* Can the condition be true of a row of a kind? info has what all rows of the kind share. */
bool texttest_kind(struct texttest *test, uint64_t kind, const struct row_info *info);

/* Can it be true of this row? texttest_kind() was called for its kind. */
bool texttest_row(struct texttest *test, uint64_t kind, const struct row_info *info);

#endif
