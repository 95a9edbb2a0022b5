/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/typed_number.h"
#include "filter/filter.h"
#include "filter/perfopts.h"
#include "out/formats.h"
#include "out/sqltable.h"

enum option_kind {
	OPT_FLAG,
	OPT_STRING,
	OPT_NUMBER,
	OPT_ARCH,    /* an architecture */
	OPT_ALIGN,   /* how the times of files are aligned */
	OPT_SIZE,    /* bytes, with a unit as in a filter: 8G, 512Mi */
	OPT_FILTER,  /* an expression */
	OPT_SPAN,    /* the definition of a span */
	OPT_CMD,     /* a command of the browser */
	OPT_NUMBERS, /* a list that becomes "word in {...}" */
	OPT_NAMES,   /* a list of names, which get quotes */
	OPT_TYPES,   /* a list of names without quotes */
	OPT_TIME     /* START,STOP in seconds */
};

struct cli_option {
	char letter;
	const char *name;
	const char *arg; /* name of the value in the help; NULL: a flag */
	enum option_kind kind;
	unsigned commands;
	size_t offset;
	const char *help;
	const char *word; /* the field of a condition */
};

enum {
	/* commands that select rows */
	ROWS = CMD_PRINT | CMD_COUNT | CMD_SLICE | CMD_ANNOTATE | CMD_BROWSE,
	READS = ROWS | CMD_INDEX | CMD_INFO,
	PAGED = CMD_PRINT | CMD_INFO | CMD_COUNT | CMD_ANNOTATE | CMD_FIELDS | CMD_HELP,
	ALL = READS | CMD_FIELDS | CMD_COMPLETION | CMD_HELP
};

#define AT(member) offsetof(struct options, member)

