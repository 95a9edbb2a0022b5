/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_VDSO_H
#define SYM_VDSO_H

#include <stdint.h>

/*
 * A file in memory with the vdso of this process, which is that of all processes of the
 * running kernel. Its descriptor, or -1.
 */
int vdso_file(uint64_t *size);

#endif
