/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings, and names of cgroups, while the index of a further file is begun. */
#include "recording/mappings.h"

#include "recording/cgroups.h"
#include "recording/reader.h"
#include "tap.h"
#include "unit/places.h"

enum {
	ROUNDS = 50,
	ROWS = 200 /* of the first file, that are looked up again and again */
};

struct counts {
	unsigned files, mappings, unreadable, paths;
};

static void look_up(struct reader *reader, const struct row_info *info, struct counts *counts)
{
	const struct mapping *mapping;
	enum mapping_why why;
	uint64_t value;
	size_t len;

	if (reader_number(reader, info, F_ip, &value)) {
		mapping = mappings_find(reader_mappings(reader), info, info->misc & CPUMODE_MASK,
					value, &why);
		counts->mappings += mapping != NULL;
		counts->unreadable += why == MAPPING_UNREADABLE;
	}
	if (reader_number(reader, info, F_cgroup, &value))
		counts->paths += cgroups_path(reader_cgroups(reader), info, value, &len) != NULL;
}

/*
 * Use a new reader: it may be the first one to look up mappings while the index has states but no
 * rows yet.
 */
static void look_up_rows(struct recording *recording, struct counts *counts)
{
	struct reader *reader = reader_open(recording);
	uint64_t rows = recording_rows(recording);

	for (uint64_t row = 0; row < rows && row < ROWS; row++) {
		struct row_info info;

		if (!reader_row(reader, row, &info, NULL) && info.type == RECORD_SAMPLE)
			look_up(reader, &info, counts);
	}
	reader_close(reader);
}

static void add(struct recording *recording, const char *name, struct counts *counts)
{
	counts->files += !recording_add(recording, places_recording(name), NULL);
}

static void look_up_meanwhile(const char *first, const char *second, struct counts *counts)
{
	struct recording_options options = { .no_index = true };
	struct recording *recording = recording_new(&options);
	struct index_progress progress;

	add(recording, first, counts);
	add(recording, second, counts);
	recording_start(recording);
	do {
		recording_progress(recording, &progress);
		look_up_rows(recording, counts);
	} while (progress.state == INDEX_BUILDING);
	recording_close(recording);
}

int main(void)
{
	struct counts counts = { .files = 0 };

	for (unsigned i = 0; i < ROUNDS; i++) {
		look_up_meanwhile("rotated.1.data", "rotated.2.data", &counts);
		look_up_meanwhile("cgroups.data", "cgroups.data", &counts);
	}
	is_uint(counts.files, 4 * ROUNDS, "files are opened two by two");
	ok(counts.mappings && counts.paths, "mappings and cgroups are found meanwhile");
	is_uint(counts.unreadable, 0, "... and no mapping of a file that has no rows yet");
	return done_testing();
}
