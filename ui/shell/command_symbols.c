/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about names of addresses: where symbols are, and whether they were found. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "folders.h"
#include "records/records.h"
#include "shell/command_run.h"
#include "views/symbols.h"

static void add_size(struct buf *out, uint64_t bytes)
{
	buf_addf(out, "%.1f MB", (double)bytes / 1e6);
}

/* Append what is being downloaded, what was, and what could not be. */
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
		buf_addf(out, "; %u unavailable, the last because: %s", status->missing,
			 status->problem);
}

static void report_fetching(struct app *app)
{
	struct symfetch_status status;
	bool on = syms_fetching(recording_syms(app->rec), &status);
	struct buf text = BUF_INIT;

	buf_adds(&text, on ? "missing debug files are fetched" : "debug files are not fetched");
	add_fetching(&text, &status);
	app_say(app, "%s", text.p);
	buf_release(&text);
}

int command_DEBUGINFOD(struct app *app, const struct command_call *call, struct err *err)
{
	struct syms *syms = recording_syms(app->rec);
	bool on = !strcmp(call->arg, "on");

	if (*call->arg && app_allows(app, ":debuginfod", err) < 0)
		return ERR_PARSE;
	if (on || !strcmp(call->arg, "off"))
		syms_debuginfod(syms, on);
	else if (*call->arg && !syms_debuginfod_module(syms, call->arg))
		return err_set_at(err, ERR_PARSE, 0,
				  "expected on, off, or a file that :symbols lists");
	report_fetching(app);
	return 0;
}

/* Check that there is such a file, or folder, and that it can be read. */
static int check_path(const char *path, bool folder, struct err *err)
{
	struct stat st;

	if (stat(path, &st))
		return err_set_at(err, ERR_PARSE, 0, "%s", strerror(errno));
	if (folder != S_ISDIR(st.st_mode))
		return err_set_at(err, ERR_PARSE, 0,
				  folder ? "expected a folder, this is a file"
					 : "expected a file, this is a folder");
	if (access(path, folder ? X_OK : R_OK))
		return err_set_at(err, ERR_PARSE, 0, "cannot read it: %s", strerror(errno));
	return 0;
}

/* Change one of the places. Without a path it is searched as by default. */
static int use_path(struct app *app, const char *arg, const char *what, struct syms_places *places,
		    const char **place, struct err *err)
{
	struct buf shown = BUF_INIT;
	char *path = folders_expand(arg, strlen(arg));
	int rc = *path ? check_path(path, place == &places->symfs, err) : 0;

	if (rc == 0) {
		*place = *path ? path : NULL;
		syms_use(recording_syms(app->rec), places);
		records_symbols_changed(app);
		text_escape_str(&shown, *path ? path : "the default");
		app_say(app, "%s: %s. Names are looked up again.", what, shown.p);
	}
	buf_release(&shown);
	free(path);
	return rc;
}

int command_SYMFS(struct app *app, const struct command_call *call, struct err *err)
{
	struct syms_places places;

	syms_places(recording_syms(app->rec), &places);
	return use_path(app, call->arg, "Folder of files", &places, &places.symfs, err);
}

int command_VMLINUX(struct app *app, const struct command_call *call, struct err *err)
{
	struct syms_places places;

	syms_places(recording_syms(app->rec), &places);
	return use_path(app, call->arg, "Kernel", &places, &places.vmlinux, err);
}

int command_KALLSYMS(struct app *app, const struct command_call *call, struct err *err)
{
	struct syms_places places;

	syms_places(recording_syms(app->rec), &places);
	return use_path(app, call->arg, "Symbols of the kernel", &places, &places.kallsyms, err);
}

int command_SYMBOLS(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	symbols_open_view(app);
	return 0;
}
