/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about the names of addresses. */
#include <string.h>

#include "tui/command_run.h"

static void add_size(struct buf *out, uint64_t bytes)
{
	buf_addf(out, "%.1f MB", (double)bytes / 1e6);
}

/* What is fetched, was, and was not had. */
static void add_fetching(struct buf *out, const struct symfetch_status *status)
{
	if (status->waiting) {
		buf_addf(out, "; fetching %u", status->waiting);
		if (status->got) {
			buf_adds(out, " (");
			add_size(out, status->got);
			if (status->total) {
				buf_adds(out, " of ");
				add_size(out, status->total);
			}
			buf_addc(out, ')');
		}
	}
	if (status->found)
		buf_addf(out, "; %u fetched", status->found);
	if (status->missing)
		buf_addf(out, "; %u not had, the last because: %s", status->missing,
			 status->problem);
}

static void tell_fetching(struct app *app)
{
	struct symfetch_status status;
	bool on = syms_fetching(recording_syms(app->rec), &status);
	struct buf text = BUF_INIT;

	buf_adds(&text,
		 on ? "debug files that are not here are fetched" : "debug files are not fetched");
	add_fetching(&text, &status);
	app_say(app, "%s", text.p);
	buf_release(&text);
}

int command_DEBUGINFOD(struct app *app, const struct command_call *call, struct err *err)
{
	struct syms *syms = recording_syms(app->rec);
	bool on = !strcmp(call->arg, "on");

	if (on || !strcmp(call->arg, "off"))
		syms_debuginfod(syms, on);
	else if (*call->arg && !syms_debuginfod_module(syms, call->arg))
		return err_set_at(
			err, ERR_PARSE, 0,
			"on, off, or the name of a file that an address was looked up in");
	tell_fetching(app);
	return 0;
}
