/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_VDSO_H
#define SYM_VDSO_H

#include <stdint.h>

/*
 * Copy the vdso of this process, which all processes of the running kernel share, to a file in
 * memory. Returns its descriptor, or -1.
 */
int vdso_file(uint64_t *size);

#endif
