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

/* Check the filter of the command line as cli_filter() does. */
int cli_filter_check_syntax(const struct options *options);

/* Get the filter of --fail-if, as cli_filter() does. */
int cli_filter_fail_if(const struct options *options, struct filter **filter);

/*
 * Report how many records match --fail-if. ordinal is the number of the first one. Returns the exit
 * status.
 */
int cli_filter_report_matches(uint64_t matches, uint64_t ordinal);

/*
 * Reject fields of tracepoints that the recording lacks, in a filter (NULL: none) and in n fields:
 * print a message and return STATUS_USAGE.
 */
int cli_filter_check(struct recording *recording, const struct filter *filter,
		     const struct field *fields, size_t n);

/*
 * Once records were filtered by the options: warn if the filter names a symbol that does not exist,
 * although a similar one does. --quiet suppresses the warning.
 */
void cli_filter_warn_symbol(const struct options *options, struct recording *recording);

/*
 * Warn if the filter names an event, type or task that no record has. --quiet suppresses the
 * warning.
 */
void cli_filter_warn_absent(const struct options *options, struct recording *recording,
			    const struct filter *filter);

/*
 * Restrict the filter (NULL: none) to the samples of one event. This is the event of --show-event,
 * else the first event that has samples with the weight (NULL: any samples). If there are other
 * events, a line on standard error names them and the chosen event, unless --quiet is given. If no
 * event has the given name, print a message and return STATUS_USAGE.
 */
int cli_filter_show_event(const struct options *options, struct recording *recording,
			  const struct field *weight, struct filter **filter);

#endif
