/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_BUILD_IDS_H
#define RECORDING_BUILD_IDS_H

#include "recording/recording.h"

/*
 * Build ids by file name, from the feature BUILD_ID and the BUILD_ID records of each part. They are
 * read at the first use; later calls read those that were added. For one thread.
 */
struct build_ids;

enum {
	BUILD_ID_MAX = 20 /* bytes */
};

struct build_ids *build_ids_open(struct recording *recording);
void build_ids_close(struct build_ids *ids);

/*
 * Copy the build id of a file, by the mapping's name or by perf's name (state/dso.h). Returns its
 * length in bytes, 0: not known.
 */
uint8_t build_ids_find(struct build_ids *ids, size_t part, const char *file, const char *dso,
		       uint8_t id[BUILD_ID_MAX]);

/*
 * The file of the kernel or of a module of it (not of a guest) in the feature BUILD_ID:
 * "/lib/modules/x/isl29018.ko". file: the mapping's name; dso: perf's name (state/dso.h). Returns
 * NULL if the feature does not have it. Valid until the next call.
 */
const char *build_ids_kernel_file(struct build_ids *ids, size_t part, const char *file,
				  const char *dso);

#endif