/* clang-format off */
static const struct cli_option rows[] = {
	{ 'f', "filter", "EXPR", OPT_FILTER, ROWS, 0, "only records that match EXPR; see perfnav-filter(7)", NULL },
	{ 'p', "pid", "PID,...", OPT_NUMBERS, ROWS, 0, "only these processes", "pid" },
	{ 0, "tid", "TID,...", OPT_NUMBERS, ROWS, 0, "only these threads", "tid" },
	{ 'C', "cpu", "CPU,...", OPT_NUMBERS, ROWS, 0, "only these CPUs, or ranges such as 0-3", "cpu" },
	{ 'c', "comms", "COMM,...", OPT_NAMES, ROWS, 0, "only tasks with these names", "comm" },
	{ 'e', "event", "EVENT,...", OPT_NAMES, ROWS, 0, "only these events", "event" },
	{ 0, "type", "TYPE,...", OPT_TYPES, ROWS, 0, "only these record types", "type" },
	{ 0, "time", "START,STOP", OPT_TIME, ROWS, 0, "only this time range: 12.5,13 (seconds), 08:00:48,08:00:49 or 10%-20%", "time" },
	{ 0, "format", FORMATS_NAMES, OPT_STRING, CMD_PRINT, AT(format), "format (text)", NULL },
	{ 0, "format", "text|json|csv", OPT_STRING, CMD_COUNT, AT(format), "format (text)", NULL },
	{ 0, "format", "text|json", OPT_STRING, CMD_ANNOTATE, AT(format), "format (text)", NULL },
	{ 0, "force", NULL, OPT_FLAG, CMD_ANNOTATE, AT(other_builds), "also read files with another build id", NULL },
	{ 0, "stacks", NULL, OPT_FLAG, CMD_ANNOTATE, AT(stacks), "also count each sample at the calls that led to it", NULL },
	{ 's', "show", "both|source|asm", OPT_STRING, CMD_ANNOTATE, AT(shown),
	  "in text output: show source, instructions or both (both)", NULL },
	{ 'F', "fields", "FIELD,...", OPT_STRING, CMD_PRINT, AT(fields), "print only these fields", NULL },
	{ 'F', "fields", "FIELD,...", OPT_STRING, CMD_FIELDS, AT(fields), "with --sql: the columns of the table", NULL },
	{ 0, "sql", SQL_ENGINES, OPT_STRING, CMD_FIELDS, AT(sql), "print SQL that creates a table for the CSV output", NULL },
	{ 0, "skip", "N", OPT_NUMBER, CMD_PRINT, AT(skip), "skip the first N records", NULL },
	{ 'n', "max", "N", OPT_NUMBER, CMD_PRINT, AT(max), "print at most N records", NULL },
	{ 0, "order", "file|time|causal", OPT_STRING, CMD_PRINT, AT(order),
	  "order (default: file; perf-script: time); causal: see perfnav(1)", NULL },
	{ 0, "order", "file|time", OPT_STRING, CMD_BROWSE, AT(order),
	  "order of the records (time if the index is complete, else file)", NULL },
	{ 0, "max-stack", "N", OPT_NUMBER, CMD_PRINT, AT(max_stack),
	  "with --format perf-script: print at most N frames of a call chain (127)", NULL },
	{ 0, "inline", NULL, OPT_FLAG, CMD_PRINT, AT(inlines),
	  "with a --format that has stacks: show inlined functions as frames", NULL },
	{ 0, "weight", "FIELD", OPT_STRING, CMD_PRINT, AT(weight),
	  "with --format folded: sum this field instead of counting samples", NULL },
	{ 0, "show-event", "EVENT|all", OPT_STRING, CMD_PRINT, AT(show_event),
	  "with --format folded or firefox: count only samples of EVENT", NULL },
	{ 0, "show-event", "EVENT|all", OPT_STRING, CMD_COUNT | CMD_ANNOTATE | CMD_BROWSE, AT(show_event),
	  "count only samples of EVENT; all: of all events together", NULL },
	{ 0, "all-events", NULL, OPT_FLAG, CMD_COUNT, AT(all_events),
	  "allow values of different events in one sum, mean or percentile", NULL },
	{ 0, "show-task-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_TASK]),
	  "with --format perf-script: also print COMM, FORK, EXIT records", NULL },
	{ 0, "show-mmap-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_MMAP]),
	  "with --format perf-script: also print MMAP, MMAP2 records", NULL },
	{ 0, "show-switch-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_SWITCH]),
	  "with --format perf-script: also print SWITCH, SWITCH_CPU_WIDE records", NULL },
	{ 0, "show-namespace-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_NAMESPACE]),
	  "with --format perf-script: also print NAMESPACES records", NULL },
	{ 0, "show-lost-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_LOST]),
	  "with --format perf-script: also print LOST records", NULL },
	{ 0, "show-bpf-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_BPF]),
	  "with --format perf-script: also print KSYMBOL, BPF_EVENT records", NULL },
	{ 0, "show-cgroup-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_CGROUP]),
	  "with --format perf-script: also print CGROUP records", NULL },
	{ 0, "show-text-poke-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_TEXT_POKE]),
	  "with --format perf-script: also print KSYMBOL, TEXT_POKE records", NULL },
	{ 0, "show-round-events", NULL, OPT_FLAG, CMD_PRINT, AT(show[SHOW_ROUND]),
	  "with --format perf-script: use file order, also print FINISHED_ROUND", NULL },
	{ 0, "ns", NULL, OPT_FLAG, CMD_PRINT, AT(ns), "print times in nanoseconds, as in JSON and CSV", NULL },
	{ 0, "reltime", NULL, OPT_FLAG, CMD_PRINT, AT(reltime), "print times relative to the first printed time", NULL },
	{ 0, "fail-if", "EXPR", OPT_STRING, CMD_PRINT | CMD_COUNT, AT(fail_if),
	  "exit with status 5 if a printed or counted record matches", NULL },
	{ 0, "by", "FIELD,...", OPT_STRING, CMD_COUNT, AT(by), "group by these fields (type)", NULL },
	{ 0, "agg", "FN(FIELD),...", OPT_STRING, CMD_COUNT, AT(agg),
	  "sum, avg, min, max, p50, p99.9 or distinct of a field in each group", NULL },
	{ 0, "pivot", "event", OPT_STRING, CMD_COUNT, AT(pivot),
	  "print a column for each event; --agg then accepts ratios: EVENT/EVENT", NULL },
	{ 0, "sort", "COLUMN", OPT_STRING, CMD_COUNT, AT(sort),
	  "sort by COLUMN (count); -COLUMN: reverse the order", NULL },
	{ 0, "json", NULL, OPT_FLAG,
	  CMD_INDEX | CMD_INFO | CMD_PRINT | CMD_COUNT | CMD_ANNOTATE | CMD_FIELDS, AT(json),
	  "write JSON", NULL },
	{ 0, "index", "PATH", OPT_STRING, READS, AT(index), "read or write the index at PATH, not at FILE.pnx", NULL },
	{ 0, "no-index", NULL, OPT_FLAG, READS & ~CMD_INDEX, AT(no_index), "neither read nor write an index file", NULL },
	{ 0, "no-state", NULL, OPT_FLAG, ROWS, AT(no_state),
	  "neither read nor write the saved state: place, filter, marks, notes ...", NULL },
	{ 0, "align", "start|wall|none", OPT_ALIGN, CMD_PRINT | CMD_COUNT | CMD_BROWSE, AT(align),
	  "align files by their starts or by time of day (default: none)", NULL },
	{ 0, "arch", "ARCH", OPT_ARCH, ROWS | CMD_INFO, AT(arch),
	  "decode for this architecture, not the recorded one: x86, arm64 ...", NULL },
	{ 0, "symfs", "DIR", OPT_STRING, ROWS | CMD_INFO, AT(symfs), "search for files with symbols under DIR", NULL },
	{ 0, "buildid-dir", "DIR", OPT_STRING, ROWS, AT(buildid_dir),
	  "read symbols from this build-id cache (perf's buildid.dir, or ~/.debug)", NULL },
	{ 'k', "vmlinux", "FILE", OPT_STRING, ROWS, AT(vmlinux), "read the kernel's symbols from this ELF file", NULL },
	{ 0, "kallsyms", "FILE", OPT_STRING, ROWS, AT(kallsyms), "read the kernel's symbols from this copy of /proc/kallsyms", NULL },
	{ 0, "span", "DEFINITION", OPT_SPAN, ROWS, 0, "define a kind of span: NAME EXPR -> EXPR [...]; see perfnav-filter(7)", NULL },
	{ 0, "debuginfod", NULL, OPT_FLAG, ROWS, AT(debuginfod), "fetch debug files from the servers of DEBUGINFOD_URLS", NULL },
	{ 0, "no-pager", NULL, OPT_FLAG, PAGED, AT(no_pager), "do not start a pager ($PERFNAV_PAGER, $PAGER or less)", NULL },
	{ 0, "cache-limit", "SIZE", OPT_SIZE, READS, AT(cache_limit),
	  "limit the total size of the indexes in the cache folder (8G)", NULL },
	{ 0, "list", NULL, OPT_FLAG, CMD_INDEX, AT(list),
	  "list the indexes in the cache folder, and orphans in this folder", NULL },
	{ 0, "remove", NULL, OPT_FLAG, CMD_INDEX, AT(remove), "remove the index of FILE; if FILE is an index, remove FILE", NULL },
	{ 0, "force", NULL, OPT_FLAG, CMD_INDEX, AT(force), "rebuild the index", NULL },
	{ 0, "force", NULL, OPT_FLAG, CMD_SLICE | CMD_PRINT, AT(replace), "replace OUT if it exists", NULL },
	{ 'o', "output", "OUT", OPT_STRING, CMD_SLICE | CMD_PRINT, AT(output), "write to OUT; -: standard output", NULL },
	{ 0, "scrub", NULL, OPT_FLAG, CMD_SLICE, AT(scrub),
	  "omit user stacks and registers; hash names of tasks, files and the host", NULL },
	{ 0, "goto", "WHERE", OPT_STRING, CMD_BROWSE, AT(goto_where),
	  "start at record 123, @OFFSET, 50% (of the records), 12.5s, 08:00:48.5", NULL },
	{ 0, "follow", NULL, OPT_FLAG, CMD_BROWSE, AT(follow), "stay at the end of a recording that is still being written", NULL },
	{ 0, "cmd", "COMMAND", OPT_CMD, CMD_BROWSE, 0, "run a browser command at startup, such as :filter pid == 1", NULL },
	{ 0, "batch", NULL, OPT_FLAG, CMD_BROWSE, AT(batch), "run the commands of --cmd without a screen, and print their output", NULL },
	{ 0, "ascii", NULL, OPT_FLAG, CMD_BROWSE, AT(ascii), "draw with ASCII characters only", NULL },
	{ 0, "secure", NULL, OPT_FLAG, READS & ~CMD_INDEX, AT(secure),
	  "write no file, start no program, contact no server", NULL },
	{ 0, "secure", NULL, OPT_FLAG, CMD_INDEX, AT(secure), "refuse to run, because index writes a file", NULL },
	{ 0, "script", "FILE", OPT_STRING, CMD_BROWSE, AT(script), "read keys from FILE and print the screens that it requests", NULL },
	{ 0, "screen", "COLSxROWS", OPT_STRING, CMD_BROWSE, AT(screen), "use a screen of this size for --script (80x24)", NULL },
	{ 'q', "quiet", NULL, OPT_FLAG, READS, AT(quiet), "show no progress and no warnings about absent events or fields", NULL },
	{ 'h', "help", NULL, OPT_FLAG, ALL, AT(help), "show this help", NULL },
	{ 0, "version", NULL, OPT_FLAG, CMD_BROWSE, AT(version), "show the version of perfnav", NULL },
};

