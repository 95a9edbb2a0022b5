/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_NAMETEST_H
#define QUERY_NAMETEST_H

#include "query/expr.h"
#include "query/regex.h"
#include "recording/derived.h"
#include "recording/reader.h"

/*
 * Conditions on names of addresses (sym, dso and their like) as conditions on the addresses
 * (NODE_NAME), so that a record's name need not be made for them: which addresses of a module
 * have such a symbol is found out once, and which answer an address had among the same mappings is
 * remembered. The answers are those that the names would give.
 */

/* Put NODE_NAME where a tree asks for such a name; returns how many there are. */
size_t nametest_put(struct node **root);

/* What else a walk has to make for the condition on a word (recording/derived.h). */
void nametest_derive(enum word word, struct derived_set *set);

enum nametest_answer {
	NAMETEST_ABSENT, /* the address has no such name */
	NAMETEST_NO,	 /* it has one, or perhaps has none where node->all is false, */
	NAMETEST_YES	 /* for which the condition holds */
};

/* Does it hold for a text? node: a TEXTS or a MATCH. */
enum regex_result nametest_text(const struct node *node, struct regex_matcher *matcher,
				const void *text, size_t len);

/* The answers to one NODE_NAME, for one thread; reader, node and matcher outlive it. */
struct nametest;

struct nametest *nametest_open(struct reader *reader, const struct node *node,
			       struct regex_matcher *matcher, const _Atomic bool *stop);
void nametest_close(struct nametest *test);

/* Of an address of a row. mode: of a frame of the call chain what it is of, else not used. */
enum nametest_answer nametest_ask(struct nametest *test, const struct row_info *info,
				  enum cpumode mode, uint64_t addr);

#endif
