/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second file of life.c, with a static function of the same name. */
#include "touch.h"

void second_file(void);

static FUNCTION twin(void)
{
	touch(3);
	STAY;
}

void second_file(void)
{
	twin();
	STAY;
}
