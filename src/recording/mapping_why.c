/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/mapping_why.h"

const char *mapping_why_text(enum mapping_why why)
{
	static const char *const texts[MAPPING_WHYS] = {
		[MAPPING_FOUND] = "",
		[MAPPING_NO_PROCESS] = "the record does not say whose address it is",
		[MAPPING_NO_MODE] = "the record does not say what the address is of",
		[MAPPING_UNKNOWN] = "no mapping of the process is in the recording",
		[MAPPING_NOTHING] = "nothing was mapped there then",
		[MAPPING_LATER] = "nothing was mapped there yet",
		[MAPPING_BEFORE] = "what was mapped there was gone since the process began anew",
		[MAPPING_UNREADABLE] = "the record of what was mapped there cannot be read",
	};

	return why < MAPPING_WHYS ? texts[why] : "";
}

const char *mapping_why_remedy(enum mapping_why why)
{
	static const char *const texts[MAPPING_WHYS] = {
		[MAPPING_NO_PROCESS] = "record with a sample_type that has TID",
		[MAPPING_UNKNOWN] = "look for lost records (ve); perf record -m keeps more",
		[MAPPING_NOTHING] =
			"data: perf record -d records its mappings, too; code: look for "
			"lost records (ve)",
		[MAPPING_BEFORE] = "look for lost records (ve)",
		[MAPPING_UNREADABLE] = "ve tells what is damaged",
	};

	return why < MAPPING_WHYS && texts[why] ? texts[why] : "";
}
