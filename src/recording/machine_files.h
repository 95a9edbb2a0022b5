/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MACHINE_FILES_H
#define RECORDING_MACHINE_FILES_H

#include "file/perf_file.h"
#include "sym/symfile.h"

/*
 * The architecture of the ELF files that were mapped at the beginning of a recording. Those below
 * the roots are looked at; where a root is "", a file has to be the one that was mapped, by its
 * device and inode, for other machines have files of these names, too. REGS_UNKNOWN: there is none,
 * or they do not agree.
 */
enum regs_arch machine_files_arch(struct perf_file *file, const struct symfile_places *places);

#endif
