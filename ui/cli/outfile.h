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
	struct output *output; /* NULL before it is open */
	const char *doing;     /* the verb in the progress: "slicing" */
	int64_t next;	       /* when progress is shown next, in ns */
	bool shown;	       /* progress is on the screen */
};

/*
 * Write to standard output, or to the file of outfile_begin(). If this fails, print a message and
 * return STATUS_IO. If the reader of standard output has closed it, the program exits without a
 * message.
 */
int outfile_write(const struct buf *buf);

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

/* Open the file. Returns an exit status. If the file cannot be opened, a message states why. */
int outfile_open(struct outfile *f, const struct options *options, const char *doing);

/* Is progress shown on standard error? */
bool outfile_watched(const struct outfile *f);

/* Show the part of the work that is done, from 0 to 1. arg is the outfile. For one thread. */
void outfile_show_part(void *arg, double part);

/* Remove the progress from the screen. */
void outfile_hide_part(struct outfile *f);

/*
 * Complete the file. Returns an exit status. If this fails, the message names file, which is the
 * recording.
 */
int outfile_finish(struct outfile *f, const char *file);

/* Close the file. An incomplete file is discarded. */
void outfile_close(struct outfile *f);

/*
 * Between these two calls, outfile_write() writes to the file, unless the output is standard
 * output. outfile_end() gets the exit status of the writer; the file gets its name only if
 * everything was written. Both return an exit status.
 */
int outfile_begin(struct outfile *f, const struct options *options,
		  const struct recording *recording);
int outfile_end(struct outfile *f, int status);

#endif
