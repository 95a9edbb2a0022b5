/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_DOUBTS_H
#define SPANS_DOUBTS_H

#include "spans/spanmaker.h"

/*
 * Records that a recording can lack: those that were lost, those in damaged stretches, and those of
 * threads and CPUs that were not recorded. They make the ends and the durations of spans doubtful.
 * For one thread.
 */
struct doubts;

/* The roles of `of` must be known. The reader and `of` must outlive the doubts. */
struct doubts *doubts_open(const struct spanmaking *of, struct reader *reader);
void doubts_close(struct doubts *doubts); /* NULL: nothing to do */

/* Are there losses? Then doubts_row() must be called for each row, in time order. */
bool doubts_need_all_rows(const struct doubts *doubts);

/* Note the record of a row. kind: of its part. It is ignored if it has no time. */
void doubts_row(struct doubts *doubts, size_t part, uint64_t kind, uint64_t time, uint64_t cpu);

/* The idle thread of a part has ended a span, so all threads of the part were recorded. */
void doubts_idle_end(struct doubts *doubts, size_t part);

/* Not all rows can be read. */
void doubts_unread(struct doubts *doubts);

/*
 * After all spans were paired: settle how long spans without an end lasted at least: unknown if the
 * end may not have been recorded, until the wakeup if nothing later is known, and only up to the
 * first loss. Mark spans in which records can be missing as doubtful.
 */
void doubts_apply(struct doubts *doubts, struct spantable *table);

#endif
