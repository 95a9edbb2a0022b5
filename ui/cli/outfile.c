/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/outfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/io.h"
#include "cli/cli_recording.h"

enum {
	COPY_BYTES = 1 << 18,
	PROGRESS_NS = 100000000
};

bool outfile_is_stdout(const struct options *options)
{
	return !options->output || !strcmp(options->output, "-");
}

int outfile_check(const struct options *options, const char *what, bool binary)
{
	if (!binary || !outfile_is_stdout(options) || !isatty(STDOUT_FILENO))
		return STATUS_OK;
	cli_warn(NULL, "%s is not written to a terminal", what);
	return STATUS_USAGE;
}

int outfile_spare(const struct options *options, const char *file)
{
	struct err err = ERR_INIT;

	if (outfile_is_stdout(options) || !output_hits(options->output, file))
		return STATUS_OK;
	err_set(&err, ERR_OPEN, "%s: is the recording itself", options->output);
	cli_error(NULL, &err);
	return STATUS_USAGE;
}

int outfile_spare_parts(const struct options *options, const struct recording *recording)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < recording_parts(recording) && !status; i++)
		status = outfile_spare(options, recording_path(recording, i));
	return status;
}

int outfile_open(struct outfile *f, const struct options *options, const char *doing)
{
	struct recording_options how = cli_recording_options(options);
	struct err err = ERR_INIT;
	int rc;

	*f = (struct outfile){ .options = options, .doing = doing };
	if (outfile_is_stdout(options))
		rc = output_open_spool(&f->output, how.spool_dir, &err);
	else
		rc = output_open(&f->output, options->output, options->replace, &err);
	if (!rc)
		return STATUS_OK;
	cli_error(NULL, &err);
	return rc == ERR_OPEN ? STATUS_USAGE : cli_status(&err);
}

int outfile_open_stream(struct outfile *f, const struct options *options,
			const struct recording *recording)
{
	int status;

	*f = (struct outfile){ .options = options };
	if (outfile_is_stdout(options))
		return STATUS_OK;
	status = outfile_spare_parts(options, recording);
	return status ? status : outfile_open(f, options, "writing");
}

int outfile_add(const struct outfile *f, const struct buf *buf)
{
	struct err err = ERR_INIT;

	if (!f->output)
		return cli_write(buf);
	if (output_add(f->output, buf->p, buf->len))
		return STATUS_OK;
	output_error(f->output, &err);
	cli_error(NULL, &err);
	return STATUS_IO;
}

bool outfile_watched(const struct outfile *f)
{
	return !f->options->quiet && isatty(STDERR_FILENO);
}

void outfile_show_part(void *arg, double part)
{
	struct outfile *f = arg;
	int64_t now = clock_ns();

	if (now < f->next)
		return;
	if (f->next) {
		fprintf(stderr, "\r%s %3.0f %%\033[K", f->doing, 100 * part);
		f->shown = true;
	}
	f->next = now + PROGRESS_NS;
}

void outfile_hide_part(struct outfile *f)
{
	if (f->shown)
		fputs("\r\033[K", stderr);
	f->shown = false;
}

static int copy_to_stdout(const struct outfile *f)
{
	uint64_t size = output_size(f->output), done = 0;
	struct buf piece = BUF_INIT;
	int status = STATUS_OK;

	while (done < size && !status) {
		size_t n;

		buf_reset(&piece);
		n = io_read_at(output_fd(f->output), done, buf_room(&piece, COPY_BYTES),
			       COPY_BYTES);
		if (!n) {
			cli_warn(NULL, "cannot read the temporary file of the output: %s",
				 io_why_few(errno));
			status = STATUS_IO;
			break;
		}
		buf_added(&piece, n);
		done += n;
		status = cli_write(&piece);
	}
	buf_release(&piece);
	return status;
}

static int complete(const struct outfile *f, const char *file)
{
	struct err err = ERR_INIT;

	if (!output_finish(f->output, &err))
		return outfile_is_stdout(f->options) ? copy_to_stdout(f) : STATUS_OK;
	cli_error(file, &err);
	return cli_status(&err);
}

int outfile_close(struct outfile *f, int status, const char *file)
{
	int failed = STATUS_OK;

	if (!f->output)
		return status;
	if (status == STATUS_OK || status == STATUS_DAMAGED || status == STATUS_MATCHED)
		failed = complete(f, file);
	output_close(f->output);
	f->output = NULL;
	return failed ? failed : status;
}
