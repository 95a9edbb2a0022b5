/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_FILTER_H
#define CLI_CLI_FILTER_H

#include "field/field.h"
#include "filter/filter.h"
#include "options.h"
#include "recording/recording.h"

/* The filters of the command line. */

/* Get the filter of the command line, or NULL if there is none. Syntax errors are reported. */
int cli_filter(const struct options *options, struct filter **filter);

/* Get the filter of --fail-if, as cli_filter() does. */
int cli_filter_fail_if(const struct options *options, struct filter **filter);

/* Report what --fail-if found; ordinal is that of the first record. Returns the exit status. */
int cli_filter_report_matches(uint64_t matches, uint64_t ordinal);

/*
 * Refuse fields of tracepoints that the recording lacks, in a filter (NULL: none) and in n fields:
 * STATUS_USAGE, after a message.
 */
int cli_filter_check(struct recording *recording, const struct filter *filter,
		     const struct field *fields, size_t n);

/* Warn if the filter names an event, type or task that no record has, unless quiet. */
void cli_filter_warn_absent(const struct options *options, const struct recording *recording,
			    const struct filter *filter);

/*
 * Make the filter (NULL: none) pass only samples of one event: that of --show-event, else the first
 * one that has samples with the weight (NULL: any). Unless quiet, a line on standard error names it
 * and the other events, if there are any. STATUS_USAGE, after a message, if no event has the name.
 */
int cli_filter_show_event(const struct options *options, struct recording *recording,
			  const struct field *weight, struct filter **filter);

#endif
