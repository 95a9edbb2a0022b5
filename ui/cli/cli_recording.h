/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_RECORDING_H
#define CLI_CLI_RECORDING_H

#include "cli/cli.h"
#include "recording/recording.h"

/* How the subcommands open the recording of the command line, and close it. */

/* The folder for indexes of recordings in folders that cannot be written. NULL: there is none. */
const char *cli_recording_cache_dir(void);

/* How the command line's options open a recording. */
struct recording_options cli_recording_options(const struct options *options);

/*
 * Open the files of the command line (perf.data if there are none) as one recording, without
 * waiting for their indexes. Files that cannot be opened are reported, and *status gets the worst
 * of their errors. NULL: no file can be opened.
 */
struct recording *cli_recording_start(const struct options *options,
				      const struct recording_options *how, int *status);

/*
 * As cli_recording_start(), then wait for the indexes, with progress on a terminal. If something is
 * damaged, it is reported and *status is at least STATUS_DAMAGED. NULL also if an index cannot be
 * made.
 */
struct recording *cli_recording_open(const struct options *options, int *status);

/*
 * As cli_recording_open(); but if an index has to be built, set *early and return at once. Until
 * cli_recording_finish() has waited for it, the recording has the rows indexed so far.
 */
struct recording *cli_recording_open_early(const struct options *options, int *status, bool *early);

/*
 * Wait for the indexes, and report what cli_recording_open() reports. Not 0: an index cannot be
 * made; the recording stays open.
 */
int cli_recording_finish(const struct options *options, struct recording *recording, int *status);

/* Report what is damaged. Returns STATUS_DAMAGED if anything is. */
int cli_recording_report_damage(const struct recording *recording);

/* Close a recording. If records could not be read, report it and return STATUS_DAMAGED. */
int cli_recording_close(struct recording *recording);

/* cli_recording_open() for a single file. */
struct recording *cli_recording_open_file(const struct options *options, const char *file,
					  int *status);

/* Warn if the files of a recording have no common timeline, and say why. */
void cli_recording_warn_timeline(const struct recording *recording);

#endif
