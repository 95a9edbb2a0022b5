/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANKIND_H
#define SPANS_SPANKIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/names.h"

/*
 * The kinds of spans as data: a span is the time from a record to the record that ends it. A
 * kind has a row for each way in which recordings tell it; the first row whose events a
 * recording has gives its spans, so that nothing is counted twice.
 */

/* Whose the spans are: two records belong together if they are of the same one. */
enum span_scope {
	SPAN_THREAD, /* pid and tid of the sample; of tid 0 its CPU */
	SPAN_CPU,
	SPAN_KEY /* nobody's: the key alone decides */
};

/* What the name of a span is. */
enum span_naming {
	SPAN_BY_EVENT,	  /* what * stands for in the name of the event, else that name */
	SPAN_BY_NUMBER,	  /* the name of a number in names, else the number */
	SPAN_BY_MASK,	  /* the names of its bits */
	SPAN_BY_SYSCALL,  /* the system call of that number */
	SPAN_BY_TEXT,	  /* a text field */
	SPAN_BY_FUNCTION, /* the function of the kernel at that address */
	SPAN_BY_DEVICE,	  /* a block device, and the operation in the text field after it */
	SPAN_BY_MISC	  /* of SWITCH records: whether the thread was preempted */
};

/* What a second begin with the key of an open span does. */
enum span_again {
	SPAN_REPLACES, /* the open one stays without an end */
	SPAN_NESTS,    /* the last one that has begun ends first */
	SPAN_GOES_ON   /* it begins nothing */
};

struct span_kind {
	const char *name;
	/*
	 * Events, separated by blanks, or a record type without a colon (SWITCH, also for
	 * SWITCH_CPU_WIDE). One * stands for the same text in both, ** for any event.
	 */
	const char *begin, *end;
	bool besides; /* also where a row before it gives spans of the same kind */
	bool untaken; /* only events that neither begin nor end spans of rows before it */
	enum span_scope scope;
	/* Fields that have to be equal, up to two with a comma between; NULL: none. */
	const char *begin_key, *end_key;
	bool key_is_thread; /* the key is the tid of a thread: its end is looked for */
	enum span_naming naming;
	const char *name_field, *more_name; /* of the record that begins it */
	const struct names *names;
	const char *ret;		/* the field of the result; NULL: it has none */
	bool ret_is_error;		/* negative ones are error numbers, negated */
	const char *const *without_end; /* names of spans that have none; NULL: all have one */
	bool zero_is_none; /* a key of 0, and of all ones, is nobody's: no span begins or ends */
	enum span_again again;
	/* Events that tell that it will end soon, NULL after the last; the field with the key. */
	const char *const *wakeups;
	const char *wakeup_key;
	const char *const *never_woken; /* names of spans that nothing has to wake; NULL: none */
};

enum {
	SPAN_KINDS_MAX = 32
};

/* They end with a NULL name. */
extern const struct span_kind span_kinds[];

#endif