static const struct command_info commands[] = {
	{ CMD_INDEX, "index", "[OPTIONS] [FILE...]", "build or read the index and print its contents" },
	{ CMD_INFO, "info", "[OPTIONS] [FILE...]", "print header, events, feature sections, totals and damage" },
	{ CMD_PRINT, "print", "[OPTIONS] [FILE...]", "print records to standard output" },
	{ CMD_COUNT, "count", "[OPTIONS] [FILE...]", "count records by type or other fields" },
	{ CMD_SLICE, "slice", "[OPTIONS] -o OUT [FILE]", "write selected records to a smaller recording" },
	{ CMD_ANNOTATE, "annotate", "[OPTIONS] SYMBOL [FILE...]", "print source and instructions of a function with their samples" },
	{ CMD_FIELDS, "fields", "[OPTIONS]", "list fields: names, type, unit, records (kernel: all of the kernel), meaning" },
	{ CMD_HELP, "help", "[COMMAND]", "print the options of COMMAND; without COMMAND: same as perfnav --help" },
	{ CMD_COMPLETION, "completion", "bash|zsh|fish", "print a script for shell completion of perfnav" },
};
/* clang-format on */

enum {
	N_ROWS = sizeof(rows) / sizeof(rows[0]),
	N_COMMANDS = sizeof(commands) / sizeof(commands[0])
};

