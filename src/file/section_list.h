/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SECTION_LIST_H
#define FILE_SECTION_LIST_H

#include "file/section.h"
#include "wire/names.h"

/* Sections that are lists of structures, described by tables. */

/* Kinds of values that text shows with a unit. */
enum field_kind {
	FIELD_END,
	FIELD_U32,
	FIELD_S32,
	FIELD_U64,
	FIELD_HEX32,
	FIELD_SIZE32, /* bytes */
	FIELD_SIZE64,
	FIELD_KB,
	FIELD_STR
};

struct feature_field {
	const char *key;
	uint8_t kind;
	const struct names *names; /* text shows the name, JSON has it as member name_key */
	const char *name_key;
};

/*
 * One structure, or a list of them. line is the text of one element: {key} in it stands for a
 * value.
 */
struct feature_list {
	const struct feature_field *fields;
	const char *line;
	/* size of the number of elements before them: 4 or 8 bytes; or COUNT_NONE, COUNT_TO_END */
	uint8_t count;
	bool wrap; /* text: several elements on one line */
};

enum {
	COUNT_NONE = 0, /* one structure, no list */
	COUNT_TO_END = 1
};

enum {
	FIELDS_MAX = 8
};

/*
 * Read the structures and report them: text as lines, JSON as objects with all fields. key: of the
 * report; NULL: an element of the open list.
 */
void section_list(struct section_reader *s, const char *key, const struct feature_list *list);

#endif
