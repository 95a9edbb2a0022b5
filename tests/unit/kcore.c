/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code out of a copy of the kernel's memory. */
#include "sym/kcore.h"

#include <elf.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tap.h"
#include "wire/bytes.h"

enum {
	SEGMENTS = 2,
	DATA = 256 /* place of the bytes */
};

static const char text[] = "the code of the kernel";

static void segment(uint8_t *p, uint64_t addr, uint64_t off, uint64_t bytes, bool big)
{
	store_u32(p + offsetof(Elf64_Phdr, p_type), PT_LOAD, big);
	store_u64(p + offsetof(Elf64_Phdr, p_vaddr), addr, big);
	store_u64(p + offsetof(Elf64_Phdr, p_offset), off, big);
	store_u64(p + offsetof(Elf64_Phdr, p_filesz), bytes, big);
}

static size_t make(uint8_t *file, bool big)
{
	uint8_t *segments = file + sizeof(Elf64_Ehdr);

	memset(file, 0, DATA);
	memcpy(file, ELFMAG, SELFMAG);
	file[EI_CLASS] = ELFCLASS64;
	file[EI_DATA] = big ? ELFDATA2MSB : ELFDATA2LSB;
	store_u64(file + offsetof(Elf64_Ehdr, e_phoff), sizeof(Elf64_Ehdr), big);
	store_u16(file + offsetof(Elf64_Ehdr, e_phentsize), sizeof(Elf64_Phdr), big);
	store_u16(file + offsetof(Elf64_Ehdr, e_phnum), SEGMENTS, big);
	segment(segments, 0xffffffffc0000000, DATA + 4, 4, big);
	segment(segments + sizeof(Elf64_Phdr), 0xffffffff81000000, DATA, sizeof(text) - 1, big);
	memcpy(file + DATA, text, sizeof(text) - 1);
	return DATA + sizeof(text) - 1;
}

/* The bytes at an address of a file with these bytes. */
static size_t ask(const uint8_t *file, size_t size, uint64_t addr, char *to, size_t len)
{
	int fd = memfd_create("kcore", MFD_CLOEXEC);
	size_t n;

	if (fd < 0 || write(fd, file, size) != (ssize_t)size)
		abort();
	n = kcore_read(fd, addr, to, len);
	close(fd);
	return n;
}

static void test_whole(bool big)
{
	uint8_t file[512];
	char got[64];
	size_t size = make(file, big);

	is_int(ask(file, size, 0xffffffff81000004, got, 4), 4, "bytes at an address");
	is_mem(got, 4, "code", 4, "... are those of its segment");
	is_int(ask(file, size, 0xffffffffc0000001, got, 64), 3, "no more than the segment has");
	is_mem(got, 3, "ode", 3, "... of another one");
	is_int(ask(file, size, 0xffffffff81000000 + sizeof(text) - 1, got, 4), 0, "behind it");
	is_int(ask(file, size, 0xffffffff80ffffff, got, 4), 0, "before it");
	is_int(ask(file, size, 0, got, 4), 0, "nowhere");
}

/* Change bytes of the headers at random: no more than requested is returned. */
static void test_damage(void)
{
	uint8_t file[512];
	char got[64];
	uint64_t state = 0x9e3779b97f4a7c15;
	bool fine = true;

	for (unsigned i = 0; i < 2000; i++) {
		size_t size = make(file, i % 2);

		for (unsigned k = 0; k < 1 + i % 5; k++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			file[(state >> 40) % DATA] = (uint8_t)(state >> 32);
		}
		if (ask(file, size, 0xffffffff81000004, got, 4) > 4)
			fine = false;
	}
	ok(fine, "damaged headers");
	is_int(ask(file, 40, 0xffffffff81000004, got, 4), 0, "a file that is cut");
}

int main(void)
{
	test_whole(false);
	test_whole(true);
	test_damage();
	return done_testing();
}