/* Several options can have the same name, each for other commands. NULL: the command has none. */
static const struct cli_option *find_long(enum command command, const char *name, size_t len)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].commands & command && strlen(rows[i].name) == len &&
		    !memcmp(rows[i].name, name, len))
			return &rows[i];
	return NULL;
}

static const struct cli_option *find_short(enum command command, char letter)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].commands & command && rows[i].letter == letter)
			return &rows[i];
	return NULL;
}

static void add_and(struct buf *filter)
{
	if (filter->len)
		buf_adds(filter, " and ");
}

/* Add one element of a list in the syntax of the filter language. */
static void add_list_value(struct buf *filter, enum option_kind kind, const char *p, size_t len)
{
	if (kind == OPT_NAMES) {
		buf_addc(filter, '"');
		for (size_t i = 0; i < len; i++) {
			if (p[i] == '"' || p[i] == '\\')
				buf_addc(filter, '\\');
			buf_addc(filter, p[i]);
		}
		buf_addc(filter, '"');
		return;
	}
	for (size_t i = 0; i < len; i++) {
		if (kind == OPT_NUMBERS && p[i] == '-' && i)
			buf_adds(filter, "..");
		else
			buf_addc(filter, p[i]);
	}
}

/* Refuse characters that the filter language would read as syntax in this kind of list. */
static int check_list(const struct cli_option *row, const char *arg, struct err *err)
{
	const char *allowed = row->kind == OPT_NUMBERS ? "0123456789,-" : NULL;

	if (row->kind == OPT_TYPES)
		allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_,()";
	if (!*arg || (allowed && arg[strspn(arg, allowed)]))
		return err_set(err, ERR_PARSE, "--%s needs %s, not \"%s\"", row->name, row->arg,
			       arg);
	return 0;
}

