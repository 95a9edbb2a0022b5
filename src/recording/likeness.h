/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_LIKENESS_H
#define RECORDING_LIKENESS_H

#include "recording/mappings.h"
#include "recording/reader.h"

/* A number of what a mapping of a part is to those who name addresses of it, whosever it is. */
uint64_t likeness_of_mapping(const struct mapping *mapping, size_t part);

/*
 * A number of what an address space is to those who name addresses of it as of a record: the same
 * for processes that have the same files mapped at the same addresses. It is made of all that is
 * mapped, so whoever asks remembers it by mappings_version(); where that is much, or the cpumode is
 * another than CPUMODE_USER, it is made of that version. It says nothing in another run.
 */
uint64_t likeness_of(struct reader *reader, const struct row_info *info, enum cpumode mode);

#endif
