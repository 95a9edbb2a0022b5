/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_ROWS_H
#define FILE_FEATURE_ROWS_H

#include "file/features.h"
#include "wire/bytes.h"

struct section_reader;

/* A table of the feature sections: how the bytes of each one are reported. */

/* Read the next string of a section: u32 length with padding, then text up to the first NUL. */
const char *feature_string(struct cursor *c, size_t *len);

/* Report one section under a key. A section that is not understood is reported as plain bytes. */
void feature_rows_report(const struct features *features, const struct feature_section *section,
			 const char *key, struct report *report);

/* The readers of the table. Each one reports its section under s->key. */
typedef void feature_read_fn(struct section_reader *s);

feature_read_fn feature_tracing_read, feature_build_id_read, feature_event_desc_read;
feature_read_fn feature_nrcpus_read, feature_cpu_topology_read, feature_cache_read;
feature_read_fn feature_mem_topology_read, feature_pmu_caps_read, feature_cpu_domain_read;
feature_read_fn feature_sample_time_read, feature_clock_data_read;
feature_read_fn feature_bpf_prog_read, feature_bpf_btf_read;
feature_read_fn feature_simpleperf_file_read, feature_simpleperf_meta_read;
feature_read_fn feature_simpleperf_unwind_read;
feature_read_fn feature_simpleperf_file2_read, feature_simpleperf_map_read;

#endif
