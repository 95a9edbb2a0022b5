/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_EVENT_NAMES_H
#define FILE_EVENT_NAMES_H

#include "file/perf_file.h"

/*
 * Give each event a name: from the feature EVENT_DESC, the section event_types, or the metadata of
 * simpleperf. EVENT_UPDATE records replace names. An event without such a name gets that of its
 * tracepoint, or a name made of its attr.
 */
void event_names_set(struct perf_file *file);

#endif