static int add_list(struct buf *filter, const struct cli_option *row, const char *arg,
		    struct err *err)
{
	if (check_list(row, arg, err))
		return ERR_PARSE;
	add_and(filter);
	buf_addf(filter, "%s in {", row->word);
	for (;;) {
		const char *comma = strchr(arg, ',');

		add_list_value(filter, row->kind, arg, comma ? (size_t)(comma - arg) : strlen(arg));
		if (!comma)
			break;
		buf_addc(filter, ',');
		arg = comma + 1;
	}
	buf_addc(filter, '}');
	return 0;
}

/* Is this the character between a day and its hours? */
static bool is_day_end(const char *p)
{
	return p[0] == ' ' && isdigit((unsigned char)p[1]) && isdigit((unsigned char)p[2]) &&
	       p[3] == ':';
}

/* Add perf script's --time. A blank would begin another of its options, so a day is joined by T. */
static int add_time(struct buf *filter, const struct cli_option *row, const char *arg,
		    struct err *err)
{
	struct buf line = BUF_INIT, part = BUF_INIT;
	struct err why = ERR_INIT;
	int rc;

	buf_adds(&line, "--time ");
	for (const char *p = arg; *p; p++)
		buf_addc(&line, is_day_end(p) ? 'T' : *p);
	if (!*arg || line.p[7 + strspn(line.p + 7, "0123456789.,%/-+:sTZUC")]) {
		buf_release(&line);
		return err_set(err, ERR_PARSE,
			       "--%s needs %s in seconds or as times of day, or parts such as "
			       "10%%-20%%, not \"%s\"",
			       row->name, row->arg, arg);
	}
	rc = perfopts_expression(line.p, &part, &why);
	if (rc) {
		rc = err_set(err, ERR_PARSE, "--%s \"%s\": %s", row->name, arg, why.msg);
	} else {
		add_and(filter);
		buf_adds(filter, part.p);
	}
	buf_release(&part);
	buf_release(&line);
	return rc;
}

static int parse_number(const struct cli_option *row, const char *arg, uint64_t *v, struct err *err)
{
	if (typed_number_parse_count(arg, v))
		return 0;
	if (row->kind == OPT_SIZE)
		return err_set(err, ERR_PARSE, "--%s needs a size such as 8G or 512Mi, not \"%s\"",
			       row->name, arg);
	return err_set(err, ERR_PARSE, "--%s needs a number, not %s", row->name, arg);
}

