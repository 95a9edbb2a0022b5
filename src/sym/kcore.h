/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_KCORE_H
#define SYM_KCORE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copy bytes from an address on out of an ELF file that says of its segments where they lie:
 * /proc/kcore, the copy of it that perf record --kcore makes, vmlinux (64 bits). Nothing of the
 * file is trusted. Returns how many bytes there are; 0: none.
 */
size_t kcore_read(int fd, uint64_t addr, void *to, size_t len);

#endif
