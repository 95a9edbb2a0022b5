/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_SPANDEF_H
#define FILTER_SPANDEF_H

#include "base/err.h"
#include "spans/spanpair.h"

/*
 * Parse a definition of the user's spans:
 *
 *	NAME EXPR -> EXPR [by FIELD[=FIELD],...] [as FIELD]
 *
 * A record that passes the first expression begins a span. The next record of the same thread that
 * passes the second expression ends it. With by, both must have the same values of these fields
 * instead of the same thread (after = is the field of the end). The span's name is the value of
 * the field after as, else NAME.
 *
 * ERR_PARSE: the error has its place in the text. The caller passes the pair to spans_define(), or
 * calls its free().
 */
int spandef_parse(struct spanpair **pair, const char *text, struct err *err);

/*
 * Returns ERR_PARSE if it names a field of tracepoints that the recording does not have; the error
 * of an expression has its place in the text.
 */
int spandef_check(const struct spanpair *pair, struct recording *recording, struct err *err);

/* check_absent() of the expression that begins the spans, or else of the other. */
bool spandef_warn(const struct spanpair *pair, const struct recording *recording, struct buf *out);

/*
 * Return the kind of the table whose spans begin at records that may also begin spans of the pair.
 * span.* then describes the spans of that kind. NULL: there is none, or the indexes are not
 * complete.
 */
const char *spandef_rival(const struct spanpair *pair, struct recording *recording);

#endif
