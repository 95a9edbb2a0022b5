/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/dwo.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "sym/dwpindex.h"
#include "wire/bytes.h"

enum {
	STR = DWPINDEX_SECTIONS, /* .debug_str, shared by all units */
	ADDR,			 /* .debug_addr of the program */
	SECTIONS,
	RANGES_MAX = 1 << 16 /* of one entry */
};

/* The sections of the image. */
static const char *const names[SECTIONS] = {
	[DWPINDEX_INFO] = ".debug_info",
	[DWPINDEX_ABBREV] = ".debug_abbrev",
	[DWPINDEX_LINE] = ".debug_line",
	[DWPINDEX_STR_OFFSETS] = ".debug_str_offsets",
	[DWPINDEX_RNGLISTS] = ".debug_rnglists",
	[STR] = ".debug_str",
	[ADDR] = ".debug_addr",
};

struct bytes {
	const uint8_t *p;
	size_t n;
};

struct dwo {
	struct buf image;
	Elf *elf;
	Dwarf *dwarf;
	Dwarf_Off unit; /* offset of the unit's entry */
	uint16_t version;
	bool big;		/* the file is big-endian */
	uint8_t word;		/* bytes of an address */
	bool has_files;		/* the unit has a table of files */
	uint64_t low;		/* base of ranges */
	struct bytes addresses; /* in the image */
	struct bytes rnglists;	/* DWARF 5: in the image */
	uint8_t *ranges;	/* DWARF 4: from the program */
	size_t ranges_len;
};

/* ---- sections ---- */

/* Get the contents of a section, decompressed; n 0: there is no such section. */
static struct bytes find_section(Elf *elf, const char *name)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings))
		return (struct bytes){ NULL, 0 };
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr head;
		const char *is;
		Elf_Data *data;

		if (!gelf_getshdr(scn, &head) || head.sh_type == SHT_NOBITS)
			continue;
		is = elf_strptr(elf, strings, head.sh_name);
		if (!is || strcmp(is, name) != 0)
			continue;
		if (head.sh_flags & SHF_COMPRESSED && elf_compress(scn, 0, 0) < 0)
			break;
		data = elf_getdata(scn, NULL);
		if (data && data->d_buf)
			return (struct bytes){ data->d_buf, data->d_size };
	}
	return (struct bytes){ NULL, 0 };
}

static struct bytes find_split_section(Elf *elf, int section)
{
	char name[64];

	strcpy(name, names[section]);
	strcat(name, ".dwo");
	return find_section(elf, name);
}

static struct bytes slice(struct bytes from, uint64_t off, uint64_t size)
{
	if (off >= from.n)
		return (struct bytes){ NULL, 0 };
	if (size > from.n - off)
		size = from.n - off;
	return (struct bytes){ from.p + off, (size_t)size };
}

bool dwo_is_package(Elf *file)
{
	return find_section(file, ".debug_cu_index").n;
}

/* Reduce sections of a package to the parts of the unit. */
static bool cut_out(Elf *file, bool big, uint64_t id, struct bytes *sections)
{
	struct bytes index = find_section(file, ".debug_cu_index");
	struct dwpindex_part parts[DWPINDEX_SECTIONS];

	if (!index.n)
		return true;
	if (!dwpindex_find(index.p, index.n, big, id, parts))
		return false;
	for (int i = 0; i < DWPINDEX_SECTIONS; i++)
		sections[i] = slice(sections[i], parts[i].off, parts[i].size);
	return true;
}

/* ---- the image ---- */

/* Convert structures from the byte order of this machine to that of the file. */
static void to_file(void *p, size_t size, Elf_Type type, unsigned char order)
{
	Elf_Data data = { .d_buf = p, .d_size = size, .d_type = type, .d_version = EV_CURRENT };

	elf64_xlatetof(&data, &data, order);
}

/* Make an ELF file of these sections, with section headers after them. */
static void make_image(struct buf *image, const struct bytes *sections, uint16_t machine,
		       unsigned char order)
{
	Elf64_Shdr heads[SECTIONS + 2] = { { .sh_type = SHT_NULL } };
	Elf64_Ehdr head = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, order, EV_CURRENT },
		.e_type = ET_EXEC,
		.e_machine = machine,
		.e_version = EV_CURRENT,
		.e_ehsize = sizeof(head),
		.e_shentsize = sizeof(heads[0]),
		.e_shnum = 1,
	};
	struct buf strings = BUF_INIT;

	buf_addc(&strings, '\0');
	buf_fill(image, '\0', sizeof(head));
	for (int i = 0; i <= SECTIONS; i++) {
		const char *name = i < SECTIONS ? names[i] : ".shstrtab";
		struct bytes s = { NULL, 0 };

		if (i < SECTIONS)
			s = sections[i];
		if (i < SECTIONS && !s.n)
			continue;
		heads[head.e_shnum] = (Elf64_Shdr){
			.sh_name = (Elf64_Word)strings.len,
			.sh_type = i < SECTIONS ? SHT_PROGBITS : SHT_STRTAB,
			.sh_offset = image->len,
			.sh_addralign = 1,
		};
		buf_add(&strings, name, strlen(name) + 1);
		if (i == SECTIONS)
			s = (struct bytes){ (const uint8_t *)strings.p, strings.len };
		heads[head.e_shnum++].sh_size = s.n;
		buf_add(image, s.p, s.n);
		buf_fill(image, '\0', -image->len % 8);
	}
	head.e_shstrndx = (Elf64_Half)(head.e_shnum - 1);
	head.e_shoff = image->len;
	to_file(heads, head.e_shnum * sizeof(heads[0]), ELF_T_SHDR, order);
	buf_add(image, heads, head.e_shnum * sizeof(heads[0]));
	to_file(&head, sizeof(head), ELF_T_EHDR, order);
	memcpy(image->p, &head, sizeof(head));
	buf_release(&strings);
}

