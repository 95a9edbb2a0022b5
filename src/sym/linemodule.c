/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/linemodule.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/mem.h"
#include "sym/dwflmodule.h"
#include "sym/unpack.h"

/*
 * Distance of the addresses of sections other than .text, by number: large enough that they cannot
 * overlap.
 */
#define APART UINT64_C(0x100000000)

struct linemodule {
	struct buf unpacked;
	void *p; /* the mapped file */
	size_t len;
	Dwfl *dwfl;
	Elf *elf; /* freed by libdwfl */
	Dwarf *dwarf;
};

/* ---- what libdwfl asks ---- */

static int find_elf(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
		    char **file_name, Elf **elf)
{
	struct linemodule *m = *userdata;

	(void)mod, (void)name, (void)base, (void)file_name;
	*elf = m->elf = elf_memory(m->unpacked.len ? m->unpacked.p : m->p,
				   m->unpacked.len ? m->unpacked.len : m->len);
	return -1;
}

static int section_address(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
			   const char *section, Elf32_Word index, const GElf_Shdr *head,
			   Dwarf_Addr *addr)
{
	(void)mod, (void)userdata, (void)name, (void)base, (void)head;
	*addr = !strcmp(section, ".text") ? LINEMODULE_TEXT : APART * (index + (uint64_t)1);
	return DWARF_CB_OK;
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = dwflmodule_no_debuginfo,
	.section_address = section_address,
};

/* ---- the file ---- */

/* Map the file. Relocations are written to the mapping, which is private. */
static bool map(struct linemodule *m, int fd)
{
	struct stat st;

	if (fstat(fd, &st) || st.st_size <= 0)
		return false;
	m->len = (size_t)st.st_size;
	m->p = mmap(NULL, m->len, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (m->p == MAP_FAILED) {
		m->p = NULL;
		return false;
	}
	return !unpack_is_packed(m->p, m->len) || unpack(&m->unpacked, m->p, m->len);
}

static bool relocate(struct linemodule *m)
{
	Dwfl_Module *mod;
	Dwarf_Addr bias;

	m->dwfl = dwfl_begin(&callbacks);
	if (!m->dwfl)
		return false;
	mod = dwflmodule_report(m->dwfl, "module", LINEMODULE_TEXT, UINT64_MAX / 2, m);
	m->dwarf = mod ? dwfl_module_getdwarf(mod, &bias) : NULL;
	return m->dwarf && !bias;
}

struct linemodule *linemodule_open(int fd)
{
	struct linemodule *m = mem_zalloc(sizeof(*m));

	buf_init(&m->unpacked);
	elf_version(EV_CURRENT);
	if (map(m, fd) && relocate(m))
		return m;
	linemodule_close(m);
	return NULL;
}

void linemodule_close(struct linemodule *m)
{
	if (!m)
		return;
	if (m->dwfl)
		dwfl_end(m->dwfl);
	if (m->p)
		munmap(m->p, m->len);
	buf_release(&m->unpacked);
	free(m);
}

Elf *linemodule_elf(const struct linemodule *m)
{
	return m->elf;
}

Dwarf *linemodule_dwarf(const struct linemodule *m)
{
	return m->dwarf;
}
