/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be stripped: nothing of it is exported. */
#include "touch.h"

static FUNCTION softly(void)
{
	touch(1);
	STAY;
}

static FUNCTION silently(void)
{
	touch(2);
	softly();
	STAY;
}

int main(void)
{
	make_places();
	silently();
	return 0;
}