static bool find_unit(struct dwo *d, uint64_t id)
{
	Dwarf_CU *cu = NULL;
	uint8_t type;

	while (!dwarf_get_units(d->dwarf, cu, &cu, &d->version, &type, NULL, NULL)) {
		Dwarf_Die die;
		uint64_t is = 0;

		if (type != DW_UT_split_compile ||
		    dwarf_cu_info(cu, NULL, NULL, &die, NULL, &is, &d->word, NULL) || is != id)
			continue;
		d->unit = dwarf_dieoffset(&die);
		return d->word == 4 || d->word == 8;
	}
	return false;
}

static bool read_file(struct dwo *d, Elf *file, Elf *program, const struct dwo_skeleton *skeleton)
{
	struct bytes sections[SECTIONS], ranges;
	GElf_Ehdr split, head;

	/* The image has parts of both files, so they must have the same byte order. */
	if (!gelf_getehdr(file, &split) || !gelf_getehdr(program, &head) ||
	    split.e_ident[EI_DATA] != head.e_ident[EI_DATA])
		return false;
	d->big = head.e_ident[EI_DATA] == ELFDATA2MSB;
	for (int i = 0; i < ADDR; i++)
		sections[i] = find_split_section(file, i);
	if (!cut_out(file, d->big, skeleton->id, sections))
		return false;
	sections[ADDR] = slice(find_section(program, names[ADDR]), skeleton->addr_base, UINT64_MAX);
	make_image(&d->image, sections, head.e_machine, head.e_ident[EI_DATA]);
	d->elf = elf_memory(d->image.p, d->image.len);
	d->dwarf = d->elf ? dwarf_begin_elf(d->elf, DWARF_C_READ, NULL) : NULL;
	d->low = skeleton->low;
	d->has_files = sections[DWPINDEX_LINE].n;
	if (!d->dwarf || !find_unit(d, skeleton->id))
		return false;
	d->addresses = find_section(d->elf, names[ADDR]);
	d->rnglists = find_section(d->elf, names[DWPINDEX_RNGLISTS]);
	ranges = slice(find_section(program, ".debug_ranges"), skeleton->ranges_base, UINT64_MAX);
	if (d->version < 5 && ranges.n) {
		d->ranges = mem_dup(ranges.p, ranges.n);
		d->ranges_len = ranges.n;
	}
	return true;
}

struct dwo *dwo_open(Elf *file, Elf *program, const struct dwo_skeleton *skeleton)
{
	struct dwo *d = mem_zalloc(sizeof(*d));

	buf_init(&d->image);
	if (read_file(d, file, program, skeleton))
		return d;
	dwo_close(d);
	return NULL;
}

void dwo_close(struct dwo *d)
{
	if (!d)
		return;
	dwarf_end(d->dwarf);
	elf_end(d->elf);
	buf_release(&d->image);
	free(d->ranges);
	free(d);
}

size_t dwo_bytes(const struct dwo *d)
{
	return d->image.len + d->ranges_len;
}

Dwarf *dwo_dwarf(const struct dwo *d)
{
	return d->dwarf;
}

void dwo_unit(const struct dwo *d, Dwarf_Die *unit)
{
	dwarf_offdie(d->dwarf, d->unit, unit);
}

bool dwo_has_files(const struct dwo *d)
{
	return d->has_files;
}

/* ---- skeletons ---- */

static uint64_t number_of(Dwarf_Die *die, unsigned name, unsigned gnu_name)
{
	Dwarf_Attribute attr;
	Dwarf_Word v;

	if (!dwarf_attr(die, name, &attr) && !dwarf_attr(die, gnu_name, &attr))
		return 0;
	return dwarf_formudata(&attr, &v) ? 0 : v;
}

