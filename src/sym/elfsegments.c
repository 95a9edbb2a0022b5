/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/elfsegments.h"

#include <gelf.h>

static bool is_loaded(Elf *elf, size_t i, GElf_Phdr *phdr)
{
	return gelf_getphdr(elf, (int)i, phdr) && phdr->p_type == PT_LOAD;
}

/*
 * In a debug file without code (objcopy --only-keep-debug) segments have other offsets than in the
 * program. Compute the program's offset: a linker puts each segment after the previous one, at the
 * same offset within a page as in memory.
 */
static uint64_t linked_place(const struct elfsegment *before, const GElf_Phdr *phdr)
{
	uint64_t end = before->off + before->bytes;
	uint64_t page = phdr->p_align > 1 ? phdr->p_align : 1;
	uint64_t off = end - end % page + phdr->p_vaddr % page;

	return off < end ? off + page : off;
}

void elfsegments_take(struct elfsegments *segments, Elf *elf)
{
	bool taken_out = false;
	GElf_Phdr phdr;
	size_t n = 0;

	segments->n = 0;
	if (elf_getphdrnum(elf, &n))
		return;
	for (size_t i = 0; i < n; i++)
		taken_out |= is_loaded(elf, i, &phdr) && phdr.p_flags & PF_X && phdr.p_memsz &&
			     !phdr.p_filesz;
	for (size_t i = 0; i < n && segments->n < ELFSEGMENTS_MAX; i++) {
		struct elfsegment *s = &segments->v[segments->n];

		if (!is_loaded(elf, i, &phdr))
			continue;
		*s = (struct elfsegment){ phdr.p_vaddr, phdr.p_offset, phdr.p_memsz,
					  taken_out ? phdr.p_memsz : phdr.p_filesz };
		if (taken_out && segments->n)
			s->off = linked_place(s - 1, &phdr);
		segments->n++;
	}
}

bool elfsegments_to_place(const struct elfsegments *segments, uint64_t *at)
{
	for (size_t i = 0; i < segments->n; i++) {
		const struct elfsegment *s = &segments->v[i];

		if (*at >= s->addr && *at - s->addr < s->bytes) {
			*at = *at - s->addr + s->off;
			return true;
		}
	}
	return false;
}

bool elfsegments_to_address(const struct elfsegments *segments, uint64_t *at)
{
	for (size_t i = 0; i < segments->n; i++) {
		const struct elfsegment *s = &segments->v[i];

		if (*at >= s->off && *at - s->off < s->kept) {
			*at = *at - s->off + s->addr;
			return true;
		}
	}
	return false;
}
