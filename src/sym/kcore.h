/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_KCORE_H
#define SYM_KCORE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copy bytes, starting at an address, from an ELF file whose segments have addresses: /proc/kcore,
 * its copy by perf record --kcore, or vmlinux (64 bits). The file is untrusted. Returns the number
 * of bytes that the file has there; 0: none.
 */
size_t kcore_read(int fd, uint64_t addr, void *to, size_t len);

#endif
