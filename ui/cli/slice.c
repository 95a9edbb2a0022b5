/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/slice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"
#include "cli/cli.h"

enum {
	COPY_BYTES = 1 << 18,
	PROGRESS_NS = 100000000
};

/* ---- progress ---- */

struct progress {
	uint64_t next; /* ns of the clock, when the line is to be written again */
	bool shown;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void show_part(void *arg, double part)
{
	struct progress *p = arg;
	uint64_t now = now_ns();

	if (now < p->next)
		return;
	if (p->next) {
		fprintf(stderr, "\rslicing %3.0f %%\033[K", 100 * part);
		p->shown = true;
	}
	p->next = now + PROGRESS_NS;
}

/* ---- where the slice goes ---- */

static int refuse(const char *path, const char *why)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_OPEN, "%s: %s", path, why);
	cli_error(NULL, &err);
	return STATUS_USAGE;
}

static bool to_stdout(const struct options *options)
{
	return !strcmp(options->output, "-");
}

static int check_output(const struct options *options, const char *file)
{
	if (!options->output || !*options->output) {
		cli_warn(NULL, "slice wants -o OUT, the file to write");
		return STATUS_USAGE;
	}
	if (to_stdout(options) && isatty(STDOUT_FILENO)) {
		cli_warn(NULL, "a recording is not written to a terminal");
		return STATUS_USAGE;
	}
	if (!to_stdout(options) && output_hits(options->output, file))
		return refuse(options->output, "is the recording itself");
	return STATUS_OK;
}

static int open_output(const struct options *options, const char *file, struct output **output)
{
	struct recording_options how = cli_recording_options(options);
	int status = check_output(options, file);
	struct err err = ERR_INIT;
	int rc;

	if (status)
		return status;
	if (to_stdout(options))
		rc = output_open_spool(output, how.spool_dir, &err);
	else
		rc = output_open(output, options->output, options->replace, &err);
	if (!rc)
		return STATUS_OK;
	cli_error(NULL, &err);
	return rc == ERR_OPEN ? STATUS_USAGE : cli_status(&err);
}

static int copy_to_stdout(const struct output *output)
{
	uint64_t size = output_size(output), done = 0;
	struct buf piece = BUF_INIT;
	int status = STATUS_OK;

	while (done < size && !status) {
		size_t n;

		buf_reset(&piece);
		n = io_read_at(output_fd(output), done, buf_room(&piece, COPY_BYTES), COPY_BYTES);
		if (!n) {
			cli_warn(NULL, "cannot read the temporary file of the slice");
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

/* ---- what is told about it ---- */

static void tell_counts(const struct options *options, const struct recording *recording,
			const struct slice_counts *counts, uint64_t bytes)
{
	struct index_progress all;
	struct buf line = BUF_INIT;

	index_progress(recording_index(recording, 0), &all);
	buf_addf(&line,
		 "%llu of %llu records, %llu of %llu bytes: %llu selected, %llu of state, "
		 "%llu others",
		 (unsigned long long)(counts->selected + counts->state + counts->other),
		 (unsigned long long)all.records, (unsigned long long)bytes,
		 (unsigned long long)recording_file(recording, 0)->size,
		 (unsigned long long)counts->selected, (unsigned long long)counts->state,
		 (unsigned long long)counts->other);
	cli_warn(to_stdout(options) ? NULL : options->output, line.p);
	buf_release(&line);
}

static void tell_left_out(const char *file, uint64_t n, const char *what, const char *why)
{
	struct buf line = BUF_INIT;

	if (!n)
		return;
	buf_addf(&line, "%llu %s%s left out%s", (unsigned long long)n, what,
		 n == 1 ? " is" : "s are", why);
	cli_warn(file, line.p);
	buf_release(&line);
}

static int tell(const struct options *options, const struct recording *recording,
		const struct slice_counts *counts, uint64_t bytes)
{
	const char *file = recording_path(recording, 0);

	tell_left_out(file, counts->damaged, "damaged stretche", "");
	tell_left_out(file, counts->cut, "record", ": the data behind are cut");
	tell_left_out(file, counts->unknown, "record", ": it is not known what is in it");
	for (size_t i = 0; i < counts->notes.n; i++)
		cli_warn(file, counts->notes.v[i]);
	if (counts->hint && !options->quiet)
		cli_warn(file, counts->hint);
	if (!options->quiet)
		tell_counts(options, recording, counts, bytes);
	return counts->damaged || counts->cut || counts->notes.n ? STATUS_DAMAGED : STATUS_OK;
}

/* ---- the command ---- */

static int slice_recording(const struct options *options, struct recording *recording,
			   const struct filter *filter, struct output *output)
{
	struct recording_options how = cli_recording_options(options);
	struct progress progress = { 0 };
	bool watched = !options->quiet && isatty(STDERR_FILENO);
	struct slice_options slice = {
		.spool_dir = how.spool_dir,
		.scrub = options->scrub,
		.progress = watched ? show_part : NULL,
		.arg = &progress,
	};
	struct slice_counts counts;
	struct err err = ERR_INIT;
	int status, rc;

	rc = slice_write(recording, filter, output, &slice, &counts, &err);
	if (progress.shown)
		fputs("\r\033[K", stderr);
	if (!rc)
		rc = output_finish(output, &err);
	if (rc) {
		cli_error(recording_path(recording, 0), &err);
		slice_counts_release(&counts);
		return cli_status(&err);
	}
	status = to_stdout(options) ? copy_to_stdout(output) : STATUS_OK;
	if (!status)
		status = tell(options, recording, &counts, output_size(output));
	slice_counts_release(&counts);
	return status;
}

static int slice_file(const struct options *options, const char *file)
{
	struct output *output = NULL;
	struct recording *recording;
	struct filter *filter;
	int damaged = STATUS_OK, status = cli_filter(options, &filter);

	if (!status)
		status = open_output(options, file, &output);
	recording = status ? NULL : cli_open_file(options, file, &damaged);
	if (recording) {
		status = cli_check(recording, filter, NULL, 0);
		if (!status) {
			cli_warn_absent(options, recording, filter);
			status = slice_recording(options, recording, filter, output);
		}
		damaged = cli_worse(damaged, cli_close(recording));
	}
	output_close(output);
	filter_free(filter);
	return status ? status : damaged;
}

int cli_slice(const struct options *options)
{
	if (options->files.n > 1) {
		cli_warn(NULL, "slice takes one FILE");
		return STATUS_USAGE;
	}
	return cli_each_file(options, slice_file);
}
