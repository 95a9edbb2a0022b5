/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FILTER_H
#define QUERY_FILTER_H

#include "base/buf.h"
#include "base/err.h"
#include "query/expr.h"
#include "query/macros.h"
#include "recording/derived.h"
#include "recording/reader.h"

/*
 * A filter: the text that somebody typed, and what it means. The words of the language
 * are those of wire/words.def; perfnav-filter(7) tells the grammar. A line that
 * begins with an option (-p, --time) is read as options of perf script. Not changed after
 * it was parsed: any number of threads may evaluate one.
 */
struct filter {
	char *text;
	struct node *root;	    /* NULL: the empty expression, which everything matches */
	unsigned tier;		    /* what has to be read: the highest cost tier of its words */
	size_t leaves;		    /* conditions that are no AND, OR, NOT */
	struct derived_set derived; /* words that walks over records have to make */
	size_t names;		    /* conditions on names of addresses (NODE_NAME) */
	bool noted;		    /* it asks for what people have noted of records */
	bool wants_span;	    /* it needs to know when the recording begins and ends, */
	bool wants_state; /* what was mapped or known then, which all records together tell, */
	bool revised;	  /* or what later records may change (VALUE_REVISED) */
};

/* Where $f and $name(...) come from; zeroed: there is neither. */
struct filter_context {
	/* The row that $f (mark 0) or $'a.f (mark 'a') is about. False: there is none. */
	bool (*row)(void *arg, char mark, struct row_info *info);
	void *arg;
	struct reader *reader; /* to read the values from; of the calling thread */
	const struct macros *macros;
};

/* ERR_PARSE, with what was expected in err->msg and the byte column in err->offset. */
int filter_parse(struct filter **filter, const char *text, struct err *err);

/* The same with values and macros; those of $f are taken now. NULL: as filter_parse(). */
int filter_parse_in(struct filter **filter, const char *text, const struct filter_context *context,
		    struct err *err);

/*
 * Append the expression that the text stands for: options of perf script as an
 * expression, values in place of $f, bodies in place of macros. It reads the same
 * at any time, and can be joined with others. An error as above.
 */
int filter_resolve(const char *text, const struct filter_context *context, struct buf *out,
		   struct err *err);

/* Append the expression of a filter that was parsed without values; NULL: there is none. */
void filter_expression(const struct filter *filter, struct buf *out);

void filter_free(struct filter *filter);

/* Message, expression and a caret under the column if there is one, as lines for a terminal. */
void filter_explain(const char *text, const struct err *err, struct buf *out);

#endif
