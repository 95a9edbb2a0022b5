/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/info.h"

#include <sys/stat.h>

#include "base/sandbox.h"
#include "cli/cli.h"
#include "cli/cli_recording.h"
#include "recording/timeline.h"

/* What all files have in common, for the report of the next file. */
static struct buf together = BUF_INIT;

static int info_file(const struct options *options, const char *file)
{
	struct buf out = BUF_INIT;
	int status, damaged;
	struct recording *recording = cli_recording_open_file(options, file, &damaged);

	if (!recording)
		return damaged;
	info_report(recording, 0,
		    &(struct info_options){ options->json ? REPORT_JSON : REPORT_TEXT, together.p,
					    NULL },
		    &out);
	/* Text is read from its beginning, but each JSON object must be complete. */
	if (!options->json)
		buf_reset(&together);
	status = cli_write(&out);
	buf_release(&out);
	damaged = cli_worse(damaged, cli_recording_close(recording));
	return status ? status : damaged;
}

/* Show each file by itself, except for what they have in common. */
static void look_together(const struct options *options)
{
	struct recording_options how = cli_recording_options(options);
	struct recording *recording = recording_new(&how);
	bool pipe = false;

	for (size_t i = 0; i < options->files.n && !pipe; i++) {
		struct stat st;

		pipe = stat(options->files.v[i], &st) ||
		       (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode));
		if (!pipe)
			recording_add(recording, options->files.v[i], NULL);
	}
	if (!pipe && recording_parts(recording))
		timeline_doubts(recording, &together);
	if (together.len && !options->quiet)
		cli_recording_warn_timeline(recording);
	recording_close(recording);
}

int cli_info(const struct options *options)
{
	int status;

	if (!sandbox_filters())
		cli_warn(NULL, "this kernel filters no system calls (seccomp): helper processes, "
			       "which read ELF files and the like, are less confined");
	if (options->files.n > 1)
		look_together(options);
	status = cli_each_file(options, info_file);
	buf_release(&together);
	return status;
}
