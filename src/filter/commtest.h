/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_COMMTEST_H
#define FILTER_COMMTEST_H

#include "recording/reader.h"

/*
 * The answers of a condition on comm alone. A thread mostly keeps its name, so an answer is kept
 * with the times at which the thread has the same name. For one thread of the program.
 */
struct commtest;

/* The reader outlives the test. */
struct commtest *commtest_open(struct reader *reader);
void commtest_close(struct commtest *test);

/* Drop the answers if names of tasks were added since the last call. index: of the next rows. */
void commtest_renew(struct commtest *test, struct index *index);

/* Find the kept answer for a thread, by its number in the index, at a time. */
bool commtest_find(const struct commtest *test, uint64_t thread, uint64_t time, bool *yes);

/* Keep the answer for a row of this thread that has a time and the thread's name. */
void commtest_keep(struct commtest *test, uint64_t thread, const struct row_info *info, bool yes);

/* Drop the answers, because numbers of threads have changed. */
void commtest_forget(struct commtest *test);

#endif
