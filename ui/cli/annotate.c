/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "annotate/annotation.h"
#include "base/mem.h"
#include "cli/annotate_json.h"
#include "cli/annotate_text.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "recording/symbols.h"

struct annotate_request {
	struct recording *recording;
	const char *symbol;
	enum annotate_parts parts;
	bool json;
	bool chains; /* count samples at the calls of their stacks, too */
};

/* Warn if the function may be in a file that was refused, or whose symbols could not be read. */
static void warn_unread(const struct annotate_request *a)
{
	struct syms *syms = recording_syms(a->recording);
	struct syms_status *status = mem_alloc(sizeof(*status));
	uint32_t first, end;

	syms_modules(syms, &first, &end);
	for (uint32_t i = first; i < end; i++) {
		struct buf path = BUF_INIT;

		syms_status(syms, i, status);
		if (!status->ready ||
		    (status->why != SYM_WHY_DIFFERS && status->why != SYM_WHY_DIED))
			continue;
		buf_add(&path, status->module->dso, status->module->dso_len);
		cli_warn(path.p, "%s",
			 status->why == SYM_WHY_DIED
				 ? sym_why_text(status->why)
				 : "the file on this machine is another build (its build id "
				   "differs): --force reads it anyway");
		buf_release(&path);
	}
	free(status);
}

static int annotate(const struct annotate_request *a, const struct filter *filter)
{
	struct annotation_options how = { .symbol = a->symbol,
					  .symbol_len = strlen(a->symbol),
					  .chains = a->chains };
	struct annotation *annotation;
	struct buf where = BUF_INIT;
	struct err err = ERR_INIT;
	int status = STATUS_OK;

	/* filter_resolve() makes an expression of perf script's options. */
	if (filter && filter_resolve(filter->text, NULL, &where, NULL))
		buf_reset(&where);
	how.where = where.p;
	if (annotation_make(&annotation, a->recording, &how, &err)) {
		cli_error(NULL, &err);
		status = cli_status(&err);
	} else if (!annotation->functions.n) {
		cli_warn(a->symbol,
			 "no sample is in a function of this name; perfnav count --by sym lists "
			 "the functions");
		warn_unread(a);
		status = STATUS_USAGE;
	} else if (a->json) {
		status = annotate_json(annotation);
	} else {
		status = annotate_text(annotation, a->recording, a->symbol, a->parts);
	}
	annotation_free(annotation);
	buf_release(&where);
	return status;
}

static bool find_parts(const char *name, enum annotate_parts *parts)
{
	static const char *const names[] = {
		[ANNOTATE_BOTH] = "both", [ANNOTATE_SOURCE] = "source", [ANNOTATE_ASM] = "asm"
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!name || !strcmp(name, names[i])) {
			*parts = (enum annotate_parts)i;
			return true;
		}
	}
	return false;
}

static bool find_format(const char *name, bool *json)
{
	*json = *json || (name && !strcmp(name, "json"));
	return *json || !name || !strcmp(name, "text");
}

static int read_options(const struct options *options, struct annotate_request *a,
			struct filter **filter)
{
	if (!options->symbol) {
		cli_warn(NULL, "annotate needs the name of a function");
		return STATUS_USAGE;
	}
	if (!find_parts(options->shown, &a->parts))
		return cli_refuse("--show", "both, source or asm", options->shown);
	a->json = options->json;
	if (!find_format(options->format, &a->json))
		return cli_refuse("--format", "text or json", options->format);
	a->symbol = options->symbol;
	a->chains = options->stacks;
	return cli_filter(options, filter);
}

int cli_annotate(const struct options *options)
{
	struct annotate_request a = { .recording = NULL };
	struct filter *filter = NULL;
	int damaged = STATUS_OK, status = read_options(options, &a, &filter);

	a.recording = status ? NULL : cli_recording_open(options, &damaged);
	if (a.recording) {
		status = cli_filter_check(a.recording, filter, NULL, 0);
		if (!status && options->show_event)
			status = cli_filter_show_event(options, a.recording, NULL, &filter);
		if (!status)
			status = annotate(&a, filter);
		damaged = cli_worse(damaged, cli_recording_close(a.recording));
	}
	filter_free(filter);
	return status > damaged ? status : damaged;
}
