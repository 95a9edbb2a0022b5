/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ADDRESS_H
#define VIEWS_ADDRESS_H

#include "query/symbolizer.h"
#include "shell/app.h"

/* The forms in which addresses are shown. */
enum record_view_form {
	RECORD_VIEW_NAMES, /* names, or addresses without a name */
	RECORD_VIEW_ADDRESSES,
	RECORD_VIEW_BOTH,
	RECORD_VIEW_FORMS
};

/* Switch to the next form. Returns the name of the form for a message. */
const char *address_next_form(enum record_view_form *form);

/* Append an address in a form. name NULL: it is not known yet. */
void address_text(enum record_view_form form, uint64_t addr, const struct symbolizer_name *name,
		  const struct symbolizer_symbol *symbol, struct buf *out);

/*
 * Append lines for a page about an address: its mapping and name, or the reason why it has no name,
 * and the remedy.
 */
void address_lines(uint64_t addr, const struct symbolizer_name *name,
		   const struct symbolizer_symbol *symbol, const struct symbolizer_source *source,
		   struct buf *out);

/*
 * Open a page about an address of a record. Enter goes to the record of its mapping. name NULL: the
 * name is still being looked up. source NULL: the source line is still being looked up, or was not
 * requested.
 */
void address_open(struct app *app, uint64_t addr, const struct symbolizer_name *name,
		  const struct symbolizer_symbol *symbol, const struct symbolizer_source *source);

/* A text that identifies a view of code or source at an address. The caller frees it. */
char *address_topic(const struct row_info *row, const struct symbolizer_address *address);

/*
 * Append "place+0x12" or "queens+0x1164", escaped: the symbol and the offset in it, else the name
 * of the file and the offset in it. Append nothing if neither is known.
 */
void address_place(const struct symbolizer_name *name, const struct symbolizer_symbol *symbol,
		   uint64_t addr, struct buf *out);

/* Append "file.c:12", escaped. Append nothing if the line is unknown. */
void address_line(const struct source_frame *frame, struct buf *out);

/*
 * Append the name of the file as perf prints it, without its folders, escaped. If there is no file,
 * append the reason.
 */
void address_dso(const struct symbolizer_name *name, struct buf *out);

#endif
