/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_JSON_MEMBER_H
#define OUT_JSON_MEMBER_H

#include "out/writer.h"

/*
 * A writer of one member of records as JSON (out/json.h), which is an object or a list. A row is
 * only the value, without a newline, and empty if the record lacks the member.
 */
struct writer *json_member_open(struct reader *reader, const struct writer_options *options,
				const struct field *field);

#endif
