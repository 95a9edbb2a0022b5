/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/info.h"

#include <sys/stat.h>

#include "base/sandbox.h"
#include "cli/cli.h"

static int info_file(const struct options *options, const char *file)
{
	struct buf out = BUF_INIT;
	int status, damaged;
	struct recording *recording = cli_open_file(options, file, &damaged);

	if (!recording)
		return damaged;
	info_report(recording, 0, options->json ? REPORT_JSON : REPORT_TEXT, &out);
	status = cli_write(&out);
	buf_release(&out);
	damaged = cli_worse(damaged, cli_close(recording));
	return status ? status : damaged;
}

/* Each file is shown by itself; what they are together is said at the end. */
static void warn_together(const struct options *options)
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
		cli_warn_timeline(recording);
	recording_close(recording);
}

int cli_info(const struct options *options)
{
	int status;

	if (!sandbox_filters())
		cli_warn(NULL, "this kernel filters no system calls (seccomp): helper processes, "
			       "which read ELF files and the like, are less confined");
	status = cli_each_file(options, info_file);
	if (options->files.n > 1 && !options->quiet)
		warn_together(options);
	return status;
}
