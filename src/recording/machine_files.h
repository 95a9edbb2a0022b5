/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MACHINE_FILES_H
#define RECORDING_MACHINE_FILES_H

#include "file/perf_file.h"
#include "sym/symfile.h"

/*
 * The architecture of the ELF files that were mapped at the beginning of a recording. Files below
 * the roots are examined. If a root is "", a file must also have the device and inode of the mapped
 * one, because other machines have files with these names. REGS_UNKNOWN: there are no such files,
 * or they differ.
 */
enum regs_arch machine_files_arch(struct perf_file *file, const struct symfile_places *places);

#endif