static const char *text_of(Dwarf_Die *die, unsigned name, unsigned gnu_name)
{
	Dwarf_Attribute attr;

	if (!dwarf_attr(die, name, &attr) && !dwarf_attr(die, gnu_name, &attr))
		return NULL;
	return dwarf_formstring(&attr);
}

bool dwo_skeleton(Dwarf_Die *unit, struct dwo_skeleton *skeleton)
{
	uint8_t type = 0;

	memset(skeleton, 0, sizeof(*skeleton));
	if (dwarf_cu_info(unit->cu, NULL, &type, NULL, NULL, &skeleton->id, NULL, NULL) ||
	    type != DW_UT_skeleton)
		return false;
	skeleton->name = text_of(unit, DW_AT_dwo_name, DW_AT_GNU_dwo_name);
	skeleton->dir = text_of(unit, DW_AT_comp_dir, DW_AT_comp_dir);
	skeleton->addr_base = number_of(unit, DW_AT_addr_base, DW_AT_GNU_addr_base);
	skeleton->ranges_base = number_of(unit, DW_AT_GNU_ranges_base, DW_AT_GNU_ranges_base);
	if (dwarf_lowpc(unit, &skeleton->low))
		skeleton->low = 0;
	return true;
}

/* ---- ranges ---- */

/* Ranges are read here, because libdw does not know their base, which is in the skeleton. */
struct ranging {
	const struct dwo *dwo;
	struct cursor c;
	uint64_t base, start, end;
};

static uint8_t take_byte(struct cursor *c)
{
	const uint8_t *p = cursor_take(c, 1);

	return p ? *p : 0;
}

static uint64_t take_leb(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; !c->failed; shift += 7) {
		uint8_t byte = take_byte(c);

		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			break;
	}
	return v;
}

static uint64_t take_address(struct ranging *r)
{
	return r->dwo->word == 8 ? cursor_u64(&r->c) : cursor_u32(&r->c);
}

/* Read the number of an entry in the program's address table, and return the address. */
static uint64_t take_indexed(struct ranging *r)
{
	uint64_t i = take_leb(&r->c);
	unsigned word = r->dwo->word;

	if (r->c.failed || i >= r->dwo->addresses.n / word) {
		r->c.failed = true;
		return 0;
	}
	return load_uint(r->dwo->addresses.p + i * word, word, r->c.big);
}

/* Read an entry of .debug_rnglists; *is: it is a range. Returns false at the end. */
static bool take_entry(struct ranging *r, bool *is)
{
	uint8_t kind = take_byte(&r->c);

	*is = true;
	switch (kind) {
	case DW_RLE_base_addressx:
		r->base = take_indexed(r);
		*is = false;
		break;
	case DW_RLE_base_address:
		r->base = take_address(r);
		*is = false;
		break;
	case DW_RLE_startx_endx:
		r->start = take_indexed(r);
		r->end = take_indexed(r);
		break;
	case DW_RLE_startx_length:
		r->start = take_indexed(r);
		r->end = r->start + take_leb(&r->c);
		break;
	case DW_RLE_offset_pair:
		r->start = r->base + take_leb(&r->c);
		r->end = r->base + take_leb(&r->c);
		break;
	case DW_RLE_start_end:
		r->start = take_address(r);
		r->end = take_address(r);
		break;
	case DW_RLE_start_length:
		r->start = take_address(r);
		r->end = r->start + take_leb(&r->c);
		break;
	default:
		return false;
	}
	return !r->c.failed;
}

/* Read a pair of .debug_ranges, in the same way. */
static bool take_pair(struct ranging *r, bool *is)
{
	uint64_t top = r->dwo->word == 8 ? UINT64_MAX : UINT32_MAX;

	r->start = take_address(r);
	r->end = take_address(r);
	*is = r->start != top;
	if (!*is)
		r->base = r->end;
	else if (!r->start && !r->end)
		return false;
	r->start += r->base;
	r->end += r->base;
	return !r->c.failed;
}

void dwo_ranges(const struct dwo *d, Dwarf_Die *die,
		bool (*each)(void *arg, uint64_t start, uint64_t end), void *arg)
{
	struct bytes from = d->version < 5 ? (struct bytes){ d->ranges, d->ranges_len }
					   : d->rnglists;
	struct ranging r = { .dwo = d, .base = d->low };
	Dwarf_Attribute attr;
	Dwarf_Word off;
	bool is;

	if (!dwarf_lowpc(die, &r.start) && !dwarf_highpc(die, &r.end)) {
		each(arg, r.start, r.end);
		return;
	}
	if (!dwarf_attr(die, DW_AT_ranges, &attr) || dwarf_formudata(&attr, &off))
		return;
	from = slice(from, off, UINT64_MAX);
	r.c = (struct cursor){ .p = from.p, .left = from.n, .big = d->big };
	for (int n = 0; n < RANGES_MAX && (d->version < 5 ? take_pair : take_entry)(&r, &is); n++)
		if (is && !each(arg, r.start, r.end))
			return;
}
