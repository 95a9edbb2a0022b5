/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion.h"
#include "cli/offer.h"

static void bash_names(struct buf *out, const struct option_info *option, const char *between)
{
	if (option->letter)
		buf_addf(out, "-%c%s", option->letter, between);
	buf_addf(out, "--%s", option->name);
}

static void bash_value(struct buf *out, const char *arg)
{
	switch (offer_of_value(arg)) {
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
		offer_add_words(out, arg);
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
		buf_addf(out, "kind=names words=%s", offer_candidates(offer_of_value(arg)));
		break;
	case OFFER_SPANS:
		buf_addf(out, "kind=line words=%s", offer_candidates(offer_of_value(arg)));
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
	if (command && offer_of_command(command) != OFFER_FILE) {
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

void completion_bash(struct buf *out)
{
	struct command_info command;

	buf_adds(out, bash_head);
	offer_add_lists(out, "\tfields='", "\ttypes='", "'\n");
	buf_adds(out, "\tcommands='");
	offer_add_commands(out, ~0U);
	buf_adds(out, "'\n");
	buf_adds(out, bash_words);
	buf_adds(out, "\tcase $command in\n");
	bash_command(out, CMD_BROWSE, NULL);
	for (size_t i = 0; options_command(i, &command); i++)
		bash_command(out, command.command, &command);
	buf_adds(out, "\tesac\n");
	buf_adds(out, bash_tail);
}
