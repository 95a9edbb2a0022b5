/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_RECORDING_H
#define CLI_CLI_RECORDING_H

#include "cli/cli.h"
#include "recording/recording.h"

/* The functions with which subcommands open and close the recording of the command line. */

/* The folder for indexes of recordings whose own folder is not writable. NULL: there is none. */
const char *cli_recording_cache_dir(void);

/* The options of recording_open() that follow from the command line. */
struct recording_options cli_recording_options(const struct options *options);

/*
 * Open the files of the command line (perf.data if there are none) as one recording, and do not
 * wait for their indexes. Report files that cannot be opened, and set *status to the most important
 * of their errors. NULL: no file can be opened.
 */
struct recording *cli_recording_start(const struct options *options,
				      const struct recording_options *opening, int *status);

/*
 * The same, but wait for the indexes, with progress on a terminal. Report damage, and set *status
 * to STATUS_DAMAGED or a more important status. Also returns NULL if an index cannot be built.
 */
struct recording *cli_recording_open(const struct options *options, int *status);

/*
 * The same, but if an index has to be built, set *early and return at once. The recording then has
 * the rows that are indexed so far, until cli_recording_finish() has waited for the others.
 */
struct recording *cli_recording_open_early(const struct options *options, int *status, bool *early);

/*
 * Wait for the indexes, and report what cli_recording_open() reports. Returns an exit status that
 * is not 0 if an index cannot be built; the recording stays open.
 */
int cli_recording_finish(const struct options *options, struct recording *recording, int *status);

/*
 * Report mistakes and doubtful names in the definitions of --span, which need complete indexes.
 * Returns STATUS_USAGE if one has a mistake.
 */
int cli_recording_check_spans(const struct options *options, struct recording *recording);

/* Report damage of the recording. Returns STATUS_DAMAGED if there is any. */
int cli_recording_report_damage(const struct recording *recording);

/* Close a recording. If some records could not be read, report this and return STATUS_DAMAGED. */
int cli_recording_close(struct recording *recording);

/* cli_recording_open() for a single file. */
struct recording *cli_recording_open_file(const struct options *options, const char *file,
					  int *status);

/* Warn if the files of a recording have no common timeline, with the reason. */
void cli_recording_warn_timeline(const struct recording *recording);

#endif
