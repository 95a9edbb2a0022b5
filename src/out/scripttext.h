/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTTEXT_H
#define OUT_SCRIPTTEXT_H

#include "base/buf.h"
#include "base/text.h"
#include "out/perfscript.h"

/* Text and numbers in the columns of perf script: what has more digits takes more room. */

/* Text of the recording, escaped unless the options say raw. */
static inline void script_text_add(const struct script_options *options, struct buf *out,
				   const char *p, size_t len)
{
	if (options->raw)
		buf_add(out, p, len);
	else
		text_escape(out, p, len);
}

/* What was appended since start goes to the right of a column. */
void script_text_right(struct buf *out, size_t start, size_t width);

/* Numbers on the right of a column. */
void script_text_u64(struct buf *out, uint64_t v, size_t width);
void script_text_s32(struct buf *out, int32_t v, size_t width);

/* A hexadecimal number on the right of a column of 16. */
void script_text_hex(struct buf *out, uint64_t v);

/* The last n decimal digits of a number, at most 9. */
void script_text_digits(char *to, uint32_t v, unsigned n);

/* A data source in the words of perf 6.1, which names the level twice where it is there twice. */
void script_text_data_src(struct buf *out, uint64_t v);

#endif
