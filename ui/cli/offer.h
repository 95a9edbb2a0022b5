/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OFFER_H
#define CLI_OFFER_H

#include "base/buf.h"
#include "options.h"

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

/* What may follow an option whose help shows arg, or a command. */
enum offer_kind offer_of_value(const char *arg);
enum offer_kind offer_of_command(const struct command_info *command);

/* The name under which a script asks perfnav for events, tasks or spans. */
const char *offer_candidates(enum offer_kind kind);

/* Append the words of "file|time", separated by blanks. */
void offer_add_words(struct buf *out, const char *arg);

/* Append the names of the commands whose bits are set, separated by blanks. */
void offer_add_commands(struct buf *out, unsigned bits);

/* Append both lists: each after its beginning, and before `end`. */
void offer_add_lists(struct buf *out, const char *fields, const char *types, const char *end);

#endif
