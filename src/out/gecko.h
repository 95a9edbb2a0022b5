/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_GECKO_H
#define OUT_GECKO_H

#include "base/jsonw.h"
#include "file/output.h"

/* Writes the JSON of the gecko format, whose lists of objects are tables, in pieces. */
struct gecko {
	struct output *output;
	struct buf text; /* that is not in the output yet */
	struct jsonw json;
};

/* The gecko must not move afterwards. */
void gecko_init(struct gecko *gecko, struct output *output);
void gecko_release(struct gecko *gecko);

/* Pass the text on if there is much of it. */
void gecko_flush(struct gecko *gecko);

/* Pass the rest on. */
void gecko_end(struct gecko *gecko);

/* Write a time in ms. */
void gecko_ms(struct gecko *gecko, uint64_t ns);

/* A table: its rows follow, as lists of the values of the columns. columns ends with NULL. */
void gecko_begin_table(struct gecko *gecko, const char *name, const char *const *columns);
void gecko_end_table(struct gecko *gecko);

#endif
