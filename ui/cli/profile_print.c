/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/profile_print.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "cli/folded_print.h"
#include "cli/outfile.h"
#include "out/profile_job.h"

/* Refuse options for single records, which these formats do not have. */
static int refuse(const struct options *options, const struct format *format)
{
	const struct {
		bool given;
		const char *what;
	} rows[] = {
		{ options->fields, "fields" },
		{ options->order, "order" },
		{ options->fail_if, "--fail-if" },
		{ options->skip || options->max != UINT64_MAX, "--skip and no --max" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!rows[i].given)
			continue;
		cli_warn(NULL, "--format %s has no %s", format->name, rows[i].what);
		return STATUS_USAGE;
	}
	return STATUS_OK;
}

static int check_output(const struct options *options, const struct format *format)
{
	if (options->output && *options->output)
		return outfile_check(options, format->name, format->flags & FORMAT_BINARY);
	cli_warn(NULL, "--format %s needs -o OUT, the file to write", format->name);
	return STATUS_USAGE;
}

/* Takes ownership of filter. */
static int write_profile(struct recording *recording, const struct format *format,
			 struct filter *filter, struct filter *marked, struct outfile *out)
{
	static const _Atomic bool never;
	struct profile_job job = {
		.recording = recording,
		.filter = filter,
		.marked = marked,
		.inlined = out->options->inlines,
		.output = out->output,
		.stop = &never,
		.progress = outfile_watched(out) ? outfile_show_part : NULL,
		.arg = out,
	};
	struct err err = ERR_INIT;
	int rc = format->profile(&job, &err);

	outfile_hide_part(out);
	filter_free(job.filter);
	if (!rc)
		return STATUS_OK;
	cli_error(recording_path(recording, 0), &err);
	return cli_status(&err);
}

static int print_recording(const struct options *options, struct recording *recording,
			   const struct format *format, struct filter **filter)
{
	struct outfile out = { .output = NULL };
	struct filter *marked = NULL;
	int status = cli_filter_check(recording, *filter, NULL, 0);

	if (!status)
		status = outfile_spare_parts(options, recording);
	if (status)
		return status;
	cli_filter_warn_absent(options, recording, *filter);
	if (format->flags & FORMAT_MARKS)
		status = cli_filter(options, &marked);
	if (!status && format->flags & FORMAT_EVENT)
		status = cli_filter_show_event(options, recording, NULL, filter);
	if (!status)
		status = outfile_open(&out, options, "writing");
	if (!status) {
		status = write_profile(recording, format, *filter, marked, &out);
		*filter = NULL;
		status = outfile_close(&out, status, recording_path(recording, 0));
		cli_filter_warn_symbol(options, recording);
	}
	filter_free(marked);
	return status;
}

static int write_file(const struct options *options, const struct format *format)
{
	struct recording *recording = NULL;
	struct filter *filter = NULL;
	int damaged = STATUS_OK, status = check_output(options, format);

	if (!status)
		status = cli_filter(options, &filter);
	if (!status)
		recording = cli_recording_open(options, &damaged);
	if (recording) {
		status = print_recording(options, recording, format, &filter);
		damaged = cli_worse(damaged, cli_recording_close(recording));
	}
	filter_free(filter);
	return status > damaged ? status : damaged;
}

int profile_print(const struct options *options, const struct format *format)
{
	int status = refuse(options, format);

	if (status)
		return status;
	return format->flags & FORMAT_FILE ? write_file(options, format) : folded_print(options);
}
