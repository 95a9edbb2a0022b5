/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_JSON_H
#define OUT_JSON_H

#include "out/writer.h"

/*
 * Records as JSON, one object a line: first the members that all rows have, then the record's
 * fields in the order of its walk. Dotted fields are members of objects.
 */
struct writer *json_open(struct reader *reader, const struct writer_options *options);

/*
 * As json_open(), but with only one field, which is an object or a list. Its value is also appended
 * to `copy`, which must outlive the writer. If a record has several, a semicolon separates them.
 */
struct writer *json_open_copying(struct reader *reader, const struct writer_options *options,
				 const struct field *field, struct buf *copy);

#endif
