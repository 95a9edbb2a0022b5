/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTCOLUMNS_H
#define OUT_SCRIPTCOLUMNS_H

#include "out/perfscript.h"
#include "recording/reader.h"

/* The fields of a sample that follow its time, in the order of perf script. One thread's. */
struct script_event;
struct script_places;
struct script_sample;

/* What the samples of a writer have together. */
struct script_columns {
	struct reader *reader;
	const struct script_options *script;
	struct script_places *places;
	size_t data_src_width; /* of the widest one so far */
	struct buf text;
};

/* All of them stay the caller's, for as long as there are columns. */
void script_columns_init(struct script_columns *columns, struct reader *reader,
			 const struct script_options *script, struct script_places *places);
void script_columns_release(struct script_columns *columns);

/* One of them: what it appends is known here alone. */
struct script_printing;
typedef void script_column_fn(const struct script_printing *p);

enum {
	SCRIPT_COLUMNS_MAX = 32
};

/* Those of the fields, enum script_field, that are shown; returns how many they are. */
unsigned script_columns_choose(uint64_t shown, script_column_fn *chosen[SCRIPT_COLUMNS_MAX]);

/* Append those of the event for a sample, which is that of the row. */
void script_columns_add(struct script_columns *columns, const struct script_event *event,
			const struct row_info *info, const struct script_sample *sample,
			struct buf *out);

#endif
