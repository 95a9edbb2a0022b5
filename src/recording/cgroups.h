/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_CGROUPS_H
#define RECORDING_CGROUPS_H

#include "recording/recording.h"

/* Paths of cgroups by id, from CGROUP records. For one thread. */
struct cgroups;
struct row_info;

struct cgroups *cgroups_open(struct recording *recording);
void cgroups_close(struct cgroups *cgroups);

/*
 * The path of a cgroup at a record, len bytes of the recording: the last one recorded before it, or
 * else the first one. NULL: not known. Valid until the next call.
 */
const char *cgroups_path(struct cgroups *cgroups, const struct row_info *info, uint64_t id,
			 size_t *len);

#endif
