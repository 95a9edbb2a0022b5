/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_DAMAGES_H
#define SPANS_DAMAGES_H

#include "recording/reader.h"
#include "spans/losses.h"

/*
 * Add the losses of all CPUs where a part of a recording is damaged: stretches that are not
 * records. A missing record is not older than the records before the second FINISHED_ROUND record
 * before the damage, and not newer than those before the second one after it.
 */
void damages_find(struct reader *reader, const struct recording *recording, size_t part,
		  struct losses *losses);

#endif
