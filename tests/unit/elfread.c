/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents of ELF files, whatever byte order they and this machine have. */
#include "sym/elfread.h"

#include <elf.h>
#include <string.h>

#include "tap.h"
#include "wire/bytes.h"

enum {
	NAMES = sizeof(Elf64_Ehdr),
	LINK = NAMES + 32,
	HEADS = LINK + 16,
	SIZE = HEADS + 3 * sizeof(Elf64_Shdr)
};

static void put_head(uint8_t *at, uint32_t name, uint32_t type, uint64_t off, uint64_t size,
		     bool big)
{
	store_u32(at + offsetof(Elf64_Shdr, sh_name), name, big);
	store_u32(at + offsetof(Elf64_Shdr, sh_type), type, big);
	store_u64(at + offsetof(Elf64_Shdr, sh_offset), off, big);
	store_u64(at + offsetof(Elf64_Shdr, sh_size), size, big);
	store_u64(at + offsetof(Elf64_Shdr, sh_addralign), 1, big);
}

/* A relocatable file of two sections: .gnu_debuglink, and the names of sections. */
static void make(uint8_t *p, bool big)
{
	static const char names[] = "\0.gnu_debuglink\0.shstrtab";

	memset(p, 0, SIZE);
	memcpy(p, ELFMAG, SELFMAG);
	p[EI_CLASS] = ELFCLASS64;
	p[EI_DATA] = big ? ELFDATA2MSB : ELFDATA2LSB;
	p[EI_VERSION] = EV_CURRENT;
	store_u16(p + offsetof(Elf64_Ehdr, e_type), ET_REL, big);
	store_u16(p + offsetof(Elf64_Ehdr, e_machine), big ? EM_S390 : EM_X86_64, big);
	store_u32(p + offsetof(Elf64_Ehdr, e_version), EV_CURRENT, big);
	store_u64(p + offsetof(Elf64_Ehdr, e_shoff), HEADS, big);
	store_u16(p + offsetof(Elf64_Ehdr, e_ehsize), sizeof(Elf64_Ehdr), big);
	store_u16(p + offsetof(Elf64_Ehdr, e_shentsize), sizeof(Elf64_Shdr), big);
	store_u16(p + offsetof(Elf64_Ehdr, e_shnum), 3, big);
	store_u16(p + offsetof(Elf64_Ehdr, e_shstrndx), 2, big);
	memcpy(p + NAMES, names, sizeof(names));
	memcpy(p + LINK, "lib.debug\0\0", 12);
	store_u32(p + LINK + 12, 0x12345678, big);
	put_head(p + HEADS + sizeof(Elf64_Shdr), 1, SHT_PROGBITS, LINK, 16, big);
	put_head(p + HEADS + 2 * sizeof(Elf64_Shdr), 16, SHT_STRTAB, NAMES, sizeof(names), big);
}

static void test_debuglink(bool big)
{
	const char *order = big ? "big-endian" : "little-endian";
	struct elf_facts facts;
	uint8_t file[SIZE];

	make(file, big);
	elfread_facts(file, sizeof(file), false, &facts);
	ok(facts.elf, "%s: an ELF file", order);
	is_str(facts.debuglink, "lib.debug", "%s: the name of its debug file", order);
	is_hex(facts.debuglink_crc, 0x12345678, "%s: and the checksum of that", order);
}

int main(void)
{
	test_debuglink(false);
	test_debuglink(true);
	return done_testing();
}
