/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_COLUMNS_H
#define OUT_SCRIPT_COLUMNS_H

#include "out/perfscript.h"
#include "recording/reader.h"

/* The fields of a sample after its time, in the order of perf script. For one thread. */
struct script_event;
struct script_places;
struct script_sample;

/* Data that all samples of a writer share. */
struct script_columns {
	struct reader *reader;
	const struct script_options *script;
	struct script_places *places;
	size_t data_src_width; /* of the widest text so far */
	struct buf text;
};

/* The caller keeps the arguments, and keeps them valid as long as the columns exist. */
void script_columns_init(struct script_columns *columns, struct reader *reader,
			 const struct script_options *script, struct script_places *places);
void script_columns_release(struct script_columns *columns);

/* Appends one column. Only script_columns.c knows these functions. */
struct script_printing;
typedef void script_column_fn(const struct script_printing *p);

enum {
	SCRIPT_COLUMNS_MAX = 32
};

/* Choose the columns for the shown fields (enum script_field). Returns their number. */
unsigned script_columns_choose(uint64_t shown, script_column_fn *chosen[SCRIPT_COLUMNS_MAX]);

/* Append the event's columns for a sample of that row. */
void script_columns_add(struct script_columns *columns, const struct script_event *event,
			const struct row_info *info, const struct script_sample *sample,
			struct buf *out);

#endif
