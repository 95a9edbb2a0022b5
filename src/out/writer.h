/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_WRITER_H
#define OUT_WRITER_H

#include "field/field.h"
#include "recording/reader.h"

/* Writes records in one form of output (text.h, json.h, csv.h). For one thread. */
struct writer {
	/* Append the text before the first record; NULL: there is none. */
	void (*head)(struct writer *writer, struct buf *out);
	/*
	 * Begin a batch of rows: forget the earlier batches, because other writers may have had
	 * some of them. NULL: the writer remembers nothing, and does not see rows.
	 */
	void (*begin)(struct writer *writer);
	/*
	 * Called for each row of a batch, in the order of the output, before the row is printed or
	 * left out. NULL: rows do not depend on others, so any of several writers can print a row.
	 */
	void (*see)(struct writer *writer, const struct row_info *info);
	/* Append one row with the end of its line. */
	void (*row)(struct writer *writer, const struct row_info *info, struct buf *out);
	/* Append the text after the last record; NULL: there is none. */
	void (*foot)(struct writer *writer, struct buf *out);
	void (*close)(struct writer *writer);
};

struct script_options;
struct tree_node;

/* Options of all writers. The fields must outlive the writer. */
struct writer_options {
	const struct field *fields; /* n fields, each with its members; n 0: the default fields */
	size_t n;
	bool ns; /* text has times in whole nanoseconds, not in seconds */
	const struct script_options *script; /* for perfscript.h; other writers ignore it */
	/* ns, the zero of the field time; may change between rows. 0 or NULL: times as recorded. */
	const uint64_t *origin;
	/*
	 * Appends the text of an address in default lines of text, as summary_names.name does;
	 * NULL: addresstext_node().
	 */
	bool (*name)(void *arg, const struct row_info *row, const struct tree_node *node,
		     struct buf *out);
	void *name_arg;
	const char *columns; /* for writers of other layers: what they write */
};

/*
 * Make the time relative to the origin. A time of 0 stays 0; records about the state before the
 * recording have it. Returns true if the time is before the origin, and is then shown with a minus.
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
