/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/info.h"

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
	recording_close(recording);
	return status ? status : damaged;
}

int cli_info(const struct options *options)
{
	return cli_each_file(options, info_file);
}
