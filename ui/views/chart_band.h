/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHART_BAND_H
#define VIEWS_CHART_BAND_H

#include "views/bar_view.h"

/*
 * Draw the columns of a chart on a surface that begins with the first one: a band from the least to
 * the greatest number, with the mean as a line (widgets/dotline.h).
 */
void chart_band_draw(const struct bar_view *v, const struct surface *s, const struct scale *scale);

#endif
