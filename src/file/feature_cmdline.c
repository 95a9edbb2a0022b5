/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/feature_cmdline.h"

#include "file/section.h"

void feature_cmdline_each(const struct features *features, feature_cmdline_fn *each, void *arg)
{
	const struct feature_section *section = features_find(features, FEATURE_CMDLINE);
	struct section_reader s;
	uint32_t n;

	if (!section || !section->bytes)
		return;
	section_init(&s, features, section->bytes, section->place.size);
	n = section_u32(&s, "the number of arguments");
	for (uint32_t i = 0; i < n && !s.c.failed; i++) {
		size_t len;
		const char *argument = section_string(&s, "an argument", &len);

		if (argument && !each(arg, argument, len))
			break;
	}
	section_release(&s);
}
