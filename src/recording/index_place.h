/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INDEX_PLACE_H
#define RECORDING_INDEX_PLACE_H

#include "recording/recording.h"

/*
 * Where the index of a recording is kept: beside it, else in the cache folder, or
 * where the options say.
 */
struct index_place {
	char *path;  /* NULL: it is not kept */
	bool cached; /* in the cache folder, which has a limit */
};

/*
 * ERR_OPEN when options->index_path names a file that is there and no index: what
 * somebody names by mistake, the recording itself perhaps, is not replaced.
 */
int index_place_check(const struct recording_options *options, struct err *err);

/* Is the file an index, rather than a recording? */
bool index_place_is_index(const char *path);

/* Makes the cache folder where it is the place. To be released. */
void index_place_choose(struct index_place *place, const struct perf_file *file,
			const struct recording_options *options);
void index_place_release(struct index_place *place);

#endif
