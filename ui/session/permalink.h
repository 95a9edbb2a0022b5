/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_PERMALINK_H
#define SESSION_PERMALINK_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * A link to a record: FILE#PART&PART..., as in perf.data#n=123&f=pid%20==%2012. The parts are
 *
 *	n=123		the record with this ordinal, or
 *	o=0x1a8		the record at this offset of the file,
 *	f=FILTER	the filter, and
 *	order=time	the order of the list; without it, file order.
 *
 * In a filter %XX is a byte: characters that a shell, a web page or a mail program would interpret
 * have this form.
 */
struct permalink {
	struct buf file, where, filter; /* where: in the form of --goto */
	bool by_time;
};

#define PERMALINK_NONE                                                                             \
	{                                                                                          \
		.file = BUF_INIT, .where = BUF_INIT, .filter = BUF_INIT                            \
	}

/* Parse a link. Returns false if the text is no link; *link is then empty. */
bool permalink_parse(struct permalink *link, const char *text);
void permalink_release(struct permalink *link);

/* Append the link. */
void permalink_add(const struct permalink *link, struct buf *out);

#endif
