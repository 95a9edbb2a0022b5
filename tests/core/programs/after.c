/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What life.c becomes with exec: a program linked to the same addresses. */
#include "touch.h"

FUNCTION renewed(void)
{
	touch(15);
	STAY;
}

int main(void)
{
	make_places();
	renewed();
	return 0;
}
