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
 * A writer of one member, which is an object or a list. A row is only the value, without a newline,
 * and empty if the record lacks the member.
 */
struct writer *json_open_member(struct reader *reader, const struct writer_options *options,
				const struct field *field);

#endif
