/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sandbox.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "cli/pager.h"
#include "cli/perfwords.h"
#include "shell/script.h"
#include "shell/tui.h"
#include "version.h"

static int show_help(enum command command)
{
	struct buf out = BUF_INIT;
	int status;

	options_usage(command, &out);
	status = cli_write(&out);
	buf_release(&out);
	return status;
}

static int show_version(void)
{
	struct buf out = BUF_INIT;
	int status;

	buf_adds(&out, "perfnav " PERFNAV_VERSION PERFNAV_BUILD "\n");
	status = cli_write(&out);
	buf_release(&out);
	return status;
}

/* Parse columns and lines, such as 80x24. text NULL: the option was not given. */
static int parse_screen(const char *text, struct tui_options *tui)
{
	if (!text || script_size(text, &tui->rows, &tui->cols))
		return STATUS_OK;
	cli_warn(NULL, "--screen needs a size such as 80x24");
	return STATUS_USAGE;
}

enum {
	WORK_NICER = 5, /* of threads that work while another thread answers keys */
	KEEP_MS = 500	/* ms that quitting may take longer if a recording was followed */
};

/*
 * A followed pipe is in no file: finish its index, or leave a part from which the next run resumes.
 */
static void keep_index(const char *path, struct recording_options how)
{
	struct recording *recording;

	how.wake = NULL;
	how.symbols.wake = NULL;
	how.live = how.follow = how.force_index = false;
	if (recording_open(&recording, path, &how, NULL))
		return;
	recording_wait_for(recording, KEEP_MS);
	recording_close(recording);
}

/* Browse the recording of the options until the user leaves it. */
static int browse_one(const struct options *options, struct tui_options *tui)
{
	struct recording_options how = cli_recording_options(options);
	struct recording *recording;
	struct err err = ERR_INIT;
	char *followed = NULL;
	int status, opened;

	how.wake = tui_wake;
	how.symbols.wake = tui_wake;
	how.live = !options->batch && options->files.n <= 1;
	how.follow = options->follow;
	recording = cli_recording_start(options, &how, &opened);
	if (!recording)
		return opened;
	tui->missing = options->files.n > 1 ? options->files.n - recording_parts(recording) : 0;
	status = tui_run(recording, tui, &err);
	if (err.code) {
		cli_error(NULL, &err);
		status = cli_status(&err);
	}
	if (options->batch)
		status = cli_worse(status, cli_worse(cli_recording_check_spans(options, recording),
						     cli_recording_report_damage(recording)));
	if (recording_is_ahead(recording))
		followed = mem_strdup(recording_path(recording, 0));
	status = cli_worse(status, cli_worse(opened, cli_recording_close(recording)));
	if (followed)
		keep_index(followed, how);
	free(followed);
	return status;
}

/* Check --order as the browser knows it. */
static int check_order(const char *order)
{
	if (!order || !strcmp(order, "time") || !strcmp(order, "file"))
		return STATUS_OK;
	return cli_refuse("--order", "file or time", order);
}

static void release_next(struct tui_next *next)
{
	for (size_t i = 0; i < next->paths.n; i++)
		free(next->paths.v[i]);
	vec_release(&next->paths);
}

/* Open another recording, without the options that were about the first one. */
static int browse_next(const struct options *options, struct tui_options *tui,
		       const struct tui_next *next)
{
	struct options other = *options;
	int status;

	other.force = next->reindex;
	if (!next->reindex)
		other.index = NULL;
	other.follow = false;
	memset(&other.files, 0, sizeof(other.files));
	for (size_t i = 0; i < next->paths.n; i++)
		vec_push(&other.files, next->paths.v[i]);
	tui->row = next->row;
	tui->script_at = next->script;
	tui->commands += next->commands;
	tui->n_commands -= next->commands;
	tui->where = tui->filter = tui->order = tui->event = NULL;
	tui->follow = false;
	status = browse_one(&other, tui);
	vec_release(&other.files);
	return status;
}

static int browse(const struct options *options)
{
	const char *no_colour = getenv("NO_COLOR");
	struct tui_next next = { .row = UINT64_MAX };
	struct tui_options tui = {
		.script = options->script,
		.ascii = options->ascii,
		.no_colour = no_colour && *no_colour,
		.where = options->goto_where,
		.row = UINT64_MAX,
		.order = options->order,
		.event = options->show_event,
		.follow = options->follow,
		.no_state = options->no_state,
		.secure = options->secure,
		.filter = options->filter.len ? options->filter.p : NULL,
		.batch = options->batch,
		.commands = options->cmds.v,
		.n_commands = options->cmds.n,
		.next = &next,
	};
	struct err err = ERR_INIT;
	int status = parse_screen(options->screen, &tui);

	if (!status && options->batch && options->script) {
		cli_warn(NULL,
			 "--script does not work with --batch, which runs the commands of --cmd");
		status = STATUS_USAGE;
	}
	if (!status)
		status = check_order(options->order);
	if (!status)
		status = cli_filter_check_syntax(options);
	if (status)
		return status;
	if (tui_wake_init(&err)) {
		cli_error(NULL, &err);
		return cli_status(&err);
	}
	if (!options->script && !options->batch)
		thread_set_nicer(WORK_NICER);
	status = browse_one(options, &tui);
	while (next.paths.n) {
		struct tui_next taken = next;

		next = (struct tui_next){ .row = UINT64_MAX };
		status = browse_next(options, &tui, &taken);
		release_next(&taken);
	}
	return status;
}

