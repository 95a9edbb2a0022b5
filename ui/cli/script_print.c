/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/script_print.h"

#include <unistd.h>

int script_print_options(const struct options *options, struct script_options *script)
{
	struct err err = ERR_INIT;

	*script = (struct script_options){ .max_stack = options->max_stack == UINT64_MAX
								? SCRIPT_MAX_STACK
								: options->max_stack,
					   .escaped = isatty(STDOUT_FILENO) };
	script_fields_init(&script->fields);
	if (!options->fields || !script_fields_parse(&script->fields, options->fields, &err))
		return STATUS_OK;
	cli_error(NULL, &err);
	return STATUS_USAGE;
}

int script_print_filter(const struct options *options, struct filter **filter)
{
	struct options samples = *options;
	int status;

	buf_init(&samples.filter);
	buf_adds(&samples.filter, "type == SAMPLE");
	if (options->filter.len)
		buf_addf(&samples.filter, " and (%s)", options->filter.p);
	status = cli_filter(&samples, filter);
	buf_release(&samples.filter);
	return status;
}

int script_print_check(const struct recording *recording, const struct script_options *script)
{
	for (size_t i = 0; i < recording_parts(recording); i++) {
		struct script_fields fields = script->fields;
		struct err err = ERR_INIT;

		if (!script_fields_settle(&fields, recording_file(recording, i), &err))
			continue;
		cli_error(recording_path(recording, i), &err);
		return STATUS_USAGE;
	}
	return STATUS_OK;
}
