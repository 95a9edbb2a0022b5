/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/err.h"

#include <stdio.h>

void err_clear(struct err *err)
{
	err->code = ERR_NONE;
	err->offset = ERR_NO_OFFSET;
	err->msg[0] = '\0';
}

__attribute__((format(printf, 4, 0))) static int
err_fill(struct err *err, enum err_code code, uint64_t offset, const char *fmt, va_list ap)
{
	if (err) {
		err->code = code;
		err->offset = offset;
		vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	}
	return code;
}

int err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	err_fill(err, code, ERR_NO_OFFSET, fmt, ap);
	va_end(ap);
	return code;
}

int err_set_at(struct err *err, enum err_code code, uint64_t offset, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	err_fill(err, code, offset, fmt, ap);
	va_end(ap);
	return code;
}
