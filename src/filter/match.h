/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_MATCH_H
#define FILTER_MATCH_H

#include "filter/nametest.h"
#include "filter/row_context.h"

/* Is a condition true of a row? */
bool match_holds(struct row_context *l, const struct node *node);

/*
 * The answer of a NODE_NAME for its address, which is that of a sample or of a deferred call chain.
 */
enum nametest_answer match_name(struct row_context *l, const struct node *node);

#endif
