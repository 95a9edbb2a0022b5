/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_INFO_H
#define OUT_INFO_H

#include "base/report.h"
#include "recording/recording.h"

/*
 * Report a part of a recording that is open: container, events with every bit of their attrs and
 * the options that would record them again, feature sections, totals by type, damage. The totals
 * are of the rows that are published so far.
 *
 * A malformed section is an object with its place, "problem", "problem_offset", its first bytes,
 * and the values that were "decoded" before the problem.
 */
struct info_options {
	enum report_form form;
	const char *timeline;	  /* lines of recording/timeline.h about all files; "": none */
	const _Atomic bool *stop; /* NULL, or a flag: if true, parts that take long are omitted */
};

void info_report(struct recording *recording, size_t part, const struct info_options *options,
		 struct buf *out);

#endif
