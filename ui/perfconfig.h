/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_PERFCONFIG_H
#define UI_PERFCONFIG_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Set *value to the value of a setting of perf (perf-config(1)). False: it is not set. The setting
 * is in the file $PERF_CONFIG if that is set. Otherwise it is in /etc/perfconfig, unless
 * $PERF_CONFIG_NOSYSTEM is set, and in ~/.perfconfig, unless $PERF_CONFIG_NOGLOBAL is set; the last
 * value counts. Lines with errors are ignored: perf reports them.
 */
bool perfconfig_get(const char *section, const char *name, struct buf *value);

#endif
