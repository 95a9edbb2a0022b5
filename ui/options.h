/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_OPTIONS_H
#define UI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "exit_status.h"
#include "recording/align.h"
#include "session/permalink.h"
#include "wire/regs.h"

/* The commands, as bits: an option has the bits of the commands that accept it. */
enum command {
	CMD_BROWSE = 1 << 0,
	CMD_INDEX = 1 << 1,
	CMD_INFO = 1 << 2,
	CMD_PRINT = 1 << 3,
	CMD_COUNT = 1 << 4,
	CMD_FIELDS = 1 << 5,
	CMD_SLICE = 1 << 6,
	CMD_COMPLETION = 1 << 7,
	CMD_ANNOTATE = 1 << 8,
	CMD_HELP = 1 << 9
};

/* Records that print --format perf-script shows in addition to samples. */
enum show {
	SHOW_TASK,
	SHOW_MMAP,
	SHOW_SWITCH,
	SHOW_NAMESPACE,
	SHOW_LOST,
	SHOW_BPF,
	SHOW_CGROUP,
	SHOW_TEXT_POKE,
	SHOW_ROUND,
	SHOW_COUNT
};

/* The command line. Strings are argv's. */
struct options {
	enum command command;
	const char *symbol; /* for annotate; NULL: not given */
	VEC(const char *) files;
	bool help, version;
	bool ns, reltime;
	bool force, json, no_index, quiet, ascii;
	bool replace, scrub; /* for slice; replace is its --force */
	bool all_events;     /* for count: add numbers of different events */
	bool list, remove;   /* for index: --list and --remove */
	bool other_builds;   /* for annotate: its --force */
	bool stacks;	     /* for annotate: count samples at calls, too */
	const char *index, *format, *fields, *order, *by, *agg, *sort, *fail_if, *goto_where;
	const char *script, *screen, *output, *weight, *show_event, *pivot, *shown, *sql;
	enum regs_arch arch; /* REGS_UNKNOWN: not given */
	enum align align;
	const char *symfs, *buildid_dir, *vmlinux, *kallsyms;
	uint64_t skip, max;   /* max is UINT64_MAX: all records */
	uint64_t max_stack;   /* UINT64_MAX: not given */
	uint64_t cache_limit; /* bytes; UINT64_MAX: not given */
	struct buf filter;    /* of --filter and of options that stand for conditions */
	bool batch, follow, debuginfod, no_state;
	bool secure; /* see main.c */
	bool show[SHOW_COUNT];
	bool inlines; /* of perf-script */
	bool no_pager;
	VEC(const char *) cmds;	       /* of --cmd */
	VEC(const char *) spans;       /* of --span */
	VEC(const char *) expressions; /* texts of --filter; they are in filter, too */
	/* for the browser: the link given as FILE; zeroed: FILE is not a link */
	struct permalink link;
};

/* ERR_PARSE: the command line has an error. */
int options_parse(struct options *options, int argc, char **argv, struct err *err);
void options_release(struct options *options);

/* Append the help of a command, or of the program. */
void options_usage(enum command command, struct buf *out);

/* Find the command of a name. False: there is none. */
bool options_command_find(const char *name, enum command *command);

/* The name of a command; NULL for CMD_BROWSE. */
const char *options_command_name(enum command command);

/* The name of a command that the user may have meant. NULL: none is similar. */
const char *options_command_like(const char *name);

/*
 * An option. commands: the commands that accept it. arg: the name of its argument; NULL: it has
 * none.
 */
struct option_info {
	char letter; /* 0: none */
	const char *name, *arg, *help;
	unsigned commands;
};

struct command_info {
	enum command command;
	const char *name, *args, *help;
};

/* Get the i-th option, for completions. False: i is after the last one. */
bool options_option(size_t i, struct option_info *info);
bool options_command(size_t i, struct command_info *info);

#endif
