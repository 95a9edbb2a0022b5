/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_IDENTITY_H
#define INDEX_IDENTITY_H

#include "file/perf_file.h"
#include "index/format.h"

/* What ties an index, and other things that are kept, to a recording. */
void identity_of_file(const struct perf_file *file, struct index_identity *identity);

/* How the recording that something was made of is related to this one. */
enum identity_relation {
	IDENTITY_SAME,
	IDENTITY_LONGER, /* bytes have come behind those that were there */
	IDENTITY_OTHER
};

enum identity_relation identity_compare(const struct perf_file *file,
					const struct index_identity *indexed);

#endif
