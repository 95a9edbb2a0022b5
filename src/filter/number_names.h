/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_NUMBER_NAMES_H
#define FILTER_NUMBER_NAMES_H

#include "filter/expr.h"

/* Names of a field's numbers: those of wire/names.h, and a few that users type. */

/* The field whose names can be compared with a node's value; FIELD_NONE: there are no names. */
enum field_id number_names_node(const struct node *node);

/* Set *num to the number of a name, ignoring case. Returns false if the field has no such name. */
bool number_names_find(enum field_id field, const char *name, size_t len, uint64_t *num);

/* Is each bit a name, so that == tests the bit? */
bool number_names_are_bits(enum field_id field);

/*
 * For data_src.lvl: set what a name means in the older bits, and in data_src.lvl_num (one bit for
 * each number). Returns false for an unknown name.
 */
bool number_names_level(const char *name, size_t len, uint64_t *bits, uint32_t *levels);

/* The most similar name, a static text, or NULL. */
const char *number_names_suggest(enum field_id field, const char *name);

#endif
