/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/mapping_why.h"

const char *mapping_why_text(enum mapping_why why)
{
	static const char *const texts[MAPPING_WHYS] = {
		[MAPPING_FOUND] = "",
		[MAPPING_NO_PROCESS] = "the record does not name the process of the address",
		[MAPPING_NO_MODE] = "the record has no CPU mode for the address",
		[MAPPING_UNKNOWN] = "the recording has no mapping of the process",
		[MAPPING_NOTHING] = "nothing was mapped there at that time",
		[MAPPING_LATER] = "nothing was mapped there yet",
		[MAPPING_BEFORE] = "an exec of the process removed the mapping there",
		[MAPPING_UNREADABLE] = "the record of the mapping there cannot be read",
	};

	return why < MAPPING_WHYS ? texts[why] : "";
}

const char *mapping_why_remedy(enum mapping_why why)
{
	static const char *const texts[MAPPING_WHYS] = {
		[MAPPING_NO_PROCESS] = "record with a sample_type that has TID",
		[MAPPING_UNKNOWN] =
			"look for lost records (ve); use a larger buffer: perf record -m",
		[MAPPING_NOTHING] = "data: record its mappings with perf record -d; code: look for "
				    "lost records (ve)",
		[MAPPING_BEFORE] = "look for lost records (ve)",
		[MAPPING_UNREADABLE] = "look at the damaged stretches (ve)",
	};

	return why < MAPPING_WHYS && texts[why] ? texts[why] : "";
}
