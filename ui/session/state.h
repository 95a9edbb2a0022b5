/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_STATE_H
#define SESSION_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "recording/notes.h"

/* The state of a recording that the browser saves from one run to the next; perfnav(1) lists it. */
enum {
	STATE_BYTES = 8 << 20, /* the largest size of the file */
	/* at most so many conditions, definitions and layouts of columns each */
	STATE_LINES = 64
};

#define STATE_NO_ROW UINT64_MAX

struct state_mark {
	char letter;
	uint64_t row;
};

/* A condition of the filter. */
struct state_condition {
	bool off;
	char *text;
};

/* The columns of the list while it shows only one event. event "": all other cases. */
struct state_columns {
	char *event, *names;
};

struct state {
	uint64_t row;	 /* STATE_NO_ROW: none */
	bool has_filter; /* the conditions of the filter are in conditions, which can be empty */
	bool filter_off;
	VEC(struct state_mark) marks;
	VEC(struct state_condition) conditions;
	VEC(struct state_columns) columns;
	VEC(char *) macros;    /* lines of :define */
	VEC(char *) map_paths; /* arguments of :map-path */
	char *view;	       /* the name of the view on top; NULL: the records */
	char *order;	       /* a value of the option, if the user chose it; NULL: the default */
	char *time_format;     /* a value of the option; NULL: the default */
	bool has_zero;	       /* times are relative to zero */
	uint64_t zero;	       /* ns */
	struct notes *notes;
};

void state_init(struct state *state);
void state_release(struct state *state);

/*
 * Write a state as text, one line for each value. The last line is a hash of all others. identity
 * is inserted before it.
 */
void state_write(const struct state *state, const char *identity, struct buf *out);

/*
 * Read a state from its text. *identity points into the text. ERR_STALE: the text was changed or is
 * incomplete. The caller checks the values.
 */
int state_read(struct state *state, char *text, size_t len, const char **identity, struct err *err);

/* Make `to`, which was initialized, a copy of `from`. */
void state_copy(struct state *to, const struct state *from);

#endif
