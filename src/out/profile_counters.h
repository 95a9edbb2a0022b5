/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_COUNTERS_H
#define OUT_PROFILE_COUNTERS_H

#include "out/gecko.h"
#include "out/statseries.h"
#include "recording/recording.h"

/* Write the counts of perf stat record as the counters of a profile in the gecko format. */
int profile_counters_write(struct statseries *series, struct recording *recording,
			   struct gecko *gecko, struct err *err);

#endif
