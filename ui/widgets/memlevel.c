/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/memlevel.h"

#include <string.h>

/* Of several words in a name, the one that is farthest from the core counts. */
static const struct {
	const char *word;
	enum style style;
} levels[] = {
	{ "Remote", STYLE_EVENT_5 }, { "RAM", STYLE_EVENT_3 }, { "PMEM", STYLE_EVENT_3 },
	{ "CXL", STYLE_EVENT_3 },    { "L4", STYLE_EVENT_1 },  { "L3", STYLE_EVENT_1 },
	{ "L2", STYLE_EVENT_0 },     { "LFB", STYLE_EVENT_0 }, { "L1", STYLE_EVENT_2 },
};

enum style memlevel_style(const char *name)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (strstr(name, levels[i].word))
			return levels[i].style;
	return STYLE_NORMAL;
}
