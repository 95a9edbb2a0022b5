/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PRESETS_H
#define VIEWS_PRESETS_H

#include "views/counts.h"

/* Totals that have names, such as :mem line and :branches edge. */
enum preset_kind {
	PRESET_BRANCHES,
	PRESET_MEMORY
};

/*
 * The totals of a name, which are valid as long as the program runs. Their `where` selects the
 * records. NULL: there are none of this name.
 */
const struct counts_spec *preset_find(enum preset_kind kind, const char *name);

/* The names, the most useful first; NULL after the last one. */
const char *preset_name(enum preset_kind kind, size_t i);

/* The fields by which preset i counts records. */
const char *preset_fields(enum preset_kind kind, size_t i);

#endif
