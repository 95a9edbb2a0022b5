/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_CSV_H
#define OUT_CSV_H

#include "out/writer.h"

/*
 * Records as comma-separated values of RFC 4180: a line of names, then a line a row, which
 * end with CR LF. Values are as in JSON, numbers exact; those of a list are joined with ';';
 * a whole list or object is its JSON. Nothing stands for a field that the row does not
 * have, "" for an empty text.
 *
 * Text of the recording is escaped as for a terminal. A spreadsheet takes what begins
 * with = + - or @ for a formula: such text, and one that begins with ', has a ' before it.
 */
struct writer *csv_open(struct reader *reader, const struct writer_options *options);

/*
 * The columns that it has where none are chosen; those of several recordings begin with the
 * recording. Returns how many: at most CSV_USUAL.
 */
enum {
	CSV_USUAL = 16
};
size_t csv_usual(bool several, struct field *fields);

/*
 * Put what was appended since start in quotes if it needs them. text: it is of the recording,
 * and must not become a formula.
 */
void csv_quote(struct buf *out, size_t start, bool text);

#endif
