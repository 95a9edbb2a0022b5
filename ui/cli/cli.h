/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "filter/filter.h"
#include "options.h"
#include "recording/reader.h"

/* The subcommands and what they share. Each subcommand returns an exit status. */
int cli_index(const struct options *options);
int cli_info(const struct options *options);
int cli_print(const struct options *options);
int cli_count(const struct options *options);
int cli_annotate(const struct options *options);
int cli_slice(const struct options *options);
int cli_fields(const struct options *options);
int cli_completion(const struct options *options);

/* The recording to use if the command line names none. */
extern const char *const cli_default_file;

/* Write one line on standard error: "perfnav: FILE: message". file may be NULL. */
void cli_error(const char *file, const struct err *err);
void cli_warn(const char *file, const char *message);

/* Add a second line to a message: the command that lists the options of a command, */
void cli_try_help(enum command command);

/* or what may have been meant if the first file, or perf.data, does not exist. */
void cli_advise(const struct options *options);

/* The exit status for an error. */
int cli_status(const struct err *err);

/* The folder for indexes of recordings in folders that cannot be written. NULL: there is none. */
const char *cli_cache_dir(void);

/* How the command line's options open a recording. */
struct recording_options cli_recording_options(const struct options *options);

/*
 * Open the files of the command line (perf.data if there are none) as one recording, without
 * waiting for their indexes. Files that cannot be opened are reported, and *status gets the worst
 * of their errors. NULL: no file can be opened.
 */
struct recording *cli_start(const struct options *options, const struct recording_options *how,
			    int *status);

/*
 * As cli_start(), then wait for the indexes, with progress on a terminal. If something is damaged,
 * it is reported and *status is at least STATUS_DAMAGED. NULL also if an index cannot be made.
 */
struct recording *cli_open(const struct options *options, int *status);

/*
 * As cli_open(); but if an index has to be built, set *early and return at once. Until cli_finish()
 * has waited for it, the recording has the rows indexed so far.
 */
struct recording *cli_open_early(const struct options *options, int *status, bool *early);

/*
 * Wait for the indexes, and report what cli_open() reports. Not 0: an index cannot be made; the
 * recording stays open.
 */
int cli_finish(const struct options *options, struct recording *recording, int *status);

/* Report what is damaged. Returns STATUS_DAMAGED if anything is. */
int cli_tell_damage(const struct recording *recording);

/* The exit status that is more important. */
int cli_worse(int a, int b);

/* Close a recording. If records could not be read, report it and return STATUS_DAMAGED. */
int cli_close(struct recording *recording);

/* cli_open() for a single file. */
struct recording *cli_open_file(const struct options *options, const char *file, int *status);

/* Run a command for each file of the command line, or for perf.data if there is none. */
int cli_each_file(const struct options *options,
		  int (*command)(const struct options *options, const char *file));

/* Warn if the files of a recording have no common timeline, and say why. */
void cli_warn_timeline(const struct recording *recording);

/* Leave out indexes among several FILEs, and report it: a shell's glob matches them, too. */
void cli_skip_indexes(struct options *options);

/* Returns STATUS_USAGE, after a message, if options or files do not go with the other files. */
int cli_check_files(const struct options *options);

/*
 * Report an error in a text of the command line, with a caret under its place. Returns
 * STATUS_USAGE.
 */
int cli_explain(const char *what, const char *text, const struct err *err);

/* Get the filter of the command line, or NULL if there is none. Syntax errors are reported. */
int cli_filter(const struct options *options, struct filter **filter);

/* Get the filter of --fail-if, as cli_filter() does. */
int cli_fail_if(const struct options *options, struct filter **filter);

/* Report what --fail-if found; ordinal is that of the first record. Returns the exit status. */
int cli_tell_matches(uint64_t matches, uint64_t ordinal);

/*
 * Refuse fields of tracepoints that the recording lacks, in a filter (NULL: none) and in n fields:
 * STATUS_USAGE, after a message.
 */
int cli_check(struct recording *recording, const struct filter *filter, const struct field *fields,
	      size_t n);

/* Warn if the filter names an event, type or task that no record has, unless quiet. */
void cli_warn_absent(const struct options *options, const struct recording *recording,
		     const struct filter *filter);

/*
 * Make the filter (NULL: none) pass only samples of one event: that of --show-event, else the first
 * one that has samples with the weight (NULL: any). Unless quiet, a line on standard error names it
 * and the other events, if there are any. STATUS_USAGE, after a message, if no event has the name.
 */
int cli_show_event(const struct options *options, struct recording *recording,
		   const struct field *weight, struct filter **filter);

/*
 * Get the fields of a list such as "pid,comm", at most max. Names that are no fields are reported.
 * The caller releases the n fields, also after an error.
 */
int cli_fieldlist(const char *list, struct field *fields, size_t max, size_t *n);
void cli_release_fields(struct field *fields, size_t n);

/*
 * Write to standard output, or to the file of cli_write_to(). STATUS_IO, after a message, if it
 * cannot be written. If the reader has gone, the program ends quietly.
 */
int cli_write(const struct buf *buf);

/* cli_write() writes to output from now on; NULL: to standard output. */
struct output;
void cli_write_to(struct output *output);

#endif
