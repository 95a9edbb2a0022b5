/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/candidates.h"
#include "cli/cli.h"
#include "wire/vocabulary.h"

/*
 * What may follow an option or a command. Its help shows this: "FILE", or the words themselves, as
 * in "file|time".
 */
enum offer_kind {
	OFFER_NONE, /* nothing to offer: a number or an expression */
	OFFER_FILE,
	OFFER_FOLDER,
	OFFER_WORDS,  /* one of a few words */
	OFFER_FIELD,  /* a field's name, which may be followed by more */
	OFFER_FIELDS, /* names of fields, joined by commas */
	OFFER_TYPES,  /* types of records, joined by commas */
	OFFER_EVENTS, /* events of the named recording, joined by commas */
	OFFER_COMMS,  /* tasks of that recording, joined by commas */
	OFFER_SPANS   /* a definition of spans */
};

static const struct {
	const char *arg;
	enum offer_kind kind;
} values[] = {
	{ "FILE", OFFER_FILE },	       { "PATH", OFFER_FILE },	      { "OUT", OFFER_FILE },
	{ "DIR", OFFER_FOLDER },       { "EXPR", OFFER_FIELD },	      { "FIELD,...", OFFER_FIELDS },
	{ "TYPE,...", OFFER_TYPES },   { "EVENT,...", OFFER_EVENTS }, { "COMM,...", OFFER_COMMS },
	{ "DEFINITION", OFFER_SPANS },
};

/* What the completion asks the program for. */
static const char *asked_for(enum offer_kind kind)
{
	return candidates_name(kind == OFFER_EVENTS  ? CANDIDATES_EVENTS
			       : kind == OFFER_COMMS ? CANDIDATES_COMMS
						     : CANDIDATES_SPANS);
}

static enum offer_kind offer_kind(const char *arg)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!strcmp(values[i].arg, arg))
			return values[i].kind;
	return strchr(arg, '|') ? OFFER_WORDS : OFFER_NONE;
}

/* What follows a command. */
static enum offer_kind operand_kind(const struct command_info *command)
{
	return strstr(command->args, "FILE") ? OFFER_FILE : offer_kind(command->args);
}

/* The words of "file|time", separated by blanks. */
static void add_words(struct buf *out, const char *arg)
{
	for (; *arg; arg++)
		buf_addc(out, *arg == '|' ? ' ' : *arg);
}

static void add_fields(struct buf *out)
{
	const char *before = "";

	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		if (!vocabulary_is_field((enum field_id)w))
			continue;
		buf_addf(out, "%s%s", before, field_info((enum field_id)w)->name);
		before = " ";
	}
}

static void add_types(struct buf *out)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			buf_addf(out, "%s ", desc->name);
	record_name(out, RECORD_DAMAGE);
}

/* The names of the commands whose bits are set. */
static void add_commands(struct buf *out, unsigned bits)
{
	struct command_info command;
	const char *before = "";

	for (size_t i = 0; options_command(i, &command); i++) {
		if (!(command.command & bits))
			continue;
		buf_addf(out, "%s%s", before, command.name);
		before = " ";
	}
}

static void add_lists(struct buf *out, const char *fields, const char *types, const char *end)
{
	buf_adds(out, fields);
	add_fields(out);
	buf_adds(out, end);
	buf_adds(out, types);
	add_types(out);
	buf_adds(out, end);
}

/* ---- bash ---- */

static void bash_names(struct buf *out, const struct option_info *option, const char *between)
{
	if (option->letter)
		buf_addf(out, "-%c%s", option->letter, between);
	buf_addf(out, "--%s", option->name);
}

