/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/terminfo.h"

#include <stddef.h>
#include <string.h>

/* Made of the descriptions of the machine that this is built on, xterm-256color first. */
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
	/* Those that call themselves xterm-something do what xterm does. */
	return list[0].name && !strncmp(name, "xterm", 5) ? &list[0] : NULL;
}
