/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_CGROUPS_H
#define RECORDING_CGROUPS_H

#include "recording/recording.h"

/* Paths of cgroups by their ids, as CGROUP records tell them. One thread's. */
struct cgroups;
struct row_info;

struct cgroups *cgroups_open(struct recording *recording);
void cgroups_close(struct cgroups *cgroups);

/*
 * The path that a cgroup has as of a record, len bytes of the recording: the last that was told
 * before it, else the first one. NULL: it is not known. Good until the next call.
 */
const char *cgroups_path(struct cgroups *cgroups, const struct row_info *info, uint64_t id,
			 size_t *len);

#endif
