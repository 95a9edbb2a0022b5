/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/terminfo.h"

#include <stddef.h>
#include <string.h>

/* From the descriptions on the machine that builds perfnav; xterm-256color is the first. */
static const struct terminfo list[] = {
#ifdef STATIC_BUILD
#define TERMINFO(name, terminfo) { name, terminfo },
#include "terminfo.def"
#undef TERMINFO
#endif
	{ NULL, NULL }
};

const struct terminfo *terminfo_find(const char *name)
{
	for (const struct terminfo *row = list; row->name; row++)
		if (!strcmp(row->name, name))
			return row;
	/* Terminals named xterm-... work like xterm. */
	return list[0].name && !strncmp(name, "xterm", 5) ? &list[0] : NULL;
}
