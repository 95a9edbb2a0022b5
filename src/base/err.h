/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * An error for the user: a code, a message without a newline at its end, and the place if it is
 * known. Functions that can fail return 0 or one of these negative codes, and fill the err of the
 * caller. If err is NULL, the message is lost. Text of a recording is escaped before it becomes
 * part of a message.
 */
enum err_code {
	ERR_NONE = 0,
	ERR_FORMAT = -1, /* not a perf.data file, or one that cannot be opened */
	ERR_OPEN = -2,	 /* the file cannot be opened or read */
	ERR_IO = -3,	 /* a read or write failed later */
	ERR_PARSE = -4,	 /* a filter or an option has an error; offset is the column */
	ERR_STALE = -5,	 /* an index belongs to another recording, or is damaged */
	ERR_STOPPED = -6 /* the caller asked to stop */
};

#define ERR_NO_OFFSET UINT64_MAX

struct err {
	enum err_code code;
	uint64_t offset; /* in the file or text, or ERR_NO_OFFSET */
	char msg[400];
};

#define ERR_INIT                                                                                   \
	{                                                                                          \
		.code = ERR_NONE, .offset = ERR_NO_OFFSET                                          \
	}

void err_clear(struct err *err);

/* Fill err and return the code, for "return err_set(...)". */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int err_set_at(struct err *err, enum err_code code, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
