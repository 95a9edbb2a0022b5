/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_H
#define OUT_PROFILE_H

#include "out/whole.h"

/* The forms of whole files. */

/* Folded stacks (out/folded.h). */
whole_fn profile_folded;

/*
 * The format of pprof: a gzipped message Profile of profile.proto (github.com/google/pprof). A
 * sample stands for all of one stack and event; the task is the outermost frame. Each event
 * (query/shown_event.h) has two sample types: EVENT_sample, their number, and EVENT_event, the sum
 * of their periods, in nanoseconds where the event counts these.
 */
whole_fn profile_pprof;

/*
 * A database of SQLite with the tables and views of perf's export-to-sqlite.py, as far as samples
 * have what is in them. Row 0 of a table stands for what is not known; sample N + 1 is the record
 * of ordinal N.
 */
whole_fn profile_sqlite;

/* The Firefox Profiler's gecko format, as perf's firefox-gecko-converter.py writes it. */
whole_fn profile_firefox;

#endif
