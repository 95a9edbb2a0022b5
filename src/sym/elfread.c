/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/elfread.h"

#include <gelf.h>
#include <libelf.h>
#include <lzma.h>
#include <string.h>

#include "base/map.h"
#include "sym/elfsegments.h"
#include "sym/unpack.h"
#include "wire/bytes.h"

/*
 * Open a file in memory. libelf only writes to the memory if it changes the file, which never
 * happens here.
 */
static Elf *open_image(const struct image *image)
{
	char *p;

	memcpy(&p, &image->p, sizeof(p));
	elf_version(EV_CURRENT);
	return elf_memory(p, image->size);
}

/* ---- sections ---- */

struct elf_section {
	Elf_Scn *scn;
	GElf_Shdr shdr;
	size_t index;
};

static const char *section_name(Elf *elf, const GElf_Shdr *shdr)
{
	size_t names;
	const char *name;

	if (elf_getshdrstrndx(elf, &names))
		return "";
	name = elf_strptr(elf, names, shdr->sh_name);
	return name ? name : "";
}

static bool next_section(Elf *elf, struct elf_section *s)
{
	s->scn = elf_nextscn(elf, s->scn);
	if (!s->scn)
		return false;
	s->index = elf_ndxscn(s->scn);
	return gelf_getshdr(s->scn, &s->shdr) != NULL;
}

static bool find_section(Elf *elf, struct elf_section *s, const char *name)
{
	*s = (struct elf_section){ .scn = NULL };
	while (next_section(elf, s))
		if (!strcmp(section_name(elf, &s->shdr), name))
			return true;
	return false;
}

static bool find_type(Elf *elf, struct elf_section *s, GElf_Word type)
{
	*s = (struct elf_section){ .scn = NULL };
	while (next_section(elf, s))
		if (s->shdr.sh_type == type)
			return true;
	return false;
}

/* Return the contents of a section; a stripped file may lack them. */
static Elf_Data *contents(const struct elf_section *s)
{
	Elf_Data *data = s->shdr.sh_type == SHT_NOBITS ? NULL : elf_getdata(s->scn, NULL);

	return data && data->d_buf && data->d_size ? data : NULL;
}

static bool is_big(Elf *elf)
{
	const char *ident = elf_getident(elf, NULL);

	return ident && ident[EI_DATA] == ELFDATA2MSB;
}

/* ---- facts ---- */

static bool take_build_id(Elf_Data *data, struct elf_facts *facts)
{
	size_t at = 0, name, desc;
	GElf_Nhdr note;

	while ((at = gelf_getnote(data, at, &note, &name, &desc))) {
		const char *p = data->d_buf;

		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
		    memcmp(p + name, "GNU", 4) || !note.n_descsz ||
		    note.n_descsz > ELF_BUILD_ID_MAX)
			continue;
		facts->build_id_len = (uint8_t)note.n_descsz;
		memcpy(facts->build_id, p + desc, note.n_descsz);
		return true;
	}
	return false;
}