static void bash_value(struct buf *out, const char *arg)
{
	switch (offer_kind(arg)) {
	case OFFER_NONE:
		buf_adds(out, "kind=none");
		break;
	case OFFER_FILE:
		buf_adds(out, "kind=path");
		break;
	case OFFER_FOLDER:
		buf_adds(out, "kind=folder");
		break;
	case OFFER_WORDS:
		buf_adds(out, "kind=words words='");
		add_words(out, arg);
		buf_addc(out, '\'');
		break;
	case OFFER_FIELD:
		buf_adds(out, "kind=start words=$fields");
		break;
	case OFFER_FIELDS:
		buf_adds(out, "kind=list words=$fields");
		break;
	case OFFER_TYPES:
		buf_adds(out, "kind=list words=$types");
		break;
	case OFFER_EVENTS:
	case OFFER_COMMS:
		buf_addf(out, "kind=names words=%s", asked_for(offer_kind(arg)));
		break;
	case OFFER_SPANS:
		buf_addf(out, "kind=line words=%s", asked_for(offer_kind(arg)));
		break;
	}
}

/* The case of a command: its options, then the values for the previous word. */
static void bash_command(struct buf *out, enum command bit, const struct command_info *command)
{
	struct option_info option;

	buf_addf(out, "\t%s)\n\t\toptions='", command ? command->name : "''");
	for (size_t i = 0; options_option(i, &option); i++) {
		if (option.commands & bit) {
			bash_names(out, &option, " ");
			buf_addc(out, ' ');
		}
	}
	buf_truncate(out, out->len - 1);
	buf_adds(out, "'\n");
	if (command && operand_kind(command) != OFFER_FILE) {
		buf_adds(out, "\t\t");
		bash_value(out, command->args);
		buf_addc(out, '\n');
	}
	buf_adds(out, "\t\tcase $before in\n");
	for (size_t i = 0; options_option(i, &option); i++) {
		if (!(option.commands & bit) || !option.arg)
			continue;
		buf_adds(out, "\t\t");
		bash_names(out, &option, " | ");
		buf_adds(out, ") ");
		bash_value(out, option.arg);
		buf_adds(out, " ;;\n");
	}
	buf_adds(out, "\t\tesac\n\t\t;;\n");
}

static const char bash_head[] =
	"# bash completion of perfnav, written by \"perfnav completion bash\"\n"
	"_perfnav_offer() {\n"
	"\tmapfile -t COMPREPLY < <(compgen \"$@\")\n"
	"}\n"
	/* Asks perfnav about the files in the line. */
	"_perfnav_ask() {\n"
	"\tlocal answer files=()\n"
	"\tfor answer in \"${COMP_WORDS[@]:1}\"; do\n"
	"\t\t[[ ! -e $answer ]] || files+=(\"$answer\")\n"
	"\tdone\n"
	"\twhile IFS= read -r answer; do\n"
	"\t\t[[ $answer != \"$2\"* ]] || COMPREPLY+=(\"$3$(printf %q \"$answer\")\")\n"
	"\tdone < <(\"${COMP_WORDS[0]}\" completion \"$1\" \"${files[@]}\" 2>/dev/null | sort -u)\n"
	"}\n"
	"_perfnav() {\n"
	"\tlocal word before at=$COMP_CWORD\n"
	"\tlocal kind=path command='' options='' words='' last fields types commands\n";

/* bash splits --option=value and sched:sched_switch into three words. */
static const char bash_words[] =
	"\twhile ((at > 1)) && [[ ${COMP_WORDS[at - 1]} != -* && "
	"(${COMP_WORDS[at]} == : || ${COMP_WORDS[at - 1]} == :) ]]; do\n"
	"\t\t((at--))\n"
	"\tdone\n"
	"\tprintf -v word %s \"${COMP_WORDS[@]:at:COMP_CWORD - at + 1}\"\n"
	"\tbefore=${COMP_WORDS[at - 1]}\n"
	"\tif [[ $word == = ]]; then\n"
	"\t\tword=''\n"
	"\telif [[ $before == = ]]; then\n"
	"\t\tbefore=${COMP_WORDS[at - 2]}\n"
	"\tfi\n"
	"\tif ((COMP_CWORD > 1)) && [[ \" $commands \" == *\" ${COMP_WORDS[1]} \"* ]]; then\n"
	"\t\tcommand=${COMP_WORDS[1]}\n"
	"\tfi\n";

