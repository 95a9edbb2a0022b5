/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion.h"

#include <string.h>

#include "cli/candidates.h"
#include "cli/cli.h"

static const struct {
	const char *name;
	void (*write)(struct buf *out);
} shells[] = {
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
	{ "fish", completion_fish },
};

int cli_completion(const struct options *options)
{
	const char *name = options->files.n ? options->files.v[0] : "";
	struct buf out = BUF_INIT;
	int status;

	for (enum candidates i = 0; candidates_name(i); i++)
		if (!strcmp(candidates_name(i), name))
			return candidates_write(i, options->files.v + 1, options->files.n - 1);
	if (options->files.n > 1)
		name = "";
	for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++)
		if (!strcmp(shells[i].name, name))
			shells[i].write(&out);
	if (!out.len) {
		cli_warn(NULL, "completion needs the name of a shell: bash, zsh or fish");
		return STATUS_USAGE;
	}
	status = cli_write(&out);
	buf_release(&out);
	return status;
}
