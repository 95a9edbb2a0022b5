/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANPASS_H
#define SPANS_SPANPASS_H

#include <stdatomic.h>

#include "recording/recording.h"
#include "spans/spannames.h"
#include "spans/spanpair.h"
#include "spans/spantable.h"

/*
 * Go over the rows of a recording in the order of time, and fill a table, which is empty, with the
 * spans that they begin and end; their names are added to names. Of a pair (NULL: none) they are
 * its spans, else those of the table of kinds. False: *stop (NULL: never) has
 * become true, or the indexes are not complete.
 */
bool spanpass_run(struct recording *recording, const struct spanpair *pair, struct spantable *table,
		  struct spannames *names, const _Atomic bool *stop);

#endif