static const char bash_tail[] =
	"\tCOMPREPLY=()\n"
	"\tcase $kind:$word in\n"
	"\tpath:-* | none:-* | words:-*) _perfnav_offer -W \"$options\" -- \"$word\" ;;\n"
	"\twords:*) _perfnav_offer -W \"$words\" -- \"$word\" ;;\n"
	"\tfolder:*)\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\t_perfnav_offer -d -- \"$word\"\n"
	"\t\t;;\n"
	"\tstart:*)\n"
	"\t\tcompopt -o nospace 2>/dev/null\n"
	"\t\t_perfnav_offer -W \"$words\" -- \"$word\"\n"
	"\t\t;;\n"
	"\tlist:*)\n"
	"\t\tlast=${word##*,}\n"
	"\t\tcompopt -o nospace 2>/dev/null\n"
	"\t\t_perfnav_offer -P \"${word%\"$last\"}\" -W \"$words\" -- \"$last\"\n"
	"\t\t;;\n"
	"\tnames:*)\n"
	"\t\tlast=${word##*,}\n"
	"\t\tcompopt -o nospace 2>/dev/null\n"
	"\t\t_perfnav_ask \"$words\" \"$last\" \"${word%\"$last\"}\"\n"
	"\t\t;;\n"
	"\tline:*) _perfnav_ask \"$words\" \"$word\" '' ;;\n"
	"\tpath:*)\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\t((COMP_CWORD > 1)) || words=$commands\n"
	"\t\t_perfnav_offer -f -W \"$words\" -- \"$word\"\n"
	"\t\t;;\n"
	"\tesac\n"
	/* In a word with a colon bash replaces only the part after it. */
	"\t((at == COMP_CWORD)) || COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*:}\"}\"}\")\n"
	"}\n"
	"complete -F _perfnav perfnav\n";

static void write_bash(struct buf *out)
{
	struct command_info command;

	buf_adds(out, bash_head);
	add_lists(out, "\tfields='", "\ttypes='", "'\n");
	buf_adds(out, "\tcommands='");
	add_commands(out, ~0U);
	buf_adds(out, "'\n");
	buf_adds(out, bash_words);
	buf_adds(out, "\tcase $command in\n");
	bash_command(out, CMD_BROWSE, NULL);
	for (size_t i = 0; options_command(i, &command); i++)
		bash_command(out, command.command, &command);
	buf_adds(out, "\tesac\n");
	buf_adds(out, bash_tail);
}

/* ---- zsh ---- */

/* A help text inside of '[...]' for _arguments. */
static void zsh_text(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			buf_adds(out, "'\\'");
		else if (strchr("[]:\\", *text))
			buf_addc(out, '\\');
		buf_addc(out, *text);
	}
}

static void zsh_value(struct buf *out, const char *arg)
{
	switch (offer_kind(arg)) {
	case OFFER_NONE:
		buf_addc(out, ' ');
		break;
	case OFFER_FILE:
		buf_adds(out, "_files");
		break;
	case OFFER_FOLDER:
		buf_adds(out, "_files -/");
		break;
	case OFFER_WORDS:
		buf_addc(out, '(');
		add_words(out, arg);
		buf_addc(out, ')');
		break;
	case OFFER_FIELD:
		buf_adds(out, "compadd -S \"\" -a fields");
		break;
	case OFFER_FIELDS:
		buf_adds(out, "_sequence compadd - $fields");
		break;
	case OFFER_TYPES:
		buf_adds(out, "_sequence compadd - $types");
		break;
	case OFFER_EVENTS:
	case OFFER_COMMS:
		buf_addf(out, "_sequence _perfnav_ask %s -", asked_for(offer_kind(arg)));
		break;
	case OFFER_SPANS:
		buf_addf(out, "_perfnav_ask %s", asked_for(offer_kind(arg)));
		break;
	}
}

