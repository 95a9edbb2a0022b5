/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_SPANDEF_H
#define FILTER_SPANDEF_H

#include "base/err.h"
#include "spans/spanpair.h"

/*
 * Read the definition of spans of the user's own:
 *
 *	NAME EXPR -> EXPR [by FIELD[=FIELD],...] [as FIELD]
 *
 * A record for which the first expression holds begins a span, which the next one of the same
 * thread for which the second holds ends; with by, of the same values of these fields (the second
 * is that of the end) instead of the same thread. Its name is the value of a field, else NAME.
 *
 * ERR_PARSE: what is wrong, with its place in the text. The caller gives the pair to
 * spans_define(), or calls its free().
 */
int spandef_parse(struct spanpair **pair, const char *text, struct err *err);

/* Returns ERR_PARSE if it names a field of tracepoints that the recording does not have. */
int spandef_check(const struct spanpair *pair, struct recording *recording, struct err *err);

#endif
