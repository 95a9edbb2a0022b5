/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_EVENT_STYLE_H
#define WIDGETS_EVENT_STYLE_H

#include "recording/recording.h"
#include "term/theme.h"

/* Return the style of the first event with this name; STYLE_NORMAL: there is none. */
enum style event_style(const struct recording *rec, const char *name);

#endif
