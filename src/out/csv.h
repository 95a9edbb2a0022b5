/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_CSV_H
#define OUT_CSV_H

#include "out/writer.h"

/*
 * Records as comma-separated values of RFC 4180: a line of names, then a line for each row; lines
 * end with CR LF. Values are as in JSON, with exact numbers. Values of a list are joined with ';';
 * a whole list or object is written as JSON. A field that the row lacks is an empty cell; an empty
 * text is "".
 *
 * Text of the recording is escaped as for a terminal. Spreadsheets read text that begins with = + -
 * or @ as a formula, so such text, and text that begins with ', gets a ' before it.
 */
struct writer *csv_open(struct reader *reader, const struct writer_options *options);

/*
 * The default columns. With several recordings, the first column is the recording. Returns how
 * many: at most CSV_USUAL.
 */
enum {
	CSV_USUAL = 16
};
size_t csv_usual(bool several, struct field *fields);

/*
 * Quote the text that was appended since start if necessary. text: it is text of the recording, and
 * must not become a formula.
 */
void csv_quote(struct buf *out, size_t start, bool text);

#endif
