/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_TEXT_H
#define TUI_VIEW_TEXT_H

#include "base/buf.h"
#include "tui/app.h"
#include "tui/view.h"

/*
 * A page of text to scroll in. Takes over the text, whose lines are escaped. A
 * line that begins with a character that is not a blank is a heading when the
 * next line is indented.
 */
struct view *view_text_new(const char *name, const char *title, struct buf *text);

#endif
