/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * What went wrong, for a person: a code, a message without a trailing newline,
 * and where, if a place is known. Functions that can fail return 0 or one of
 * these negative codes and fill the error that the caller owns; a NULL error is
 * allowed everywhere and drops the message.
 *
 * Text that comes from a recording is already escaped when it is in a message.
 */
enum err_code {
	ERR_NONE = 0,
	ERR_FORMAT = -1, /* not a perf.data file, or not one that can be opened */
	ERR_OPEN = -2,	 /* the file cannot be opened or read at all */
	ERR_IO = -3,	 /* reading or writing failed half way */
	ERR_PARSE = -4,	 /* a filter or an option does not parse; offset is the column */
	ERR_STALE = -5,	 /* an index that does not belong to the recording, or is damaged */
	ERR_STOPPED = -6 /* the caller asked to stop */
};

#define ERR_NO_OFFSET UINT64_MAX

struct err {
	enum err_code code;
	uint64_t offset; /* bytes into the file or text, or ERR_NO_OFFSET */
	char msg[400];
};

#define ERR_INIT                                                                                   \
	{                                                                                          \
		.code = ERR_NONE, .offset = ERR_NO_OFFSET                                          \
	}

void err_clear(struct err *err);

/* Fill err and return its code, so that a function can "return err_set(...)". */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int err_set_at(struct err *err, enum err_code code, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
