/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ADDRESS_H
#define VIEWS_ADDRESS_H

#include "query/symbolizer.h"
#include "shell/app.h"

/* How addresses are shown. */
enum record_view_form {
	RECORD_VIEW_NAMES, /* where they are known, else addresses */
	RECORD_VIEW_ADDRESSES,
	RECORD_VIEW_BOTH,
	RECORD_VIEW_FORMS
};

/* The next form, and what it is called. */
const char *address_next_form(enum record_view_form *form);

/* Append an address in a form. NULL: not known yet. */
void address_text(enum record_view_form form, uint64_t addr, const struct symbolizer_name *name,
		  const struct symbolizer_symbol *symbol, struct buf *out);

/* Append what is known of an address, why there is no name, what helps, as lines of a page. */
void address_lines(uint64_t addr, const struct symbolizer_name *name,
		   const struct symbolizer_symbol *symbol, const struct symbolizer_source *source,
		   struct buf *out);

/*
 * What is known of an address of a record; from there to the record that tells of the mapping.
 * NULL: the name is still looked for; source NULL: it was not asked for, too.
 */
void address_open(struct app *app, uint64_t addr, const struct symbolizer_name *name,
		  const struct symbolizer_symbol *symbol, const struct symbolizer_source *source);

/* What tells views of code and source of an address apart; to be freed. */
char *address_topic(const struct row_info *row, const struct symbolizer_address *address);

/*
 * "place+0x12" or "queens+0x1164": the symbol, else the file's name, and the offset in it,
 * escaped; nothing where none is known.
 */
void address_place(const struct symbolizer_name *name, const struct symbolizer_symbol *symbol,
		   uint64_t addr, struct buf *out);

/* "file.c:12", escaped; nothing where it is not known. */
void address_line(const struct source_frame *frame, struct buf *out);

/* The file as perf names it, without its folders, escaped; or why there is none. */
void address_dso(const struct symbolizer_name *name, struct buf *out);

#endif
