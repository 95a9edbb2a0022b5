/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_BUILD_IDS_H
#define RECORDING_BUILD_IDS_H

#include "recording/recording.h"

/*
 * Build ids by the names of files, as the feature BUILD_ID and BUILD_ID records of each
 * part have them. They are read when they are asked for, and those that came since. One thread's.
 */
struct build_ids;

enum {
	BUILD_ID_MAX = 20 /* bytes */
};

struct build_ids *build_ids_open(struct recording *recording);
void build_ids_close(struct build_ids *ids);

/*
 * Copy the build id of a file, by the name that a mapping has or by what perf names it
 * (state/dso.h). Returns its bytes, 0: it is not known.
 */
uint8_t build_ids_find(struct build_ids *ids, size_t part, const char *file, const char *dso,
		       uint8_t id[BUILD_ID_MAX]);

/*
 * What perf names the kernel or a module of it (not of a guest's) where the feature BUILD_ID has
 * its file: the name there, "/lib/modules/x/isl29018.ko". file: as a mapping has it, dso: as
 * state/dso.h names it. NULL: it is not there. Good until others are asked for.
 */
const char *build_ids_kernel_file(struct build_ids *ids, size_t part, const char *file,
				  const char *dso);

#endif
