/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_IDENTITY_H
#define INDEX_IDENTITY_H

#include "file/perf_file.h"
#include "index/format.h"

/* Compute the identity of a recording, which its index and other saved files contain. */
void identity_of_file(const struct perf_file *file, struct index_identity *identity);

/* Fill the header of a file that is stored with a recording. */
void identity_header(const struct perf_file *file, struct index_header *header);

/* How a recording with a stored identity is related to this one. */
enum identity_relation {
	IDENTITY_SAME,
	IDENTITY_LONGER, /* bytes were appended */
	IDENTITY_OTHER
};

enum identity_relation identity_compare(const struct perf_file *file,
					const struct index_identity *indexed);

#endif