/* Read notes from segments, because some files have no section headers. */
static void note_segments(Elf *elf, struct elf_facts *facts)
{
	GElf_Phdr phdr;
	size_t n = 0;

	if (elf_getphdrnum(elf, &n))
		return;
	for (size_t i = 0; i < n && i < ELFSEGMENTS_MAX; i++) {
		Elf_Data *data;

		if (!gelf_getphdr(elf, (int)i, &phdr) || phdr.p_type != PT_NOTE || !phdr.p_filesz)
			continue;
		data = elf_getdata_rawchunk(elf, (int64_t)phdr.p_offset, phdr.p_filesz,
					    phdr.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
		if (data && data->d_buf && take_build_id(data, facts))
			return;
	}
}

/* Read the name and the checksum, which has the byte order of the file. */
static void take_debuglink(const struct elf_section *s, bool big, struct elf_facts *facts)
{
	const Elf_Data *data = contents(s);
	size_t len;

	if (!data || data->d_size < 8)
		return;
	len = strnlen(data->d_buf, data->d_size - 4);
	if (!len || len >= DEBUGLINK_MAX)
		return;
	memcpy(facts->debuglink, data->d_buf, len);
	facts->debuglink_crc = load_u32((const uint8_t *)data->d_buf + data->d_size - 4, big);
}

static void section_facts(Elf *elf, const struct elf_section *s, struct elf_facts *facts)
{
	const char *name = section_name(elf, &s->shdr);
	bool full = s->shdr.sh_type != SHT_NOBITS && s->shdr.sh_size;

	if (s->shdr.sh_type == SHT_NOTE && !facts->build_id_len) {
		Elf_Data *data = contents(s);

		if (data)
			take_build_id(data, facts);
	}
	facts->symtab |= s->shdr.sh_type == SHT_SYMTAB && full;
	facts->dynsym |= s->shdr.sh_type == SHT_DYNSYM && full;
	facts->debugdata |= full && !strcmp(name, ".gnu_debugdata");
	facts->dwarf |= full && (!strcmp(name, ".debug_info") || !strcmp(name, ".zdebug_info"));
	if (!strcmp(name, ".gnu_debuglink"))
		take_debuglink(s, is_big(elf), facts);
}

void elfread_facts(const void *image, size_t size, bool crc, struct elf_facts *facts)
{
	struct image file = { image, size };
	Elf *elf = open_image(&file);
	struct elf_section s = { .scn = NULL };

	*facts = (struct elf_facts){ .elf = elf && elf_kind(elf) == ELF_K_ELF };
	if (facts->elf) {
		while (next_section(elf, &s))
			section_facts(elf, &s, facts);
		if (!facts->build_id_len)
			note_segments(elf, facts);
	}
	if (crc)
		facts->crc = lzma_crc32(image, size, 0);
	elf_end(elf);
}

/* ---- symbols ---- */

struct elf_reading {
	enum elfread_as as;
	struct symlist *list;
	struct elfsegments segments; /* of the mapped file */
	unsigned machine;
	size_t text; /* for ELFREAD_TEXT: number of the section .text */
};

/*
 * Convert a linked address to the requested form. Returns false if the mapped file does not have
 * it.
 */
static bool place(const struct elf_reading *r, const GElf_Shdr *shdr, uint64_t *at)
{
	if (r->as != ELFREAD_OFFSETS)
		return true;
	if (elfsegments_to_place(&r->segments, at))
		return true;
	if (!shdr)
		return false;
	*at = *at - shdr->sh_addr + shdr->sh_offset;
	return true;
}

/* Is the symbol a mark, such as one between code and data, and not a function? */
static bool is_mark(unsigned machine, const char *name)
{
	if (machine != EM_ARM && machine != EM_AARCH64 && machine != EM_RISCV)
		return false;
	if (machine == EM_RISCV && name[0] == '.' && name[1] == 'L')
		return true;
	return name[0] == '$' && name[1] && strchr("adtx", name[1]) && (!name[2] || name[2] == '.');
}

static bool is_label(const GElf_Sym *sym)
{
	unsigned visible = GELF_ST_VISIBILITY(sym->st_other);

	return GELF_ST_TYPE(sym->st_info) == STT_NOTYPE && visible != STV_HIDDEN &&
	       visible != STV_INTERNAL;
}

static bool is_wanted_type(const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);

	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT || is_label(sym);
}

static enum symbind bind_of(const GElf_Sym *sym)
{
	unsigned bind = GELF_ST_BIND(sym->st_info);

	return bind == STB_WEAK	    ? SYMBIND_WEAK
	       : bind == STB_GLOBAL ? SYMBIND_GLOBAL
				    : SYMBIND_LOCAL;
}

/* Labels count only in sections of code or data. These are recognized by name, as in perf. */
static bool is_wanted_section(Elf *elf, const struct elf_reading *r, const GElf_Sym *sym,
			      size_t index, GElf_Shdr *shdr)
{
	Elf_Scn *scn = elf_getscn(elf, index);
	const char *name;

	if (!scn || !gelf_getshdr(scn, shdr) || !(shdr->sh_flags & SHF_ALLOC))
		return false;
	if (r->as == ELFREAD_TEXT && index != r->text)
		return false;
	if (!is_label(sym))
		return true;
	name = section_name(elf, shdr);
	return strstr(name, "text") || strstr(name, "data");
}

static void add_symbol(Elf *elf, struct elf_reading *r, const GElf_Sym *sym, size_t index,
		       const char *name)
{
	uint64_t at = sym->st_value;
	GElf_Shdr shdr;

	if (!name || !*name || !is_wanted_type(sym) || is_mark(r->machine, name) ||
	    !is_wanted_section(elf, r, sym, index, &shdr))
		return;
	if (r->machine == EM_ARM && GELF_ST_TYPE(sym->st_info) == STT_FUNC)
		at &= ~(uint64_t)1; /* clear the bit that marks Thumb code */
	if (place(r, &shdr, &at))
		symlist_add(r->list, at, sym->st_size, bind_of(sym), name, strlen(name), "");
}

