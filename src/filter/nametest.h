/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_NAMETEST_H
#define FILTER_NAMETEST_H

#include "filter/expr.h"
#include "filter/regex.h"
#include "recording/derived.h"
#include "recording/mappings.h"
#include "recording/reader.h"

/*
 * Converts conditions on names of addresses (sym, dso and similar fields) to conditions on the
 * addresses (NODE_NAME), so that the names of a record need not be made. For each module, the
 * addresses whose symbols satisfy the condition are determined once. The answer for an address is
 * kept as long as the mappings are the same. The answers are the same as with a comparison of the
 * names.
 */

/* Replace the conditions on such names in a tree by NODE_NAME; returns their number. */
size_t nametest_put(struct node **root);

/* Add the fields that a walk has to make for the condition on a field (recording/derived.h). */
void nametest_derive(enum field_id field, struct derived_set *set);

enum nametest_answer {
	NAMETEST_ABSENT, /* the address has no such name */
	/* it has one for which the condition is false, or perhaps none if node->all is false */
	NAMETEST_NO,
	NAMETEST_YES /* it has one for which the condition is true */
};

/* Is the condition true of a text? node: a TEXTS or a MATCH. */
enum regex_result nametest_text(const struct node *node, struct regex_matcher *matcher,
				const void *text, size_t len);

/* The answers of one NODE_NAME, for one thread; reader, node and matcher outlive it. */
struct nametest;

struct nametest *nametest_open(struct reader *reader, const struct node *node,
			       struct regex_matcher *matcher, const _Atomic bool *stop);
void nametest_close(struct nametest *test);

/*
 * The answer for an address of a row. mode: the cpumode of a frame of the call chain; otherwise not
 * used.
 */
enum nametest_answer nametest_ask(struct nametest *test, const struct row_info *info,
				  enum cpumode mode, uint64_t addr);

/*
 * Does the condition certainly hold for none of the kernel's mappings at the time of a row? Get the
 * lifetime of the result.
 */
bool nametest_no_kernel(struct nametest *test, const struct row_info *info,
			struct mappings_lifetime *lifetime);

/* Is a NODE_NAME about the file at the address of a sample (`dso`)? */
bool nametest_is_file(const struct node *node);

#endif
