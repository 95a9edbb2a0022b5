/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_INFO_H
#define OUT_INFO_H

#include "base/report.h"
#include "recording/recording.h"

/*
 * What a part of a recording is, which is ready: container, events with every bit of
 * their attrs and the options that would record them again, feature sections, totals by
 * type, damage.
 * Totals are those of the rows published so far.
 *
 * A section that is not what it should be is an object with its place, "problem",
 * "problem_offset", its first bytes and what could be "decoded" before the problem.
 */
struct info_options {
	enum report_form form;
	const char *timeline;	  /* lines of recording/timeline.h about all files; "": none */
	const _Atomic bool *stop; /* NULL, or true: leave out what takes long */
};

void info_report(struct recording *recording, size_t part, const struct info_options *options,
		 struct buf *out);

#endif
