/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_JSON_H
#define OUT_JSON_H

#include "out/writer.h"

/*
 * Records as JSON, one object a line: what all rows have, then the record's
 * fields as its walk finds them. Dotted words are members of objects.
 */
struct writer *json_open(struct reader *reader, const struct writer_options *options);

/*
 * A writer of one member, which is an object or a list: its rows are the value alone,
 * without an end of the line, and nothing where the record does not have it.
 */
struct writer *json_open_member(struct reader *reader, const struct writer_options *options,
				const struct field *field);

#endif
