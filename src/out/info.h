/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_INFO_H
#define OUT_INFO_H

#include "base/report.h"
#include "recording/recording.h"

/*
 * What a recording is: container, events with every bit of their attrs, feature
 * sections, totals by type, damage. Totals are those of the rows published so far.
 */
void info_report(struct recording *recording, enum report_form form, struct buf *out);

#endif