/* An architecture of regs_arch_name(), or in the form of uname -m. */
static int parse_arch(const char *arg, enum regs_arch *arch, struct err *err)
{
	struct buf names = BUF_INIT;

	*arch = regs_arch(arg);
	if (*arch)
		return 0;
	for (enum regs_arch a = REGS_UNKNOWN + 1; a < REGS_ARCH_COUNT; a++)
		buf_addf(&names, "%s%s", names.len ? ", " : "", regs_arch_name(a));
	err_set(err, ERR_PARSE, "--arch needs one of %s, not \"%s\"", names.p, arg);
	buf_release(&names);
	return ERR_PARSE;
}

static int parse_align(const char *arg, enum align *align, struct err *err)
{
	if (align_parse(arg, align))
		return 0;
	return err_set(err, ERR_PARSE, "--align needs one of start, wall, none, not \"%s\"", arg);
}

static int apply(struct options *o, const struct cli_option *row, const char *arg, struct err *err)
{
	char *field = (char *)o + row->offset;

	switch (row->kind) {
	case OPT_FLAG:
		*(bool *)field = true;
		break;
	case OPT_STRING:
		*(const char **)(void *)field = arg;
		break;
	case OPT_NUMBER:
	case OPT_SIZE:
		return parse_number(row, arg, (uint64_t *)(void *)field, err);
	case OPT_ARCH:
		return parse_arch(arg, (enum regs_arch *)(void *)field, err);
	case OPT_ALIGN:
		return parse_align(arg, (enum align *)(void *)field, err);
	case OPT_CMD:
		vec_push(&o->cmds, arg);
		break;
	case OPT_SPAN:
		vec_push(&o->spans, arg);
		break;
	case OPT_FILTER:
		vec_push(&o->expressions, arg);
		break;
	case OPT_NUMBERS:
	case OPT_NAMES:
	case OPT_TYPES:
		return add_list(&o->filter, row, arg, err);
	case OPT_TIME:
		return add_time(&o->filter, row, arg, err);
	}
	return 0;
}

/* The most similar name among the command's options. NULL: none is similar. */
static const char *nearest_long(enum command command, const char *name)
{
	unsigned least = strlen(name) > 3 ? 3 : 2;
	const char *nearest = NULL;

	for (size_t i = 0; i < N_ROWS; i++) {
		unsigned distance = text_distance(rows[i].name, name, 2);

		if (!(rows[i].commands & command) || distance >= least)
			continue;
		least = distance;
		nearest = rows[i].name;
	}
	return nearest;
}

/* Append the other commands that have an option. */
static void add_owners(struct buf *out, bool (*is)(const struct cli_option *row, const char *name),
		       const char *name)
{
	unsigned owners = 0;
	const char *before = "; it is an option of perfnav ";

	for (size_t i = 0; i < N_ROWS; i++)
		owners |= is(&rows[i], name) ? rows[i].commands : 0;
	for (size_t i = 0; i < N_COMMANDS; i++) {
		if (!(owners & commands[i].command))
			continue;
		buf_addf(out, "%s%s", before, commands[i].name);
		before = ", ";
	}
	if (owners == CMD_BROWSE)
		buf_adds(out, "; it is an option of perfnav without a command");
}

static bool is_long(const struct cli_option *row, const char *name)
{
	return !strcmp(row->name, name);
}

static bool is_short(const struct cli_option *row, const char *letter)
{
	return row->letter == *letter;
}

static int unknown_long(enum command command, const char *name, size_t len, struct err *err)
{
	char *text = mem_strndup(name, len);
	const char *nearest = nearest_long(command, text);
	struct buf advice = BUF_INIT;

	add_owners(&advice, is_long, text);
	if (nearest && !advice.len)
		buf_addf(&advice, "; did you mean --%s?", nearest);
	err_set(err, ERR_PARSE, "unknown option --%s%s", text, advice.len ? advice.p : "");
	buf_release(&advice);
	free(text);
	return ERR_PARSE;
}

static int unknown_short(char letter, struct err *err)
{
	struct buf advice = BUF_INIT;

	add_owners(&advice, is_short, &letter);
	err_set(err, ERR_PARSE, "unknown option -%c%s", letter, advice.len ? advice.p : "");
	buf_release(&advice);
	return ERR_PARSE;
}