static void add_table(Elf *elf, struct elf_reading *r, GElf_Word type)
{
	struct elf_section s, numbers;
	Elf_Data *data, *extended;
	GElf_Sym sym;
	Elf32_Word index;

	if (!find_type(elf, &s, type) || !(data = contents(&s)))
		return;
	extended = find_type(elf, &numbers, SHT_SYMTAB_SHNDX) && numbers.shdr.sh_link == s.index
			   ? elf_getdata(numbers.scn, NULL)
			   : NULL;
	for (int i = 0;; i++) {
		size_t section;

		if (!gelf_getsymshndx(data, extended, i, &sym, &index))
			break;
		section = sym.st_shndx == SHN_XINDEX ? index : sym.st_shndx;
		if (!sym.st_name || section == SHN_UNDEF ||
		    (sym.st_shndx >= SHN_LORESERVE && sym.st_shndx != SHN_XINDEX))
			continue;
		add_symbol(elf, r, &sym, section, elf_strptr(elf, s.shdr.sh_link, sym.st_name));
	}
}

/* ---- the procedure linkage table ---- */

/* Bytes of an entry, and of the code before the first entry. */
struct plt_shape {
	unsigned machine;
	uint8_t head, entry;
};

static const struct plt_shape shapes[] = {
	{ EM_X86_64, 16, 16 }, { EM_386, 16, 16 },   { EM_AARCH64, 32, 16 },
	{ EM_ARM, 20, 12 },    { EM_RISCV, 32, 16 }, { EM_S390, 32, 32 },
};

static void add_section(struct elf_reading *r, const struct elf_section *s, const char *name)
{
	uint64_t at = s->shdr.sh_addr;

	if (place(r, &s->shdr, &at))
		symlist_add(r->list, at, s->shdr.sh_size, SYMBIND_GLOBAL, name, strlen(name), "");
}

static bool plt_place(Elf *elf, struct elf_reading *r, uint64_t *at, unsigned *entry)
{
	struct elf_section s;

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (shapes[i].machine != r->machine)
			continue;
		*entry = shapes[i].entry;
		/*
		 * With indirect branch tracking, the entries that are called are in a section of
		 * their own.
		 */
		if (find_section(elf, &s, ".plt.sec")) {
			*at = s.shdr.sh_addr;
			if (find_section(elf, &s, ".plt"))
				add_section(r, &s, ".plt");
			return true;
		}
		if (!find_section(elf, &s, ".plt"))
			return false;
		*at = s.shdr.sh_addr + shapes[i].head;
		return true;
	}
	return false;
}

/* An indirect function has no name here, because the loader calls code to select the function. */
static void add_plt_entry(struct elf_reading *r, uint64_t at, unsigned entry, const char *name)
{
	bool named = *name;

	symlist_add(r->list, at, entry, SYMBIND_GLOBAL, named ? name : "@plt",
		    named ? strlen(name) : 4, named ? "@plt" : "");
}

/* Add the entries of .plt. They have no symbols, but the same order as the relocations. */
static void add_plt(Elf *elf, struct elf_reading *r)
{
	struct elf_section relocations, symbols;
	Elf_Data *data, *table;
	uint64_t at;
	unsigned entry;
	bool rela;

	rela = find_section(elf, &relocations, ".rela.plt");
	if ((!rela && !find_section(elf, &relocations, ".rel.plt")) ||
	    !find_type(elf, &symbols, SHT_DYNSYM) || relocations.shdr.sh_link != symbols.index ||
	    !(data = contents(&relocations)) || !(table = contents(&symbols)) ||
	    !plt_place(elf, r, &at, &entry))
		return;
	for (int i = 0;; i++, at += entry) {
		GElf_Rela with = { 0 };
		GElf_Rel without = { 0 };
		uint64_t to = at;
		const char *name;
		GElf_Sym sym;

		if (rela ? !gelf_getrela(data, i, &with) : !gelf_getrel(data, i, &without))
			break;
		if (!gelf_getsym(table, (int)GELF_R_SYM(rela ? with.r_info : without.r_info), &sym))
			continue;
		name = elf_strptr(elf, symbols.shdr.sh_link, sym.st_name);
		if (name && place(r, NULL, &to))
			add_plt_entry(r, to, entry, name);
	}
}

/*
 * Get the slot that an entry of .plt.got uses. A function that is called and whose address is also
 * taken has such an entry. The entry jumps to the address in a slot, and the relocation of the slot
 * has the name: [endbr64] [bnd] jmp *slot(%rip).
 */
