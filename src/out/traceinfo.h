/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_TRACEINFO_H
#define OUT_TRACEINFO_H

#include "base/report.h"
#include "recording/recording.h"

/* Report the trace data of a recording as member "aux"; nothing if there are none. */
void traceinfo_report(struct recording *recording, size_t part, struct report *report);

#endif
