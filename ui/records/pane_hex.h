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
 * The bytes of one record. Brackets mark the bytes of the chosen field, so the mark is visible
 * without colours. A zeroed pane is ready for use.
 */
struct pane_hex {
	const uint8_t *bytes;
	size_t len;
	uint32_t field, field_len; /* the bytes to highlight */
	uint64_t cursor;	   /* number of a byte, < len */
	uint64_t top;		   /* the first line on the screen */
	int rows, per_line;
};

/* Show these bytes, which must be valid until the next call. */
void pane_hex_set(struct pane_hex *pane, const uint8_t *bytes, size_t len);

/* Highlight a field and put the cursor on its first byte. */
void pane_hex_select(struct pane_hex *pane, uint32_t off, uint32_t len);

/* The width of a line with per_line bytes. */
int pane_hex_width(const struct pane_hex *pane, int per_line);

/*
 * Perform an action, which may move the cursor. Returns false if the pane does not have the action.
 */
bool pane_hex_act(struct pane_hex *pane, const struct action_call *call);
/* Put the cursor on the byte at a place of the surface. False: there is no byte. */
bool pane_hex_point(struct pane_hex *pane, int row, int col);
bool pane_hex_knows(enum action action);

/* Append all bytes as text, 16 in a line. */
void pane_hex_text(const struct pane_hex *pane, struct buf *out);

void pane_hex_draw(struct pane_hex *pane, const struct surface *s, bool focus);

#endif
