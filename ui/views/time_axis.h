/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TIME_AXIS_H
#define VIEWS_TIME_AXIS_H

#include "records/time_range.h"
#include "session/session.h"
#include "term/surface.h"

/*
 * Draw round times of a range at their columns, where the range takes cols columns; if round times
 * cannot be shown, the first and the last time. below: the axis is below its chart.
 */
void time_axis_draw(const struct session *session, const struct time_range *range,
		    const struct surface *s, int row, int col, int cols, bool below);

#endif
