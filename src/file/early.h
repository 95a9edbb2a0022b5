/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_EARLY_H
#define FILE_EARLY_H

#include "file/perf_file.h"

/*
 * What stands in the stream before the first sample and is needed to decode it.
 * The stream is there already, the rest of the file is being opened.
 */

/* Of a pipe stream: attrs, ids and features, which a file has around its data. */
void early_read(struct perf_file *file);

/* EVENT_UPDATE records, which give events other names. */
void early_updates(struct perf_file *file);

#endif
