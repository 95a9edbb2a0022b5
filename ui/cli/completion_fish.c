/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/completion.h"
#include "cli/offer.h"

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
	switch (offer_of_value(arg)) {
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
		offer_add_words(out, arg);
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
			 offer_candidates(offer_of_value(arg)));
		break;
	case OFFER_SPANS:
		buf_addf(out, " -x -a '(__perfnav_ask %s)'", offer_candidates(offer_of_value(arg)));
		break;
	}
}

/* The condition that a line is one of these commands. The browser's line names no command. */
static void fish_condition(struct buf *out, unsigned commands)
{
	bool browse = commands & CMD_BROWSE;
	struct buf names = BUF_INIT;

	offer_add_commands(&names, browse ? ~commands : commands);
	buf_adds(out, "complete -c perfnav");
	if (names.len)
		buf_addf(out, " -n '%s__fish_seen_subcommand_from %s'", browse ? "not " : "",
			 names.p);
	buf_release(&names);
}

void completion_fish(struct buf *out)
{
	struct command_info command;
	struct option_info option;

	buf_adds(out, "# fish completion of perfnav, written by \"perfnav completion fish\"\n");
	offer_add_lists(out, "function __perfnav_fields\n\tstring split ' ' '",
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
		if (offer_of_command(&command) == OFFER_FILE)
			continue;
		fish_condition(out, command.command);
		buf_adds(out, " -f");
		if (offer_of_command(&command) == OFFER_WORDS)
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
