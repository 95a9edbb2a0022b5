/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OUTFILE_H
#define CLI_OUTFILE_H

#include "cli/cli.h"
#include "file/output.h"

/*
 * The file of --output ("-": standard output). It gets its name, or goes to standard output, when
 * it is complete.
 */
struct outfile {
	const struct options *options;
	struct output *output; /* NULL: it is not open, or bytes go to standard output at once */
	const char *doing;     /* the verb in the progress: "slicing" */
	int64_t next;	       /* when progress is shown next, in ns */
	bool shown;	       /* progress is on the screen */
};

/* Is the output standard output, by its name or by default? */
bool outfile_is_stdout(const struct options *options);

/*
 * Check that the file can be written. `what` names the contents in messages, such as "a recording".
 * Binary contents are not written to a terminal. If the file cannot be written, print a message and
 * return STATUS_USAGE.
 */
int outfile_check(const struct options *options, const char *what, bool binary);

/*
 * Check that the output does not replace the recording file. If it would, print a message and
 * return STATUS_USAGE.
 */
int outfile_spare(const struct options *options, const char *file);
int outfile_spare_parts(const struct options *options, const struct recording *recording);

/*
 * Open the file, for a writer that writes to f->output and can go back in it. Returns an exit
 * status. If the file cannot be opened, a message states why.
 */
int outfile_open(struct outfile *f, const struct options *options, const char *doing);

/*
 * Open the file, for a writer that only calls outfile_add(). Standard output then gets the bytes at
 * once. The output must not replace the recording.
 */
int outfile_open_stream(struct outfile *f, const struct options *options,
			const struct recording *recording);

/* Append to the file, or write to standard output (cli_write()). Returns an exit status. */
int outfile_add(const struct outfile *f, const struct buf *buf);

/*
 * Close the file, if it is open. status is that of the writer: only if everything was written, the
 * file is completed; else it is discarded. Returns the exit status of both. If completing fails,
 * the message names file, which is the recording.
 */
int outfile_close(struct outfile *f, int status, const char *file);

/* Is progress shown on standard error? */
bool outfile_watched(const struct outfile *f);

/* Show the part of the work that is done, from 0 to 1. arg is the outfile. For one thread. */
void outfile_show_part(void *arg, double part);

/* Remove the progress from the screen. */
void outfile_hide_part(struct outfile *f);

#endif