/* An option in the form of _arguments: '(-n --max)'{-n+,--max=}'[help]:N: '. */
static void zsh_option(struct buf *out, const struct option_info *option)
{
	const char *with = option->arg ? "=" : "";

	buf_adds(out, " \\\n\t\t\t");
	if (option->letter)
		buf_addf(out, "'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
			 option->letter, option->arg ? "+" : "", option->name, with);
	else
		buf_addf(out, "'--%s%s[", option->name, with);
	zsh_text(out, option->help);
	buf_addc(out, ']');
	if (option->arg) {
		buf_addc(out, ':');
		zsh_text(out, option->arg);
		buf_addc(out, ':');
		zsh_value(out, option->arg);
	}
	buf_addc(out, '\'');
}

static void zsh_command(struct buf *out, enum command bit, const struct command_info *command)
{
	enum offer_kind kind = command ? operand_kind(command) : OFFER_FILE;
	struct option_info option;

	buf_addf(out, "\t%s)\n\t\t_arguments -s -S", command ? command->name : "*");
	for (size_t i = 0; options_option(i, &option); i++)
		if (option.commands & bit)
			zsh_option(out, &option);
	if (kind == OFFER_FILE) {
		buf_adds(out, " \\\n\t\t\t'*:recording:_files'");
	} else if (kind == OFFER_WORDS) {
		buf_adds(out, " \\\n\t\t\t'1: :");
		zsh_value(out, command->args);
		buf_addc(out, '\'');
	}
	buf_adds(out, "\n\t\t;;\n");
}

static void write_zsh(struct buf *out)
{
	struct command_info command;

	buf_adds(out, "#compdef perfnav\n"
		      "# zsh completion of perfnav, written by \"perfnav completion zsh\"\n"
		      "_perfnav_ask() {\n"
		      "\tlocal what=$1 word\n"
		      "\tlocal -a files answers\n"
		      "\tshift\n"
		      "\tfor word in ${(Q)words[2,-1]}; do\n"
		      "\t\t[[ ! -e $word ]] || files+=($word)\n"
		      "\tdone\n"
		      "\tanswers=(${(fu)\"$($program completion $what $files 2>/dev/null)\"})\n"
		      "\tcompadd \"$@\" -a answers\n"
		      "}\n"
		      "_perfnav() {\n"
		      "\tlocal program=${(Q)words[1]}\n"
		      "\tlocal -a fields types commands\n");
	add_lists(out, "\tfields=(", "\ttypes=(", ")\n");
	buf_adds(out, "\tcommands=(\n");
	for (size_t i = 0; options_command(i, &command); i++) {
		buf_addf(out, "\t\t'%s:", command.name);
		zsh_text(out, command.help);
		buf_adds(out, "'\n");
	}
	buf_adds(out, "\t)\n"
		      "\tif ((CURRENT == 2)); then\n"
		      "\t\t_describe command commands\n"
		      "\telif [[ -n ${commands[(r)${words[2]}:*]} ]]; then\n"
		      "\t\tshift words\n"
		      "\t\t((CURRENT--))\n"
		      "\tfi\n"
		      "\tcase $words[1] in\n");
	for (size_t i = 0; options_command(i, &command); i++)
		zsh_command(out, command.command, &command);
	zsh_command(out, CMD_BROWSE, NULL);
	buf_adds(out, "\tesac\n"
		      "}\n"
		      "if [[ $funcstack[1] == _perfnav ]]; then\n"
		      "\t_perfnav \"$@\"\n"
		      "else\n"
		      "\tcompdef _perfnav perfnav\n"
		      "fi\n");
}

/* ---- fish ---- */

