/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INDEX_PLACE_H
#define RECORDING_INDEX_PLACE_H

#include "recording/recording.h"

/*
 * The path of a recording's index: next to the recording, or else in the cache folder, or as the
 * options specify.
 */
struct index_place {
	char *path;  /* NULL: the index is not kept */
	bool cached; /* in the cache folder, which has a size limit */
};

/*
 * Returns ERR_OPEN if options->index_path is a folder, or an existing file that is not an index. So
 * a wrong name, perhaps that of the recording, does no harm.
 */
int index_place_check(const struct recording_options *options, struct err *err);

/* Is the file an index and not a recording? */
bool index_place_is_index(const char *path);

/* The suffix of a file that is kept with an index. */
#define INDEX_PLACE_SPANS ".spans"

/*
 * Is it the name of an index, of a file kept with one, or of an unfinished form of these? *len: its
 * length without ".part" and the suffix of the kept file.
 */
bool index_place_is_name(const char *path, size_t *len);

/* Choose the place; creates the cache folder if it is the place. To be released. */
void index_place_choose(struct index_place *place, const struct perf_file *file,
			const struct recording_options *options);
void index_place_release(struct index_place *place);

#endif