/* Does the command write files that its options name? */
static bool writes(const struct options *options)
{
	return options->command == CMD_INDEX ||
	       (options->output && strcmp(options->output, "-") != 0);
}

/*
 * For a user who runs perfnav with more rights, and must do no more with them than read recordings:
 * like LESSSECURE of less. Commands of the browser that do more ask app_allows().
 */
static int make_secure(struct options *options)
{
	const char *secure = getenv("PERFNAV_SECURE");

	options->secure |= secure && *secure;
	if (!options->secure || options->help || options->version)
		return STATUS_OK;
	if (writes(options)) {
		cli_warn(NULL, options->command == CMD_INDEX
				       ? "index is turned off by --secure"
				       : "--output is turned off by --secure");
		return STATUS_USAGE;
	}
	if (!sandbox_filters()) {
		cli_warn(NULL, "--secure needs a kernel that filters system calls of helper "
			       "processes (seccomp): this one does not");
		return STATUS_IO;
	}
	options->no_index = options->no_state = true;
	options->index = NULL;
	options->debuginfod = false;
	return STATUS_OK;
}

/* perfnav FILE without a terminal: print the records. Options of the browser are rejected. */
static int no_screen(const struct options *options)
{
	const char *why = options->cmds.n	? "--cmd needs --batch"
			  : options->goto_where ? "--goto needs --batch and --cmd"
			  : options->follow	? "--follow needs a terminal"
						: NULL;

	if (!why)
		return cli_print(options);
	cli_warn(NULL, "%s, because standard output is not a terminal", why);
	return STATUS_USAGE;
}

/* "perfnav help", or the help of a command. */
static int help_command(const struct options *options)
{
	enum command command = CMD_BROWSE;

	if (options->files.n && !options_command_find(options->files.v[0], &command)) {
		cli_warn(options->files.v[0], "no such command; perfnav --help lists them");
		return STATUS_USAGE;
	}
	return show_help(command);
}

/* Does the command write much text for people? */
static bool is_paged(const struct options *options)
{
	enum {
		PAGED = CMD_PRINT | CMD_INFO | CMD_COUNT | CMD_FIELDS | CMD_ANNOTATE | CMD_HELP
	};

	return options->command & PAGED && !options->no_pager && !options->secure;
}

static int run_command(struct options *options)
{
	if (is_paged(options))
		pager_allow();
	if (options->command == CMD_HELP && !options->help)
		return help_command(options);
	if (options->help)
		return show_help(options->command);
	if (options->version)
		return show_version();
	cli_skip_indexes(options);
	if (cli_check_files(options))
		return STATUS_USAGE;
	switch (options->command) {
	case CMD_INDEX:
		return cli_index(options);
	case CMD_INFO:
		return cli_info(options);
	case CMD_PRINT:
		return cli_print(options);
	case CMD_COUNT:
		return cli_count(options);
	case CMD_ANNOTATE:
		return cli_annotate(options);
	case CMD_SLICE:
		return cli_slice(options);
	case CMD_FIELDS:
		return cli_fields(options);
	case CMD_COMPLETION:
		return cli_completion(options);
	case CMD_BROWSE:
	default:
		if (!options->script && !options->batch && !isatty(STDOUT_FILENO))
			return no_screen(options);
		return browse(options);
	}
}

/* The browser replaces this by a function that restores the terminal first. */
static void no_memory(size_t wanted)
{
	static const char text[] = "perfnav: out of memory\n";

	(void)wanted;
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(STATUS_IO); /* nobody can be told */
	_exit(STATUS_IO);
}

/* Each open file takes two descriptors or more. */
static void raise_descriptors(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int run(struct options *options, int argc, char **argv)
{
	struct err err = ERR_INIT;
	int status;

	if (options_parse(options, argc, argv, &err)) {
		cli_error(NULL, &err);
		cli_try_help(options->command);
		return STATUS_USAGE;
	}
	status = make_secure(options);
	if (status)
		return status;
	if (options->files.n > 1)
		raise_descriptors();
	status = run_command(options);
	if (status == STATUS_OPEN)
		cli_advise(options);
	return status;
}

int main(int argc, char **argv)
{
	struct options options;
	int status;

	mem_set_handler(no_memory);
	mem_keep();
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	if (argc > 1 && access(argv[1], F_OK) && perfwords_report(argv[1]))
		return STATUS_USAGE;
	status = run(&options, argc, argv);
	options_release(&options);
	return status;
}