static void fish_text(struct buf *out, const char *text)
{
	buf_addc(out, '\'');
	for (; *text; text++) {
		if (strchr("'\\", *text))
			buf_addc(out, '\\');
		buf_addc(out, *text);
	}
	buf_addc(out, '\'');
}

static void fish_value(struct buf *out, const char *arg)
{
	switch (offer_kind(arg)) {
	case OFFER_NONE:
		buf_adds(out, " -x");
		break;
	case OFFER_FILE:
		buf_adds(out, " -r -F");
		break;
	case OFFER_FOLDER:
		buf_adds(out, " -x -a '(__fish_complete_directories)'");
		break;
	case OFFER_WORDS:
		buf_adds(out, " -x -a '");
		add_words(out, arg);
		buf_addc(out, '\'');
		break;
	case OFFER_FIELD:
		buf_adds(out, " -x -a '(__perfnav_fields)'");
		break;
	case OFFER_FIELDS:
		buf_adds(out, " -x -a '(__fish_complete_list , __perfnav_fields)'");
		break;
	case OFFER_TYPES:
		buf_adds(out, " -x -a '(__fish_complete_list , __perfnav_types)'");
		break;
	case OFFER_EVENTS:
	case OFFER_COMMS:
		buf_addf(out, " -x -a '(__fish_complete_list , \"__perfnav_ask %s\")'",
			 asked_for(offer_kind(arg)));
		break;
	case OFFER_SPANS:
		buf_addf(out, " -x -a '(__perfnav_ask %s)'", asked_for(offer_kind(arg)));
		break;
	}
}

/* The condition that a line is one of these commands. The browser's line names no command. */
static void fish_condition(struct buf *out, unsigned commands)
{
	bool browse = commands & CMD_BROWSE;
	struct buf names = BUF_INIT;

	add_commands(&names, browse ? ~commands : commands);
	buf_adds(out, "complete -c perfnav");
	if (names.len)
		buf_addf(out, " -n '%s__fish_seen_subcommand_from %s'", browse ? "not " : "",
			 names.p);
	buf_release(&names);
}

static void write_fish(struct buf *out)
{
	struct command_info command;
	struct option_info option;

	buf_adds(out, "# fish completion of perfnav, written by \"perfnav completion fish\"\n");
	add_lists(out, "function __perfnav_fields\n\tstring split ' ' '",
		  "function __perfnav_types\n\tstring split ' ' '", "'\nend\n");
	buf_adds(out, "function __perfnav_ask\n"
		      "\tset -l words (commandline -op)\n"
		      "\tset -l files\n"
		      "\tfor word in $words[2..]\n"
		      "\t\ttest -e \"$word\"; and set -a files $word\n"
		      "\tend\n"
		      "\tcommand $words[1] completion $argv[1] $files 2>/dev/null | sort -u\n"
		      "end\n");
	for (size_t i = 0; options_command(i, &command); i++) {
		fish_condition(out, CMD_BROWSE);
		buf_addf(out, " -a %s -d ", command.name);
		fish_text(out, command.help);
		buf_addc(out, '\n');
		if (operand_kind(&command) == OFFER_FILE)
			continue;
		fish_condition(out, command.command);
		buf_adds(out, " -f");
		if (operand_kind(&command) == OFFER_WORDS)
			fish_value(out, command.args);
		buf_addc(out, '\n');
	}
	for (size_t i = 0; options_option(i, &option); i++) {
		fish_condition(out, option.commands);
		if (option.letter)
			buf_addf(out, " -s %c", option.letter);
		buf_addf(out, " -l %s", option.name);
		if (option.arg)
			fish_value(out, option.arg);
		buf_adds(out, " -d ");
		fish_text(out, option.help);
		buf_addc(out, '\n');
	}
}

static const struct {
	const char *name;
	void (*write)(struct buf *out);
} shells[] = {
	{ "bash", write_bash },
	{ "zsh", write_zsh },
	{ "fish", write_fish },
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
