/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_PANE_HEX_H
#define RECORDS_PANE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "term/action.h"
#include "term/surface.h"

/*
 * The bytes of one record. Those of the field that is chosen stand between
 * brackets, so that they are seen without colours too. A zeroed one is ready.
 */
struct pane_hex {
	const uint8_t *bytes;
	size_t len;
	uint32_t field, field_len; /* the bytes to highlight */
	uint64_t cursor;	   /* a byte, < len */
	uint64_t top;		   /* the first line shown */
	int rows, per_line;
};

/* Show these bytes, which have to live until the next call. */
void pane_hex_set(struct pane_hex *pane, const uint8_t *bytes, size_t len);

/* Highlight a field and put the cursor on its first byte. */
void pane_hex_select(struct pane_hex *pane, uint32_t off, uint32_t len);

/* The columns that a line of that many bytes takes. */
int pane_hex_width(const struct pane_hex *pane, int per_line);

/* True when the pane knows the action; the cursor may have moved. */
bool pane_hex_act(struct pane_hex *pane, const struct action_call *call);
/* The byte at a place of the surface becomes the one under the cursor; false: there is none. */
bool pane_hex_point(struct pane_hex *pane, int row, int col);
bool pane_hex_knows(enum action action);

/* Append all bytes as text, 16 on a line. */
void pane_hex_text(const struct pane_hex *pane, struct buf *out);

void pane_hex_draw(struct pane_hex *pane, const struct surface *s, bool focus);

#endif
