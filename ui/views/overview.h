/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OVERVIEW_H
#define VIEWS_OVERVIEW_H

#include "views/view.h"

/* Is it the overview? */
bool overview_is(const struct view *view);

#endif
