/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/kcore.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "wire/bytes.h"

enum {
	SEGMENTS_MAX = 4096
};

static bool read_at(int fd, uint64_t off, void *to, size_t len)
{
	return off <= INT64_MAX && io_read_at(fd, off, to, len) == len;
}

/* Read the place of the segment headers. Returns false if it is not such a file. */
static bool read_header(int fd, bool *big, uint64_t *off, unsigned *n)
{
	uint8_t head[sizeof(Elf64_Ehdr)];

	if (!read_at(fd, 0, head, sizeof(head)) || memcmp(head, ELFMAG, SELFMAG) ||
	    head[EI_CLASS] != ELFCLASS64)
		return false;
	*big = head[EI_DATA] == ELFDATA2MSB;
	*off = load_u64(head + offsetof(Elf64_Ehdr, e_phoff), *big);
	*n = load_u16(head + offsetof(Elf64_Ehdr, e_phnum), *big);
	return load_u16(head + offsetof(Elf64_Ehdr, e_phentsize), *big) == sizeof(Elf64_Phdr);
}

size_t kcore_read(int fd, uint64_t addr, void *to, size_t len)
{
	uint8_t p[sizeof(Elf64_Phdr)];
	uint64_t off;
	unsigned n;
	bool big;

	if (!read_header(fd, &big, &off, &n) || off > INT64_MAX)
		return 0;
	for (unsigned i = 0; i < n && i < SEGMENTS_MAX; i++) {
		uint64_t start, bytes, at;

		if (!read_at(fd, off + (uint64_t)i * sizeof(p), p, sizeof(p)))
			break;
		start = load_u64(p + offsetof(Elf64_Phdr, p_vaddr), big);
		bytes = load_u64(p + offsetof(Elf64_Phdr, p_filesz), big);
		at = load_u64(p + offsetof(Elf64_Phdr, p_offset), big);
		if (load_u32(p + offsetof(Elf64_Phdr, p_type), big) != PT_LOAD ||
		    addr - start >= bytes || at > INT64_MAX || addr - start > INT64_MAX - at)
			continue;
		if (len > bytes - (addr - start))
			len = (size_t)(bytes - (addr - start));
		return io_read_at(fd, at + (addr - start), to, len);
	}
	return 0;
}
