/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_MEMLEVEL_H
#define WIDGETS_MEMLEVEL_H

#include "term/theme.h"

/*
 * Return the style of a level of memory by its name, such as "L1 hit" or "Remote RAM (1 hop)": one
 * for each distance from the core. STYLE_NORMAL: the name has no level.
 */
enum style memlevel_style(const char *name);

#endif
