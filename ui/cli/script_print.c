/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/script_print.h"

#include <unistd.h>

#include "cli/cli_filter.h"
#include "cli/outfile.h"

static const uint64_t shown_types[SHOW_COUNT] = {
	[SHOW_TASK] = 1ull << RECORD_COMM | 1ull << RECORD_FORK | 1ull << RECORD_EXIT,
	[SHOW_MMAP] = 1ull << RECORD_MMAP | 1ull << RECORD_MMAP2,
	[SHOW_SWITCH] = 1ull << RECORD_SWITCH | 1ull << RECORD_SWITCH_CPU_WIDE,
	[SHOW_NAMESPACE] = 1ull << RECORD_NAMESPACES,
	[SHOW_LOST] = 1ull << RECORD_LOST,
	[SHOW_BPF] = 1ull << RECORD_KSYMBOL | 1ull << RECORD_BPF_EVENT,
	[SHOW_CGROUP] = 1ull << RECORD_CGROUP,
	[SHOW_TEXT_POKE] = 1ull << RECORD_KSYMBOL | 1ull << RECORD_TEXT_POKE,
};

static uint64_t records_of(const struct options *options)
{
	uint64_t types = 0;

	for (size_t i = 0; i < SHOW_COUNT; i++)
		types |= options->show[i] ? shown_types[i] : 0;
	return types;
}

int script_print_options(const struct options *options, struct script_options *script)
{
	struct err err = ERR_INIT;

	script_options_init(script);
	if (options->max_stack != UINT64_MAX)
		script->max_stack = options->max_stack;
	script->raw = !outfile_is_stdout(options) || !isatty(STDOUT_FILENO);
	script->records = records_of(options);
	script->inlines = options->inlines;
	script->rounds = options->show[SHOW_ROUND];
	if (!options->fields || !script_fields_parse(&script->fields, options->fields, &err))
		return STATUS_OK;
	cli_error(NULL, &err);
	return STATUS_USAGE;
}

int script_print_filter(const struct options *options, struct filter **filter)
{
	struct options samples = *options;
	uint64_t records = records_of(options);
	int status;

	buf_init(&samples.filter);
	buf_adds(&samples.filter, "type == SAMPLE");
	if (options->filter.len) {
		buf_adds(&samples.filter, " and (");
		/* A line of options as an expression. Errors are reported below. */
		if (filter_resolve(options->filter.p, NULL, &samples.filter, NULL) < 0)
			buf_adds(&samples.filter, options->filter.p);
		buf_addc(&samples.filter, ')');
	} else {
		buf_adds(&samples.filter, " or type == STAT_ROUND");
	}
	for (uint32_t type = 0; type < 64; type++) {
		if (!(records >> type & 1))
			continue;
		buf_adds(&samples.filter, " or type == ");
		record_name(&samples.filter, type);
	}
	if (options->show[SHOW_ROUND])
		buf_adds(&samples.filter, " or type == FINISHED_ROUND");
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
