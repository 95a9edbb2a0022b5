/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OUTFILE_H
#define CLI_OUTFILE_H

#include "cli/cli.h"
#include "file/output.h"

/*
 * The file that --output names, "-" for standard output: it appears under its name, or in standard
 * output, when it is complete.
 */
struct outfile {
	const struct options *options;
	struct output *output; /* NULL until it is open */
	const char *doing;     /* "slicing", of the progress */
	int64_t next;	       /* ns of the clock, when the progress is written again */
	bool shown;	       /* progress was */
};

/* Is it standard output, also where nothing is named? */
bool outfile_is_stdout(const struct options *options);

/*
 * Check that the file can be written, where what ("a recording") is binary not to a terminal.
 * STATUS_USAGE and a message where it cannot.
 */
int outfile_check(const struct options *options, const char *what, bool binary);

/* Refuse to replace the recording file. STATUS_USAGE and a message where it would. */
int outfile_spare(const struct options *options, const char *file);
int outfile_spare_parts(const struct options *options, const struct recording *recording);

/* Open it. An exit status; a message says why it cannot be opened. */
int outfile_open(struct outfile *f, const struct options *options, const char *doing);

/* Progress is shown on standard error? */
bool outfile_watched(const struct outfile *f);

/* Show the part of the work that is done; arg is the outfile. For one thread. */
void outfile_show_part(void *arg, double part);

/* Remove the progress from the screen. */
void outfile_hide_part(struct outfile *f);

/* Complete it. An exit status; a message names file, the recording, where it fails. */
int outfile_finish(struct outfile *f, const char *file);

/* Close it; an incomplete file is gone. */
void outfile_close(struct outfile *f);

/*
 * Have cli_write() write to the file, unless that is standard output, and end that. status is the
 * exit status of what wrote: the file appears if all is written. Both return an exit status.
 */
int outfile_begin(struct outfile *f, const struct options *options,
		  const struct recording *recording);
int outfile_end(struct outfile *f, int status);

#endif
