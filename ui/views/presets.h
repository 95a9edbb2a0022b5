/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PRESETS_H
#define VIEWS_PRESETS_H

#include "views/counts.h"

/* Totals that have a name: :mem line, :branches edge. */
enum preset_kind {
	PRESET_BRANCHES,
	PRESET_MEMORY
};

/*
 * The totals for a name, which live for ever. Their where is the condition for records. NULL: there
 * are none.
 */
const struct counts_spec *preset_find(enum preset_kind kind, const char *name);

/* The names, the most wanted first; NULL after the last. */
const char *preset_name(enum preset_kind kind, size_t i);

/* The fields by which preset i counts records. */
const char *preset_fields(enum preset_kind kind, size_t i);

#endif