struct args {
	int argc, i;
	char **argv;
};

/* --name, --name=value or --name value. */
static int parse_long(struct options *o, struct args *a, struct err *err)
{
	const char *name = a->argv[a->i] + 2, *equals = strchr(name, '=');
	size_t len = equals ? (size_t)(equals - name) : strlen(name);
	const struct cli_option *row = find_long(o->command, name, len);
	const char *arg = equals ? equals + 1 : NULL;

	if (!row)
		return unknown_long(o->command, name, len, err);
	if (!row->arg && arg)
		return err_set(err, ERR_PARSE, "--%s takes no value", row->name);
	if (row->arg && !arg) {
		if (a->i + 1 >= a->argc)
			return err_set(err, ERR_PARSE, "--%s needs %s", row->name, row->arg);
		arg = a->argv[++a->i];
	}
	return apply(o, row, arg, err);
}

/* -q, -n5 or -n 5; flags can be combined. */
static int parse_short(struct options *o, struct args *a, struct err *err)
{
	for (const char *p = a->argv[a->i] + 1; *p; p++) {
		const struct cli_option *row = find_short(o->command, *p);
		int rc;

		if (!row)
			return unknown_short(*p, err);
		if (!row->arg) {
			rc = apply(o, row, NULL, err);
			if (rc)
				return rc;
			continue;
		}
		if (p[1])
			return apply(o, row, p + 1, err);
		if (a->i + 1 >= a->argc)
			return err_set(err, ERR_PARSE, "-%c needs %s", *p, row->arg);
		return apply(o, row, a->argv[++a->i], err);
	}
	return 0;
}

static int parse_args(struct options *o, struct args *a, struct err *err)
{
	bool only_files = false;
	int rc = 0;

	for (; !rc && a->i < a->argc; a->i++) {
		const char *arg = a->argv[a->i];

		if (only_files || arg[0] != '-' || !arg[1])
			vec_push(&o->files, arg);
		else if (!strcmp(arg, "--"))
			only_files = true;
		else if (arg[1] == '-')
			rc = parse_long(o, a, err);
		else
			rc = parse_short(o, a, err);
	}
	return rc;
}

/* The first argument of annotate is a function, not a file. */
static void take_symbol(struct options *o)
{
	if (o->command != CMD_ANNOTATE || !o->files.n)
		return;
	o->symbol = o->files.v[0];
	memmove(o->files.v, o->files.v + 1, --o->files.n * sizeof(*o->files.v));
}

/* Add a line of perf script's options as an expression, so that others can be joined to it. */
static void add_expression(struct buf *filter, const char *text, bool alone)
{
	struct buf resolved = BUF_INIT;

	if (!alone && perfopts_is_line(text) && !filter_resolve(text, NULL, &resolved, NULL))
		text = resolved.p;
	buf_addf(filter, alone ? "%s" : "(%s)", text);
	buf_release(&resolved);
}

/* A single expression is left as it is, so that a message about it shows what was typed. */
static void add_expressions(struct options *o)
{
	bool alone = o->expressions.n == 1 && !o->filter.len;

	for (size_t i = 0; i < o->expressions.n; i++) {
		const char *text = o->expressions.v[i];

		if (!*text)
			continue;
		add_and(&o->filter);
		add_expression(&o->filter, text, alone);
	}
}

/* For the browser, a FILE that does not exist may be a link to a record. */
static void take_link(struct options *o)
{
	if (o->command != CMD_BROWSE || o->files.n != 1 || !access(o->files.v[0], F_OK) ||
	    !permalink_parse(&o->link, o->files.v[0]))
		return;
	o->files.v[0] = o->link.file.p;
	if (o->link.where.len && !o->goto_where)
		o->goto_where = o->link.where.p;
	if (!o->order)
		o->order = o->link.by_time ? "time" : "file";
	vec_push(&o->expressions, o->link.filter.p);
}

