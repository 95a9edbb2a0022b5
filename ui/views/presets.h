/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PRESETS_H
#define VIEWS_PRESETS_H

#include "views/counts.h"

/* Totals that are asked for by a word: :mem line, :branches edge. */
enum preset_kind {
	PRESET_BRANCHES,
	PRESET_MEMORY
};

/* The totals, which live for ever; where is what the records have to have. NULL: there are none. */
const struct counts_spec *preset_find(enum preset_kind kind, const char *name);

/* The words, the one that is asked for most first; NULL behind the last. */
const char *preset_name(enum preset_kind kind, size_t i);

/* The fields by which the records of word i are counted. */
const char *preset_fields(enum preset_kind kind, size_t i);

#endif
