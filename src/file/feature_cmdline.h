/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_CMDLINE_H
#define FILE_FEATURE_CMDLINE_H

#include <stdbool.h>

#include "file/features.h"

/*
 * Pass the arguments of CMDLINE to each(), in order, until it returns false. An argument has len
 * bytes, which are not escaped. Nothing is called where the section is missing or damaged.
 */
typedef bool feature_cmdline_fn(void *arg, const char *argument, size_t len);
void feature_cmdline_each(const struct features *features, feature_cmdline_fn *each, void *arg);

#endif
