/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/mouse.h"

/* Buttons in reports; bits 4, 8 and 16 are Shift, Alt and Ctrl, and 32 a motion. */
enum {
	BUTTON_LEFT = 0,
	BUTTON_WHEEL_UP = 64,
	BUTTON_WHEEL_DOWN = 65,
	BUTTON_KEYS = 4 | 8 | 16
};

void mouse_report_begin(struct mouse_report *report)
{
	*report = (struct mouse_report){ .open = true };
}

static keysym report_key(const struct mouse_report *report, bool pressed)
{
	unsigned button = report->v[0] & ~(unsigned)BUTTON_KEYS;
	unsigned col = report->v[1] - 1, row = report->v[2] - 1;
	enum mouse_kind kind = button == BUTTON_LEFT	   ? MOUSE_PRESS
			       : button == BUTTON_WHEEL_UP ? MOUSE_WHEEL_UP
							   : MOUSE_WHEEL_DOWN;

	if (!pressed || report->n != 2 || row >= MOUSE_PLACES || col >= MOUSE_PLACES)
		return KEYSYM_NONE;
	if (button != BUTTON_LEFT && button != BUTTON_WHEEL_UP && button != BUTTON_WHEEL_DOWN)
		return KEYSYM_NONE;
	return KEYSYM_MOUSE | (keysym)kind << 20 | row << 10 | col;
}

keysym mouse_report_add(struct mouse_report *report, keysym c)
{
	unsigned *v = &report->v[report->n];

	if (c >= '0' && c <= '9' && *v <= MOUSE_PLACES) {
		*v = *v * 10 + (c - '0');
		return KEYSYM_NONE;
	}
	if (c == ';' && report->n < 2) {
		report->n++;
		return KEYSYM_NONE;
	}
	report->open = false;
	return c == 'M' || c == 'm' ? report_key(report, c == 'M') : KEYSYM_NONE;
}
