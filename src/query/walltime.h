/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WALLTIME_H
#define QUERY_WALLTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A time of day as people write it: 2026-11-21, 2026-11-21 08:00, 2026-11-21T08:00:48.5Z;
 * always UTC. *ns counts from 1970. False: it is none.
 */
bool walltime_parse(const char *text, size_t len, uint64_t *ns);

#endif
