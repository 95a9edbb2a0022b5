/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_NAMES_H
#define QUERY_NAMES_H

#include "query/expr.h"

/* Names that stand for numbers of a field: those of wire/names.h, and some that people type. */

/* The word whose names can stand beside a value, WORD_NONE: it has none. */
enum word names_of_node(const struct node *node);

/* The number of a name, ignoring case. False: the word has no such name. */
bool names_of_word(enum word word, const char *name, size_t len, uint64_t *num);

/* Is each bit a name, so that == asks for the bit? */
bool names_are_bits(enum word word);

/*
 * Of data_src.lvl: what a name means in the older bits and in data_src.lvl_num (a bit
 * for each number). False: no such name.
 */
bool names_of_level(const char *name, size_t len, uint64_t *bits, uint32_t *levels);

/* The nearest name, or NULL. */
const char *names_suggest(enum word word, const char *name);

#endif
