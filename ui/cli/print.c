/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "cli/fieldarg.h"
#include "cli/print_early.h"
#include "cli/printer.h"
#include "cli/profile_print.h"
#include "cli/script_print.h"
#include "query/row_cursor_rounds.h"
#include "query/row_cursor_time.h"

enum {
	FIELDS_MAX = 64
};

static const struct order_row {
	const char *name;
	struct row_cursor *(*open)(struct recording *recording, uint64_t first, uint32_t batch);
} orders[] = {
	{ "file", row_cursor_file },
	{ "time", row_cursor_time },
	{ "causal", row_cursor_causal },
};

/* Broken formats of tracepoints show only when samples are printed. */
static int report_problems(const struct recording *recording, size_t part)
{
	struct tracehelper *helper = recording_file(recording, part)->helper;
	struct buf problem = BUF_INIT, message = BUF_INIT;
	int status = STATUS_OK;

	if (helper)
		tracehelper_take_problem(helper, &problem);
	if (problem.len) {
		buf_addf(&message, "tracing data: %s", problem.p);
		cli_warn(recording_path(recording, part), "%s", message.p);
		status = STATUS_DAMAGED;
	}
	buf_release(&problem);
	buf_release(&message);
	return status;
}

static int print_opened(const struct options *options, struct printer *p)
{
	int status = STATUS_OK, problems = STATUS_OK;

	if (p->output.script)
		status = script_print_check(p->recording, p->output.script);
	if (status)
		return status;
	if (p->output.script && !options->order && !p->script.rounds &&
	    perfscript_delivered(p->output.script, p->recording))
		p->order = row_cursor_rounds; /* times alone do not decide */
	status = cli_filter_check(p->recording, p->filter, p->output.fields, p->output.n);
	if (!status)
		status = cli_filter_check(p->recording, p->fail_if, NULL, 0);
	if (status)
		return status;
	status = printer_run(p);
	if (status)
		return status;
	for (size_t i = 0; i < recording_parts(p->recording); i++)
		if (report_problems(p->recording, i))
			problems = STATUS_DAMAGED;
	cli_filter_warn_symbol(options, p->recording);
	status = cli_filter_report_matches(p->found, p->found_ordinal);
	return status ? status : problems;
}

static int print_files(const struct options *options, const struct format *format,
		       const struct order_row *order)
{
	struct printer *p = mem_zalloc(sizeof(*p));
	struct field fields[FIELDS_MAX];
	struct filter *filter = NULL, *fail_if = NULL;
	bool script = format->flags & FORMAT_SCRIPT;
	int damaged = STATUS_OK;
	int status = script ? script_print_filter(options, &filter) : cli_filter(options, &filter);

	if (!status)
		status = cli_filter_fail_if(options, &fail_if);
	p->output = (struct writer_options){ .fields = fields, .ns = options->ns };
	if (!status && script)
		status = script_print_options(options, &p->script);
	if (script)
		p->output.script = &p->script;
	else if (!status && options->fields)
		status = fieldarg_parse(options->fields, fields, FIELDS_MAX, &p->output.n);
	p->format = format;
	p->order = order->open;
	p->filter = filter;
	p->fail_if = fail_if;
	p->first = options->skip;
	p->end = options->max < UINT64_MAX - options->skip ? options->skip + options->max
							   : UINT64_MAX;
	pthread_mutex_init(&p->lock, NULL);
	p->options = options;
	if (!status && print_early_can(p))
		p->recording = cli_recording_open_early(options, &damaged, &p->early);
	else if (!status)
		p->recording = cli_recording_open(options, &damaged);
	if (p->recording) {
		status = outfile_open_stream(&p->file, options, p->recording);
		if (!status)
			status = outfile_close(&p->file, print_opened(options, p), NULL);
		damaged = cli_worse(damaged, cli_recording_close(p->recording));
		damaged = cli_worse(damaged, p->status);
	}
	field_list_release(fields, p->output.n);
	filter_free(filter);
	filter_free(fail_if);
	pthread_mutex_destroy(&p->lock);
	free(p);
	return status > damaged ? status : damaged;
}

/*
 * Find an order by its name. Without a name, perf-script has time order, other formats that
 * of the file. NULL: no order has the name.
 */
static const struct order_row *find_order(const struct options *options,
					  const struct format *format)
{
	const char *name = options->order;

	if (!name && format->flags & FORMAT_SCRIPT && !options->show[SHOW_ROUND])
		name = "time";
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		if (!name || !strcmp(name, orders[i].name))
			return &orders[i];
	return NULL;
}

static bool shows(const struct options *options)
{
	for (size_t i = 0; i < SHOW_COUNT; i++)
		if (options->show[i])
			return true;
	return false;
}

/*
 * Refuse options that the format does not know: ignoring them would give another output than was
 * meant.
 */
static int refuse(const struct options *options, const struct format *format)
{
	const struct {
		bool given;
		unsigned flag;
		const char *what;
	} rows[] = {
		{ options->inlines, FORMAT_INLINE, "--inline is" },
		{ options->weight, FORMAT_WEIGHT, "--weight is" },
		{ options->show_event, FORMAT_EVENT, "--show-event is" },
		{ options->max_stack != UINT64_MAX, FORMAT_SCRIPT, "--max-stack is" },
		{ shows(options), FORMAT_SCRIPT, "--show-...-events are" },
	};
	struct buf message = BUF_INIT;
	bool refused;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !message.len; i++) {
		if (!rows[i].given || (format && format->flags & rows[i].flag))
			continue;
		buf_addf(&message, "%s for --format ", rows[i].what);
		formats_names(rows[i].flag, " and ", &message);
	}
	refused = message.len;
	if (refused) {
		cli_warn(NULL, "%s", message.p);
	} else if (!format) {
		formats_names(0, " or ", &message);
		cli_refuse("--format", message.p, options->format);
		refused = true;
	}
	buf_release(&message);
	return refused ? STATUS_USAGE : STATUS_OK;
}

int cli_print(const struct options *options)
{
	const struct format *format = format_of_name(options->json ? "json" : options->format);
	const struct order_row *order;

	if (refuse(options, format))
		return STATUS_USAGE;
	if (options->fields && format->flags & FORMAT_WITHOUT_FIELDS) {
		cli_warn(NULL, "--format chrome-trace has no fields");
		return STATUS_USAGE;
	}
	if (format->profile)
		return profile_print(options, format);
	order = find_order(options, format);
	if (!order)
		return cli_refuse("--order", "file, time or causal", options->order);
	return print_files(options, format, order);
}
