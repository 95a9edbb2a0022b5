/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SPACE_KEY_H
#define RECORDING_SPACE_KEY_H

#include "recording/mappings.h"
#include "recording/reader.h"

/*
 * A number for a mapping of a part. It is equal for mappings in which addresses have the same
 * names, in any process.
 */
uint64_t space_key_of_mapping(const struct mapping *mapping, size_t part);

/*
 * A number for the address space of a record. It is equal for processes that have the same files
 * mapped at the same addresses, where addresses have the same names. It is computed from all
 * mappings, so callers keep it by mappings_version(). With many mappings, or a cpumode other than
 * CPUMODE_USER, it is computed from that version. It is valid only in this process.
 */
uint64_t space_key_of(struct reader *reader, const struct row_info *info, enum cpumode mode);

#endif
