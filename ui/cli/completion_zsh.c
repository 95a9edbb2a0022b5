/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/completion.h"
#include "cli/offer.h"

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
	switch (offer_of_value(arg)) {
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
		offer_add_words(out, arg);
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
		buf_addf(out, "_sequence _perfnav_ask %s -", offer_candidates(offer_of_value(arg)));
		break;
	case OFFER_SPANS:
		buf_addf(out, "_perfnav_ask %s", offer_candidates(offer_of_value(arg)));
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
	enum offer_kind kind = command ? offer_of_command(command) : OFFER_FILE;
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

void completion_zsh(struct buf *out)
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
	offer_add_lists(out, "\tfields=(", "\ttypes=(", ")\n");
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
