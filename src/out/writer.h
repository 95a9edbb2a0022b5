/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_WRITER_H
#define OUT_WRITER_H

#include "field/field.h"
#include "recording/reader.h"

/* Records in one of the forms of output (text.h, json.h, csv.h). For one thread. */
struct writer {
	/* Append what stands before the first record; NULL: nothing does. */
	void (*head)(struct writer *writer, struct buf *out);
	/*
	 * Each row before it is printed or left out, in the order of the output; NULL begins a
	 * batch of them. Not set: rows do not depend on others, and any of several writers does.
	 */
	void (*see)(struct writer *writer, const struct row_info *info);
	/* Append one row with the end of its line. */
	void (*row)(struct writer *writer, const struct row_info *info, struct buf *out);
	/* Append what stands after the last record; NULL: nothing does. */
	void (*foot)(struct writer *writer, struct buf *out);
	void (*close)(struct writer *writer);
};

struct script_options;
struct tree_node;

/* What writers do alike. Fields stay where they are for as long as the writer is there. */
struct writer_options {
	const struct field *fields; /* n of them, each with its members; 0: what is usual */
	size_t n;
	bool ns; /* times in text in whole nanoseconds, not in seconds */
	const struct script_options *script; /* of perfscript.h; the others may have none */
	/* ns, from which the field time counts; may change between rows. 0 or NULL: as recorded. */
	const uint64_t *origin;
	/*
	 * Who appends the text of an address in the usual lines of text, as summary_names.name
	 * does; NULL: addresstext_node().
	 */
	bool (*name)(void *arg, const struct row_info *row, const struct tree_node *node,
		     struct buf *out);
	void *name_arg;
};

/*
 * A time as it is shown: the distance from the origin. Times of 0, of what was there before the
 * recording, stay 0. True: it is before the origin, and has a minus.
 */
static inline bool writer_time(const struct writer_options *options, uint64_t *time)
{
	uint64_t origin = options->origin ? *options->origin : 0;
	bool before = *time && *time < origin;

	if (*time)
		*time = before ? origin - *time : *time - origin;
	return before;
}

#endif
