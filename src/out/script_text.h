/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_TEXT_H
#define OUT_SCRIPT_TEXT_H

#include "base/buf.h"
#include "base/text.h"
#include "out/perfscript.h"

/*
 * Text and numbers in the columns of perf script. A number with more digits than a column makes it
 * wider.
 */

/* Append text of the recording. It is escaped unless the option raw is set. */
static inline void script_text_add(const struct script_options *options, struct buf *out,
				   const char *p, size_t len)
{
	if (options->raw)
		buf_add(out, p, len);
	else
		text_escape(out, p, len);
}

/* Align what was appended since start to the right of a column. */
void script_text_right(struct buf *out, size_t start, size_t width);

/* Append a number, aligned to the right of a column. */
void script_text_u64(struct buf *out, uint64_t v, size_t width);
void script_text_s32(struct buf *out, int32_t v, size_t width);

/* Append a hexadecimal number, aligned to the right of 16 columns. */
void script_text_hex(struct buf *out, uint64_t v);

/* Write the last n decimal digits of a number, at most 9. */
void script_text_digits(char *to, uint32_t v, unsigned n);

/*
 * Append a data source in the words of perf 6.1, which prints the level twice if the record has it
 * twice.
 */
void script_text_data_src(struct buf *out, uint64_t v);

#endif
