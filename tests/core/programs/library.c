/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library with one function, NAME. */
#include "touch.h"

void NAME(int place);

void NAME(int place)
{
	touch(place);
	STAY;
}