static bool slot_of(const uint8_t *p, size_t len, uint64_t addr, uint64_t *slot)
{
	static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	size_t at = 0;

	if (len >= sizeof(endbr64) && !memcmp(p, endbr64, sizeof(endbr64)))
		at += sizeof(endbr64);
	if (at < len && p[at] == 0xf2)
		at++;
	if (len - at < 6 || p[at] != 0xff || p[at + 1] != 0x25)
		return false;
	*slot = addr + at + 6 + (uint64_t)(int64_t)(int32_t)load_u32(p + at + 2, false);
	return true;
}

struct got_entries {
	uint64_t at; /* address of the first entry */
	unsigned entry;
	struct map slots; /* from slot to number of the entry */
};

static void take_entries(const struct elf_section *s, const Elf_Data *code, struct got_entries *got)
{
	uint64_t slot;
	bool fresh;

	got->at = s->shdr.sh_addr;
	got->entry = s->shdr.sh_entsize == 16 ? 16 : 8;
	for (size_t i = 0; i + got->entry <= code->d_size; i += got->entry)
		if (slot_of((const uint8_t *)code->d_buf + i, got->entry, got->at + i, &slot))
			*map_put(&got->slots, slot, &fresh) = (uint32_t)(i / got->entry);
}

static void add_plt_got(Elf *elf, struct elf_reading *r)
{
	struct got_entries got = { .at = 0 };
	struct elf_section s, symbols;
	const Elf_Data *code;
	Elf_Data *data, *table;
	GElf_Rela rela;

	if (r->machine != EM_X86_64 || !find_section(elf, &s, ".plt.got") || !(code = contents(&s)))
		return;
	take_entries(&s, code, &got);
	if (find_section(elf, &s, ".rela.dyn") && find_type(elf, &symbols, SHT_DYNSYM) &&
	    s.shdr.sh_link == symbols.index && (data = contents(&s)) &&
	    (table = contents(&symbols))) {
		for (int i = 0; gelf_getrela(data, i, &rela); i++) {
			const uint32_t *number = map_get(&got.slots, rela.r_offset);
			const char *name;
			GElf_Sym sym;
			uint64_t at;

			if (!number || !gelf_getsym(table, (int)GELF_R_SYM(rela.r_info), &sym))
				continue;
			name = elf_strptr(elf, symbols.shdr.sh_link, sym.st_name);
			at = got.at + (uint64_t)*number * got.entry;
			if (name && *name && place(r, NULL, &at))
				add_plt_entry(r, at, got.entry, name);
		}
	}
	map_release(&got.slots);
}

/* ---- mini debug information ---- */

static void add_debugdata(Elf *elf, struct elf_reading *r)
{
	struct buf unpacked = BUF_INIT;
	const Elf_Data *data;
	struct elf_section s;

	if (find_section(elf, &s, ".gnu_debugdata") && (data = contents(&s)) &&
	    unpack(&unpacked, data->d_buf, data->d_size)) {
		Elf *inner = open_image(&(struct image){ unpacked.p, unpacked.len });

		if (inner && elf_kind(inner) == ELF_K_ELF)
			add_table(inner, r, SHT_SYMTAB);
		elf_end(inner);
	}
	buf_release(&unpacked);
}

static void add_debug_file(const struct image *debug, struct elf_reading *r)
{
	Elf *elf = open_image(debug);

	if (elf && elf_kind(elf) == ELF_K_ELF)
		add_table(elf, r, SHT_SYMTAB);
	elf_end(elf);
}

static void read_all(Elf *elf, const struct image *debug, struct elf_reading *r)
{
	struct elf_section s;
	GElf_Ehdr ehdr;

	if (!gelf_getehdr(elf, &ehdr))
		return;
	r->machine = ehdr.e_machine;
	if (r->as == ELFREAD_TEXT && find_section(elf, &s, ".text"))
		r->text = s.index;
	elfsegments_take(&r->segments, elf);
	add_table(elf, r, SHT_SYMTAB);
	if (debug)
		add_debug_file(debug, r);
	if (r->as != ELFREAD_OFFSETS)
		return;
	add_table(elf, r, SHT_DYNSYM);
	add_debugdata(elf, r);
	add_plt(elf, r);
	add_plt_got(elf, r);
}

bool elfread_symbols(const struct image *file, const struct image *debug, enum elfread_as as,
		     struct symlist *list)
{
	struct elf_reading r = { .as = as, .list = list };
	Elf *elf = open_image(file);
	bool ok = elf && elf_kind(elf) == ELF_K_ELF;

	list->demangle = as == ELFREAD_OFFSETS;
	if (ok)
		read_all(elf, debug, &r);
	elf_end(elf);
	return ok;
}
