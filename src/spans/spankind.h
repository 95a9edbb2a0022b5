/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANKIND_H
#define SPANS_SPANKIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/names.h"

/*
 * The kinds of spans as data. A span is the time from a record to the record that ends it. A kind
 * has a row for each form in which recordings have it. The first row whose events a recording has
 * is used, so that nothing is counted twice.
 */

/* The owner of spans: two records belong together only if they have the same owner. */
enum span_scope {
	SPAN_THREAD, /* pid and tid of the sample; if tid is 0, its CPU */
	SPAN_CPU,
	SPAN_KEY /* no owner: only the key matters */
};

/* The name of a span. */
enum span_naming {
	SPAN_BY_EVENT,	  /* the text that * matches in the event's name, or else that name */
	SPAN_BY_NUMBER,	  /* the name of a number, or else the number */
	SPAN_BY_MASK,	  /* the names of the number's bits */
	SPAN_BY_SYSCALL,  /* the system call with that number */
	SPAN_BY_TEXT,	  /* a text field */
	SPAN_BY_FUNCTION, /* the kernel function at that address */
	SPAN_BY_DEVICE,	  /* a block device, with the operation from the text field after it */
	SPAN_BY_MISC	  /* for SWITCH records: whether the thread was preempted */
};

/* The effect of a second begin with the key of an open span. */
enum span_again {
	SPAN_REPLACES, /* the open span gets no end */
	SPAN_NESTS,    /* the span that began last ends first */
	SPAN_GOES_ON   /* none: the open span continues */
};

struct span_kind {
	const char *name;
	/*
	 * Events, separated by blanks, or a record type without a colon (SWITCH, which includes
	 * SWITCH_CPU_WIDE). One * stands for the same text in both, ** for any event.
	 */
	const char *begin, *end;
	bool besides; /* used even if an earlier row has spans of the same kind */
	/* the row of raw_syscalls does not pair the system calls of this row, too */
	bool covers;
	bool untaken; /* only events that no earlier row uses */
	enum span_scope scope;
	/* Fields that must be equal, up to two, separated by a comma; NULL: none. */
	const char *begin_key, *end_key;
	bool key_is_thread; /* the key is the tid of a thread, whose EXIT ends its spans */
	enum span_naming naming;
	const char *name_field, *more_name; /* in the record that begins the span */
	const struct names *names;
	const char *ret;		/* the field with the result; NULL: none */
	bool ret_is_error;		/* negative results are negated error numbers */
	const char *const *without_end; /* names of spans that never have an end; NULL: none */
	bool zero_is_none; /* a key of 0 or of all ones is ignored: no span begins or ends */
	enum span_again again;
	/*
	 * Events that announce the end of the span, with NULL after the last; and their field with
	 * the key.
	 */
	const char *const *wakeups;
	const char *wakeup_key;
	const char *const *never_woken; /* names of spans that end without a wakeup; NULL: none */
};

enum {
	SPAN_KINDS_MAX = 32
};

/* The table; the last row has the name NULL. */
extern const struct span_kind span_kinds[];

/* A row of the table, by its number from 1 on. */
static inline const struct span_kind *span_kind_at(uint32_t kind)
{
	return &span_kinds[kind - 1];
}

#endif
