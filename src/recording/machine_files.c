/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/machine_files.h"

#include <elf.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "file/machine.h"
#include "sym/symfile.h"
#include "wire/bytes.h"

enum {
	/* If so many files are missing here, the recording is of another machine. */
	FILES_TRIED = 64,
	MACHINE_AT = 18, /* e_machine, in headers of both classes */
	HEAD_BYTES = 20
};

struct arch_search {
	const struct symfile_places *places;
	unsigned tried;
	enum regs_arch arch;
	bool differ;
};

static enum regs_arch arch_of_number(uint16_t machine)
{
	static const struct {
		uint16_t machine;
		enum regs_arch arch;
	} machines[] = {
		{ EM_386, REGS_X86 },	    { EM_X86_64, REGS_X86 },  { EM_AARCH64, REGS_ARM64 },
		{ EM_ARM, REGS_ARM },	    { EM_RISCV, REGS_RISCV }, { EM_PPC, REGS_POWERPC },
		{ EM_PPC64, REGS_POWERPC }, { EM_S390, REGS_S390 },   { EM_MIPS, REGS_MIPS },
		{ 258, REGS_LOONGARCH },    { 252, REGS_CSKY },
	};

	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (machines[i].machine == machine)
			return machines[i].arch;
	return REGS_UNKNOWN;
}

static enum regs_arch arch_of_file(int fd)
{
	uint8_t head[HEAD_BYTES];

	if (pread(fd, head, sizeof(head), 0) != sizeof(head) || memcmp(head, ELFMAG, SELFMAG) != 0)
		return REGS_UNKNOWN;
	return arch_of_number(load_u16(head + MACHINE_AT, head[EI_DATA] == ELFDATA2MSB));
}

/* Is it the mapped file? */
static bool is_same(const struct symfile *file, const struct machine_map *map)
{
	return map->ino && file->ino == map->ino && major(file->dev) == map->maj &&
	       minor(file->dev) == map->min;
}

static enum regs_arch arch_below(const char *root, const struct machine_map *map)
{
	struct symfile file = SYMFILE_INIT;
	enum regs_arch arch = REGS_UNKNOWN;
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s%s", root, map->file);
	if ((*root || map->ino) && !symfile_open(&file, path.p) && (*root || is_same(&file, map)))
		arch = arch_of_file(file.fd);
	symfile_release(&file);
	buf_release(&path);
	return arch;
}

static bool add_map(void *arg, const struct machine_map *map)
{
	struct arch_search *search = arg;
	enum regs_arch arch = REGS_UNKNOWN;
	const char *root;

	if (*map->file != '/')
		return true;
	for (size_t i = 0; !arch && (root = symfile_root(search->places, i)); i++)
		arch = arch_below(root, map);
	search->differ |= arch && search->arch && arch != search->arch;
	search->arch = arch ? arch : search->arch;
	return ++search->tried < FILES_TRIED;
}

enum regs_arch machine_files_arch(struct perf_file *file, const struct symfile_places *places)
{
	struct arch_search search = { .places = places };

	machine_each_map(file, add_map, &search);
	return search.differ ? REGS_UNKNOWN : search.arch;
}
