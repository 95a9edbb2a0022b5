/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/offer.h"

#include <string.h>

#include "cli/candidates.h"
#include "wire/schema.h"
#include "wire/vocabulary.h"

static const struct {
	const char *arg;
	enum offer_kind kind;
} values[] = {
	{ "FILE", OFFER_FILE },	       { "PATH", OFFER_FILE },	      { "OUT", OFFER_FILE },
	{ "DIR", OFFER_FOLDER },       { "EXPR", OFFER_FIELD },	      { "FIELD,...", OFFER_FIELDS },
	{ "TYPE,...", OFFER_TYPES },   { "EVENT,...", OFFER_EVENTS }, { "COMM,...", OFFER_COMMS },
	{ "DEFINITION", OFFER_SPANS },
};

const char *offer_candidates(enum offer_kind kind)
{
	return candidates_name(kind == OFFER_EVENTS  ? CANDIDATES_EVENTS
			       : kind == OFFER_COMMS ? CANDIDATES_COMMS
						     : CANDIDATES_SPANS);
}

enum offer_kind offer_of_value(const char *arg)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!strcmp(values[i].arg, arg))
			return values[i].kind;
	return strchr(arg, '|') ? OFFER_WORDS : OFFER_NONE;
}

enum offer_kind offer_of_command(const struct command_info *command)
{
	return strstr(command->args, "FILE") ? OFFER_FILE : offer_of_value(command->args);
}

void offer_add_words(struct buf *out, const char *arg)
{
	for (; *arg; arg++)
		buf_addc(out, *arg == '|' ? ' ' : *arg);
}

static void offer_add_fields(struct buf *out)
{
	const char *before = "";

	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		if (!vocabulary_is_field((enum field_id)w))
			continue;
		buf_addf(out, "%s%s", before, field_info((enum field_id)w)->name);
		before = " ";
	}
}

static void offer_add_types(struct buf *out)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			buf_addf(out, "%s ", desc->name);
	record_name(out, RECORD_DAMAGE);
}

void offer_add_commands(struct buf *out, unsigned bits)
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

void offer_add_lists(struct buf *out, const char *fields, const char *types, const char *end)
{
	buf_adds(out, fields);
	offer_add_fields(out);
	buf_adds(out, end);
	buf_adds(out, types);
	offer_add_types(out);
	buf_adds(out, end);
}