/* An option may be unknown because the command that has it is not the first word. */
static void suggest_command(int argc, char **argv, struct err *err)
{
	struct err what = *err;
	enum command command;

	for (int i = 2; i < argc; i++) {
		if (!options_command_find(argv[i], &command))
			continue;
		err_set(err, what.code, "%s. The command comes first: perfnav %s", what.msg,
			argv[i]);
		return;
	}
}

int options_parse(struct options *o, int argc, char **argv, struct err *err)
{
	struct args a = { .argc = argc, .i = 1, .argv = argv };
	int rc;

	*o = (struct options){ .command = CMD_BROWSE,
			       .max = UINT64_MAX,
			       .max_stack = UINT64_MAX,
			       .cache_limit = UINT64_MAX,
			       .filter = BUF_INIT,
			       .link = PERMALINK_NONE };
	if (argc > 1 && options_command_find(argv[1], &o->command))
		a.i = 2;
	rc = parse_args(o, &a, err);
	if (rc && o->command == CMD_BROWSE)
		suggest_command(argc, argv, err);
	take_symbol(o);
	take_link(o);
	add_expressions(o);
	return rc;
}

void options_release(struct options *o)
{
	vec_release(&o->files);
	vec_release(&o->expressions);
	vec_release(&o->cmds);
	vec_release(&o->spans);
	buf_release(&o->filter);
	permalink_release(&o->link);
}

static void usage_head(enum command command, struct buf *out)
{
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (commands[i].command == command)
			buf_addf(out, "Usage: perfnav %s %s\n%s\n", commands[i].name,
				 commands[i].args, commands[i].help);
	if (command != CMD_BROWSE)
		return;
	buf_adds(out, "Usage: perfnav [OPTIONS] [FILE...]\n"
		      "Browse a perf.data recording: every record, field and byte.\n"
		      "Without FILE, perfnav opens perf.data. If standard output is not a\n"
		      "terminal, perfnav prints the records, like perfnav print.\n\nCommands:\n");
	for (size_t i = 0; i < N_COMMANDS; i++)
		buf_addf(out, "  perfnav %-10s %s\n", commands[i].name, commands[i].help);
}

void options_usage(enum command command, struct buf *out)
{
	usage_head(command, out);
	buf_adds(out, "\nOptions:\n");
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct cli_option *row = &rows[i];
		struct buf name = BUF_INIT;

		if (!(row->commands & command))
			continue;
		if (row->letter)
			buf_addf(&name, "-%c, ", row->letter);
		else
			buf_adds(&name, "    ");
		buf_addf(&name, "--%s%s%s", row->name, row->arg ? " " : "",
			 row->arg ? row->arg : "");
		buf_addf(out, "  %-26s %s%s\n", name.p, name.len > 26 ? " " : "", row->help);
		buf_release(&name);
	}
}

bool options_command_find(const char *name, enum command *command)
{
	for (size_t i = 0; i < N_COMMANDS; i++) {
		if (strcmp(commands[i].name, name) != 0)
			continue;
		*command = commands[i].command;
		return true;
	}
	return false;
}

const char *options_command_name(enum command command)
{
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (commands[i].command == command)
			return commands[i].name;
	return NULL;
}

const char *options_command_like(const char *name)
{
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (text_distance(commands[i].name, name, 2) <= 2)
			return commands[i].name;
	return NULL;
}

bool options_option(size_t i, struct option_info *info)
{
	if (i >= N_ROWS)
		return false;
	*info = (struct option_info){ .letter = rows[i].letter,
				      .name = rows[i].name,
				      .arg = rows[i].arg,
				      .help = rows[i].help,
				      .commands = rows[i].commands };
	return true;
}

bool options_command(size_t i, struct command_info *info)
{
	if (i >= N_COMMANDS)
		return false;
	*info = commands[i];
	return true;
}
