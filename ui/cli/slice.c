/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/slice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "cli/outfile.h"

static int check_output(const struct options *options, const char *file)
{
	int status;

	if (!options->output || !*options->output) {
		cli_warn(NULL, "slice needs -o OUT, the file to write");
		return STATUS_USAGE;
	}
	status = outfile_check(options, "a recording", true);
	return status ? status : outfile_spare(options, file);
}

/* ---- report ---- */

static void print_counts(const struct options *options, const struct recording *recording,
			 const struct slice_counts *counts, uint64_t bytes)
{
	struct index_progress all;

	index_progress(recording_index(recording, 0), &all);
	cli_warn(outfile_is_stdout(options) ? NULL : options->output,
		 "%llu of %llu records, %llu of %llu bytes: %llu selected, %llu "
		 "about their tasks and memory, %llu about the recording",
		 (unsigned long long)(counts->selected + counts->state + counts->other),
		 (unsigned long long)all.records, (unsigned long long)bytes,
		 (unsigned long long)recording_file(recording, 0)->size,
		 (unsigned long long)counts->selected, (unsigned long long)counts->state,
		 (unsigned long long)counts->other);
}

/* many: the plural of `what`. */
static void warn_left_out(const char *file, uint64_t n, const char *what, const char *many,
			  const char *why)
{
	if (!n)
		return;
	cli_warn(file, "%llu %s left out%s", (unsigned long long)n, n == 1 ? what : many, why);
}

static int print_report(const struct options *options, const struct recording *recording,
			const struct slice_counts *counts, uint64_t bytes)
{
	const char *file = recording_path(recording, 0);

	warn_left_out(file, counts->damaged, "damaged stretch is", "damaged stretches are", "");
	warn_left_out(file, counts->cut, "record is", "records are",
		      ": the data after them are truncated");
	warn_left_out(file, counts->unknown, "record is", "records are",
		      ": their contents are unknown");
	for (size_t i = 0; i < counts->notes.n; i++)
		cli_warn(file, "%s", counts->notes.v[i]);
	if (counts->hint && !options->quiet)
		cli_warn(file, "%s", counts->hint);
	if (!options->quiet)
		print_counts(options, recording, counts, bytes);
	return counts->damaged || counts->cut || counts->notes.n ? STATUS_DAMAGED : STATUS_OK;
}

/* ---- the command ---- */

static int slice_recording(const struct options *options, struct recording *recording,
			   const struct filter *filter, struct outfile *out)
{
	struct recording_options how = cli_recording_options(options);
	struct slice_options slice = {
		.spool_dir = how.spool_dir,
		.scrub = options->scrub,
		.pipe = outfile_is_stdout(options),
		.progress = outfile_watched(out) ? outfile_show_part : NULL,
		.arg = out,
	};
	struct slice_counts counts;
	struct err err = ERR_INIT;
	int status = STATUS_OK;
	uint64_t bytes;

	if (slice_write(recording, filter, out->output, &slice, &counts, &err))
		status = cli_status(&err);
	outfile_hide_part(out);
	if (status)
		cli_error(recording_path(recording, 0), &err);
	bytes = output_size(out->output);
	status = outfile_close(out, status, recording_path(recording, 0));
	if (!status)
		status = print_report(options, recording, &counts, bytes);
	slice_counts_release(&counts);
	return status;
}

static int slice_file(const struct options *options, const char *file)
{
	struct outfile out = { .output = NULL };
	struct recording *recording;
	struct filter *filter;
	int damaged = STATUS_OK, status = cli_filter(options, &filter);

	if (!status)
		status = check_output(options, file);
	if (!status)
		status = outfile_open(&out, options, "slicing");
	recording = status ? NULL : cli_recording_open_file(options, file, &damaged);
	if (recording) {
		status = cli_filter_check(recording, filter, NULL, 0);
		if (!status) {
			cli_filter_warn_absent(options, recording, filter);
			status = slice_recording(options, recording, filter, &out);
			cli_filter_warn_symbol(options, recording);
		}
		damaged = cli_worse(damaged, cli_recording_close(recording));
	}
	/* It is still open if nothing was written to it. */
	outfile_close(&out, STATUS_OPEN, file);
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
