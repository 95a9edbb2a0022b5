/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OUTFILE_H
#define CLI_OUTFILE_H

#include "cli/cli.h"
#include "file/output.h"

/*
 * The file that --output names ("-": standard output). It appears under its name, or in standard
 * output, when it is complete.
 */
struct outfile {
	const struct options *options;
	struct output *output; /* NULL before it is open */
	const char *doing;     /* the verb in the progress: "slicing" */
	int64_t next;	       /* in ns, when progress is written next */
	bool shown;	       /* progress is on the screen */
};

/*
 * Write to standard output, or to the file of outfile_begin(). STATUS_IO, after a message, if it
 * cannot be written. If the reader has gone, the program ends quietly.
 */
int outfile_write(const struct buf *buf);

/* Is it standard output, named or by default? */
bool outfile_is_stdout(const struct options *options);

/*
 * Check that the file can be written. what names its contents ("a recording"); binary contents are
 * refused on a terminal. STATUS_USAGE, after a message, if it cannot be written.
 */
int outfile_check(const struct options *options, const char *what, bool binary);

/* Refuse to replace the recording file: STATUS_USAGE, after a message. */
int outfile_spare(const struct options *options, const char *file);
int outfile_spare_parts(const struct options *options, const struct recording *recording);

/* Open the file. Returns an exit status; a message states why it cannot be opened. */
int outfile_open(struct outfile *f, const struct options *options, const char *doing);

/* Does standard error show progress? */
bool outfile_watched(const struct outfile *f);

/* Show which part of the work is done; arg is the outfile. For one thread. */
void outfile_show_part(void *arg, double part);

/* Remove the progress from the screen. */
void outfile_hide_part(struct outfile *f);

/* Complete the file. Returns an exit status; the message of an error names file, the recording. */
int outfile_finish(struct outfile *f, const char *file);

/* Close the file. An incomplete file is discarded. */
void outfile_close(struct outfile *f);

/*
 * Between these two calls outfile_write() writes to the file, unless that is standard output.
 * status is the exit status of the writer: the file appears if all was written. Both return an exit
 * status.
 */
int outfile_begin(struct outfile *f, const struct options *options,
		  const struct recording *recording);
int outfile_end(struct outfile *f, int status);

#endif
