/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_JSON_H
#define OUT_JSON_H

#include "base/jsonw.h"
#include "query/field.h"
#include "recording/reader.h"

/*
 * Records as JSON, one object a line: what all rows have, then the record's
 * fields as its walk finds them. Dotted words are members of objects.
 */
struct json_writer;

/*
 * only: fields to write (n of them), each with all its members; n 0: everything. They
 * must stay where they are.
 */
struct json_writer *json_open(struct reader *reader, const struct field *only, size_t n);
void json_close(struct json_writer *writer);

/* Append one row and a newline. */
void json_row(struct json_writer *writer, const struct row_info *info, struct buf *out);

#endif
