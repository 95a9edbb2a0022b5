/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "filter/filter.h"
#include "options.h"
#include "recording/reader.h"

/* The subcommands, and what they share. Each returns an exit status. */
int cli_index(const struct options *options);
int cli_info(const struct options *options);
int cli_print(const struct options *options);
int cli_count(const struct options *options);
int cli_annotate(const struct options *options);
int cli_slice(const struct options *options);
int cli_fields(const struct options *options);
int cli_completion(const struct options *options);

/* The recording of a command line that names none. */
extern const char *const cli_default_file;

/* One line on standard error: "perfnav: FILE: message"; file may be NULL. */
void cli_error(const char *file, const struct err *err);
void cli_warn(const char *file, const char *message);

/* A second line of a message: where the options of a command are told, */
void cli_try_help(enum command command);

/* or what may have been meant when the first file, or perf.data, is not there. */
void cli_advise(const struct options *options);

/* The exit status that an error stands for. */
int cli_status(const struct err *err);

/* Where indexes are kept whose recordings are in folders that cannot be written; NULL: nowhere. */
const char *cli_cache_dir(void);

/* How the options want a recording to be opened. */
struct recording_options cli_recording_options(const struct options *options);

/*
 * Open the files of the command line as one recording, perf.data if there are
 * none, without waiting for their indexes. Those that cannot be opened are told, and
 * the worst of their errors is in *status; NULL: not even one can.
 */
struct recording *cli_start(const struct options *options, const struct recording_options *how,
			    int *status);

/*
 * The same, and wait for the indexes, with progress on a terminal. *status is
 * STATUS_DAMAGED at least when something is damaged, which is told, too. NULL also where
 * an index cannot be made.
 */
struct recording *cli_open(const struct options *options, int *status);

/*
 * The same, but where an index has to be built *early is set, and cli_finish() waits for it: until
 * then the recording has the rows that there are.
 */
struct recording *cli_open_early(const struct options *options, int *status, bool *early);

/*
 * Wait for the indexes and report what cli_open() does. Not 0: they cannot be made, and the
 * recording is still open.
 */
int cli_finish(const struct options *options, struct recording *recording, int *status);

/* Tell what of it is damaged; STATUS_DAMAGED where something is. */
int cli_tell_damage(const struct recording *recording);

/* The exit status that tells more. */
int cli_worse(int a, int b);

/* Close it; STATUS_DAMAGED, and a message, when records could not be read meanwhile. */
int cli_close(struct recording *recording);

/* cli_open() for one file alone. */
struct recording *cli_open_file(const struct options *options, const char *file, int *status);

/* Run a command for each file of the command line, perf.data if there is none. */
int cli_each_file(const struct options *options,
		  int (*command)(const struct options *options, const char *file));

/* Say what keeps the files of a recording from being one timeline. */
void cli_warn_timeline(const struct recording *recording);

/* Leave out indexes among several FILEs, which a shell's glob finds, and say so. */
void cli_skip_indexes(struct options *options);

/* STATUS_USAGE, which has been told, when options or files do not go with the other files. */
int cli_check_files(const struct options *options);

/* Tell what is wrong with a text of the command line, a caret under the place. STATUS_USAGE. */
int cli_explain(const char *what, const char *text, const struct err *err);

/* The filter of the command line; NULL where there is none. Tells what does not parse. */
int cli_filter(const struct options *options, struct filter **filter);

/* Likewise the filter of --fail-if. */
int cli_fail_if(const struct options *options, struct filter **filter);

/* Tell what --fail-if found; ordinal is that of the first record. Returns the exit status. */
int cli_tell_matches(uint64_t matches, uint64_t ordinal);

/*
 * Refuse fields of tracepoints that the recording does not have, in a filter (NULL: none) and in n
 * fields: STATUS_USAGE, with a message.
 */
int cli_check(struct recording *recording, const struct filter *filter, const struct field *fields,
	      size_t n);

/* Warn of an event, type or task that the filter names and no record has, unless quiet. */
void cli_warn_absent(const struct options *options, const struct recording *recording,
		     const struct filter *filter);

/*
 * Have the filter (NULL: none) pass the samples of one event alone: the one of --show-event, else
 * the first that has samples with the weight (NULL: any). A line on standard error names it and the
 * others, if there are any, unless quiet. STATUS_USAGE and a message where no event has the name.
 */
int cli_show_event(const struct options *options, struct recording *recording,
		   const struct field *weight, struct filter **filter);

/*
 * The fields of a list such as "pid,comm"; at most max. Tells what is no field. The
 * n that are there are to be released, also after an error.
 */
int cli_fieldlist(const char *list, struct field *fields, size_t max, size_t *n);
void cli_release_fields(struct field *fields, size_t n);

/*
 * Write to standard output, or to the file of cli_write_to(). STATUS_IO when it cannot be written,
 * which is told; a reader that has gone ends the program quietly.
 */
int cli_write(const struct buf *buf);

/* Where cli_write() writes from now on; NULL: to standard output. */
struct output;
void cli_write_to(struct output *output);

#endif
