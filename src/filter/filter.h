/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_FILTER_H
#define FILTER_FILTER_H

#include "base/buf.h"
#include "base/err.h"
#include "field/value.h"
#include "filter/expr.h"
#include "filter/macros.h"
#include "recording/derived.h"
#include "recording/reader.h"

/*
 * A filter: the text that the user typed, and its meaning. The fields of the language are those of
 * wire/fields.def; perfnav-filter(7) has the grammar. A line that begins with an option (-p,
 * --time) is read as options of perf script. A filter does not change after it was parsed, so any
 * number of threads may evaluate it.
 */
struct filter {
	char *text;
	struct node *root;	    /* NULL: the empty expression, which matches everything */
	unsigned tier;		    /* the highest cost tier of its fields */
	size_t leaves;		    /* number of conditions other than AND, OR, NOT */
	struct derived_set derived; /* derived fields that walks have to make */
	size_t names;		    /* conditions on names of addresses (NODE_NAME) */
	bool noted;		    /* it uses the user's notes or flags */
	bool wants_span;	    /* it needs the first and the last time of the recording */
	bool wants_state;	    /* it needs the state at the row's time, which is known when all
			   * records are read */
	enum value_when when;	    /* when the values of its fields are known, at most
				     * VALUE_REVISED: the user does not wait for the end */
};

/* The source of $f and $name(...); zeroed: neither can be used. */
struct filter_context {
	/* Set the row for $f (mark 0) or $'a.f (mark 'a'). Returns false if there is none. */
	bool (*row)(void *arg, char mark, struct row_info *info);
	void *arg;
	struct reader *reader; /* of the calling thread, to read the values */
	const struct macros *macros;
};

/* Returns ERR_PARSE, with what was expected in err->msg and the byte column in err->offset. */
int filter_parse(struct filter **filter, const char *text, struct err *err);

/*
 * The same with values and macros; the values of $f are those of now. context NULL: as
 * filter_parse().
 */
int filter_parse_in(struct filter **filter, const char *text, const struct filter_context *context,
		    struct err *err);

/*
 * Append the expression that the text means: options of perf script as an expression, values in
 * place of $f, bodies in place of macros. The result does not depend on the context and can be
 * combined with other expressions. Errors are those of filter_parse().
 */
int filter_resolve(const char *text, const struct filter_context *context, struct buf *out,
		   struct err *err);

/* Append the expression of a filter that was parsed without a context; NULL: nothing. */
void filter_expression(const struct filter *filter, struct buf *out);

/* When everything that the filter uses is known. NULL: the filter that matches every row. */
enum value_when filter_when(const struct filter *filter);

void filter_free(struct filter *filter);

/*
 * Append the message, the expression, and a caret under the column if there is one, as lines for a
 * terminal.
 */
void filter_explain(const char *text, const struct err *err, struct buf *out);

#endif
