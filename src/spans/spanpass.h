/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANPASS_H
#define SPANS_SPANPASS_H

#include <stdatomic.h>

#include "recording/recording.h"
#include "spans/spannames.h"
#include "spans/spanpair.h"
#include "spans/spantable.h"

/*
 * Read the rows of a recording in time order, and fill an empty table with the spans that they
 * begin and end. The names of spans are added to names. The spans are those of a pair, or, if pair
 * is NULL, those of the table of kinds. Returns false if *stop (NULL: never) has become true, or if
 * the indexes are not complete.
 */
bool spanpass_run(struct recording *recording, const struct spanpair *pair, struct spantable *table,
		  struct spannames *names, const _Atomic bool *stop);

#endif
