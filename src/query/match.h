/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_MATCH_H
#define QUERY_MATCH_H

#include "query/look.h"
#include "query/nametest.h"

/* Whether a condition is true of a row. */
bool match_holds(struct look *l, const struct node *node);

/* What a NODE_NAME says of its address, which is that of a sample or of a chain that came late. */
enum nametest_answer match_name(struct look *l, const struct node *node);

#endif
