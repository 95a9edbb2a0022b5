/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/lineread.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/search.h"
#include "sym/demangle.h"
#include "sym/elfsegments.h"
#include "sym/jitlines.h"
#include "sym/linemodule.h"
#include "sym/lineunits.h"
#include "sym/srcstack.h"

enum {
	DEPTH_MAX = 256,      /* of inlined functions in each other */
	ENTRIES_MAX = 1 << 26 /* entries of debug information that are read for one address */
};

struct lineread {
	enum elfread_as as;
	struct jitlines *jit; /* for a jitdump, which does not use the members below; else NULL */
	struct elfsegments segments; /* of the mapped file */
	struct linemodule *module;   /* for a kernel module, which owns elf and dwarf; else NULL */
	Elf *elf, *alt_elf;
	Dwarf *dwarf, *alt;
	bool wants_alt; /* alt is needed and missing */
	struct lineunits *units;
	uint64_t wants_split; /* an address whose unit has its functions in another file */
	struct buf name, path;
	/* What was found last, because callers often ask for the next address. */
	struct {
		const void *unit; /* of the lines; NULL: none */
		Dwarf_Lines *lines;
		size_t n, at;
		const char *src; /* file of the line, and its path */
		struct buf path;
	} last;
};

/* ---- files ---- */

/*
 * Open an ELF file and map all of it. libelf copies headers of compressed sections, which it
 * changes.
 */
static Elf *open_elf(int fd)
{
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF && !elf_cntl(elf, ELF_C_FDREAD))
		return elf;
	elf_end(elf);
	return NULL;
}

static void take_facts(Elf *elf, struct elf_facts *facts)
{
	size_t size = 0;
	const char *image = elf_rawfile(elf, &size);

	elfread_facts(image, size, false, facts);
}

static void open_linked(struct lineread *r, int file, int debug, struct elf_facts *facts)
{
	Elf *mapped = open_elf(file);

	if (mapped)
		elfsegments_take(&r->segments, mapped);
	if (debug >= 0) {
		elf_end(mapped);
		mapped = open_elf(debug);
	}
	r->elf = mapped;
	if (r->elf) {
		take_facts(r->elf, facts);
		r->dwarf = dwarf_begin_elf(r->elf, DWARF_C_READ, NULL);
	}
}

static void open_module(struct lineread *r, int file)
{
	r->module = linemodule_open(file);
	if (!r->module)
		return;
	r->elf = linemodule_elf(r->module);
	r->dwarf = linemodule_dwarf(r->module);
}

static struct lineread *open_jitdump(struct lineread *r, int file, enum sym_why *why)
{
	r->jit = jitlines_open(file);
	*why = !r->jit ? SYM_WHY_DWARF : jitlines_empty(r->jit) ? SYM_WHY_NO_DWARF : SYM_WHY_NONE;
	if (!*why)
		return r;
	lineread_close(r);
	return NULL;
}

struct lineread *lineread_open(int file, int debug, enum elfread_as as, enum sym_why *why)
{
	struct lineread *r = mem_zalloc(sizeof(*r));
	struct elf_facts facts = { .dwarf = true };

	r->as = as;
	buf_init(&r->name);
	buf_init(&r->path);
	buf_init(&r->last.path);
	if (as == ELFREAD_JITDUMP)
		return open_jitdump(r, file, why);
	if (as == ELFREAD_TEXT)
		open_module(r, debug >= 0 ? debug : file);
	else
		open_linked(r, file, debug, &facts);
	*why = r->dwarf ? SYM_WHY_NONE : facts.dwarf ? SYM_WHY_DWARF : SYM_WHY_NO_DWARF;
	if (r->dwarf) {
		r->units = lineunits_open(r->elf, r->dwarf);
		return r;
	}
	lineread_close(r);
	return NULL;
}

void lineread_close(struct lineread *r)
{
	if (!r)
		return;
	jitlines_close(r->jit);
	lineunits_close(r->units);
	if (r->module) {
		linemodule_close(r->module);
	} else {
		dwarf_end(r->dwarf);
		elf_end(r->elf);
	}
	dwarf_end(r->alt);
	elf_end(r->alt_elf);
	buf_release(&r->name);
	buf_release(&r->path);
	buf_release(&r->last.path);
	free(r);
}

void lineread_alt(struct lineread *r, struct lineread_alt *alt)
{
	const void *id = NULL;
	const char *name = NULL;
	ssize_t len = r->dwarf ? dwelf_dwarf_gnu_debugaltlink(r->dwarf, &name, &id) : 0;

	memset(alt, 0, sizeof(*alt));
	if (len <= 0 || len > ELF_BUILD_ID_MAX || strlen(name) >= sizeof(alt->name))
		return;
	memcpy(alt->name, name, strlen(name));
	memcpy(alt->id, id, (size_t)len);
	alt->id_len = (uint32_t)len;
	r->wants_alt = true;
}

bool lineread_set_alt(struct lineread *r, int file)
{
	struct lineread_alt alt;
	struct elf_facts facts = { .elf = false };
	Elf *elf = r->alt ? NULL : open_elf(file);

	lineread_alt(r, &alt);
	if (elf)
		take_facts(elf, &facts);
	if (elf && alt.id_len && facts.build_id_len == alt.id_len &&
	    !memcmp(facts.build_id, alt.id, alt.id_len))
		r->alt = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (!r->alt) {
		elf_end(elf);
		return false;
	}
	r->alt_elf = elf;
	dwarf_setalt(r->dwarf, r->alt);
	r->wants_alt = false;
	return true;
}

/* ---- what is inlined ---- */

/* Find a part of an entry that contains the address. */
static bool find_inside(const struct lineunit *unit, Dwarf_Die *die, uint64_t addr, Dwarf_Die *part)
{
	Dwarf_Die next;

	if (dwarf_child(die, part))
		return false;
	for (unsigned n = 0; n < ENTRIES_MAX; n++) {
		int tag = dwarf_tag(part);

		if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
		     tag == DW_TAG_try_block || tag == DW_TAG_catch_block) &&
		    lineunits_has(unit, part, addr))
			return true;
		if (dwarf_siblingof(part, &next) || (const char *)next.addr <= (char *)part->addr)
			return false;
		*part = next;
	}
	return false;
}

/* Find the entries of the functions that were inlined at the address, outermost first. */
static unsigned find_inlined(const struct lineunit *unit, Dwarf_Die *function, uint64_t addr,
			     Dwarf_Die *inlined)
{
	Dwarf_Die die = *function, part;
	unsigned n = 0;

	for (unsigned depth = 0; depth < DEPTH_MAX && find_inside(unit, &die, addr, &part);
	     depth++) {
		if (dwarf_tag(&part) == DW_TAG_inlined_subroutine)
			inlined[n++] = part;
		die = part;
	}
	return n;
}

/* ---- answers ---- */

static const char *text_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;

	return dwarf_formstring(dwarf_attr_integrate(die, name, &attr));
}

static const char *name_of(struct lineread *r, Dwarf_Die *die)
{
	const char *name = text_of(die, DW_AT_linkage_name);

	if (!name)
		name = text_of(die, DW_AT_MIPS_linkage_name);
	if (!name)
		return text_of(die, DW_AT_name);
	buf_reset(&r->name);
	return demangle(&r->name, name, strlen(name)) ? r->name.p : name;
}

/* Make a path. A relative path is relative to the folder of the compilation. */
static const char *path_of(Dwarf_Die *unit, const char *path, struct buf *whole)
{
	const char *dir = path && *path != '/' ? text_of(unit, DW_AT_comp_dir) : NULL;

	if (!dir)
		return path;
	buf_reset(whole);
	buf_addf(whole, "%s/%s", dir, path);
	return whole->p;
}

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word v;

	return !dwarf_formudata(dwarf_attr(die, name, &attr), &v) && v <= INT_MAX ? (uint32_t)v : 0;
}

static uint64_t address_of(const struct lineread *r, size_t i)
{
	Dwarf_Addr addr = UINT64_MAX;

	dwarf_lineaddr(dwarf_onesrcline(r->last.lines, i), &addr);
	return addr;
}

/* Go to the last line that does not begin after the address. NULL: there is none. */
static Dwarf_Line *find_line(struct lineread *r, Dwarf_Die *unit, uint64_t addr)
{
	size_t *at = &r->last.at;

	if (r->last.unit != unit->addr) {
		r->last.unit = NULL;
		if (dwarf_getsrclines(unit, &r->last.lines, &r->last.n))
			return NULL;
		r->last.unit = unit->addr;
		r->last.src = NULL;
		*at = 0;
	}
	if (*at < r->last.n && address_of(r, *at) <= addr && *at + 1 < r->last.n &&
	    address_of(r, *at + 1) <= addr)
		++*at;
	if (*at >= r->last.n || address_of(r, *at) > addr ||
	    (*at + 1 < r->last.n && address_of(r, *at + 1) <= addr)) {
		*at = search_first(0, r->last.n, i, address_of(r, i) <= addr);
		if (!*at)
			return NULL;
		--*at;
	}
	return dwarf_onesrcline(r->last.lines, *at);
}

/* Get the source line of the address itself. */
static void place_of_line(struct lineread *r, Dwarf_Die *unit, uint64_t addr,
			  struct source_frame *frame)
{
	Dwarf_Line *line = find_line(r, unit, addr);
	int number = 0, column = 0;
	const char *src;
	bool end = true;

	if (!line || dwarf_lineendsequence(line, &end) || end)
		return;
	dwarf_lineno(line, &number);
	dwarf_linecol(line, &column);
	src = dwarf_linesrc(line, NULL, NULL);
	if (src && src != r->last.src) {
		buf_reset(&r->path);
		buf_adds(&r->path, path_of(unit, src, &r->last.path));
		buf_reset(&r->last.path);
		buf_adds(&r->last.path, r->path.p);
		r->last.src = src;
	}
	frame->file = src ? r->last.path.p : NULL;
	frame->line = number > 0 ? (uint32_t)number : 0;
	frame->column = column > 0 ? (uint32_t)column : 0;
}

/* Get the source line of an inlined call. */
static void place_of_call(struct lineread *r, struct lineunit *unit, Dwarf_Die *inlined,
			  struct source_frame *frame)
{
	uint32_t number = number_of(inlined, DW_AT_call_file);
	Dwarf_Files *files;
	Dwarf_Die has;
	size_t n;

	lineunits_files(unit, &has);
	if (!dwarf_hasattr(inlined, DW_AT_call_file) || dwarf_getsrcfiles(&has, &files, &n) ||
	    number >= n)
		return;
	frame->file =
		path_of(lineunits_die(unit), dwarf_filesrc(files, number, NULL, NULL), &r->path);
	frame->line = number_of(inlined, DW_AT_call_line);
	frame->column = number_of(inlined, DW_AT_call_column);
}

static void add_function(struct lineread *r, Dwarf_Die *die, struct source_frame *frame,
			 struct buf *packed)
{
	frame->name = die ? name_of(r, die) : NULL;
	srcstack_add(packed, frame);
}

/* The same, for the function itself. Many addresses have the same one. */
static void add_outermost(struct lineread *r, struct lineunit *unit, Dwarf_Die *die,
			  struct source_frame *frame, struct buf *packed)
{
	struct buf *known = lineunits_name(unit);
	const char *name = die && !known->len ? name_of(r, die) : NULL;

	if (name)
		buf_adds(known, name);
	frame->name = die ? known->p : NULL;
	srcstack_add(packed, frame);
}

/* Convert to the linked address. */
static bool to_address(const struct lineread *r, uint64_t at, uint64_t *addr)
{
	*addr = r->as == ELFREAD_TEXT ? at + LINEMODULE_TEXT : at;
	return r->as != ELFREAD_OFFSETS || elfsegments_to_address(&r->segments, addr);
}

/* ---- files of units ---- */

/* Fill in the file that the unit needs. Returns false if it needs none. */
static bool want_split(struct lineread *r, struct lineunit *unit, uint64_t addr,
		       struct lineread_split *split)
{
	struct dwo_skeleton skeleton;
	const char *dir;

	if (!lineunits_wants(r->units, unit, &skeleton))
		return false;
	dir = skeleton.dir ? skeleton.dir : "";
	if (!*skeleton.name || strlen(skeleton.name) >= sizeof(split->name) ||
	    strlen(dir) >= sizeof(split->dir))
		return false;
	strcpy(split->name, skeleton.name);
	strcpy(split->dir, dir);
	r->wants_split = addr;
	return true;
}

bool lineread_set_split(struct lineread *r, int file)
{
	struct lineunit *unit = r->jit ? NULL : lineunits_at(r->units, r->wants_split);
	Elf *elf = file >= 0 ? open_elf(file) : NULL;
	bool taken;

	if (!unit)
		return false;
	if (file < 0)
		lineunits_give_up(unit);
	taken = elf && lineunits_take(r->units, unit, elf);
	if (!taken || !lineunits_package(r->units, elf))
		elf_end(elf);
	return taken;
}

/* ---- all together ---- */

enum sym_why lineread_find(struct lineread *r, uint64_t at, struct buf *packed,
			   struct lineread_split *split)
{
	struct source_frame frame = { .name = NULL };
	Dwarf_Die function, inlined[DEPTH_MAX];
	struct lineunit *unit;
	bool has_function;
	unsigned n = 0;
	uint64_t addr;

	memset(split, 0, sizeof(*split));
	if (r->jit)
		return jitlines_find(r->jit, at, packed) ? SYM_WHY_NONE : SYM_WHY_NO_LINE;
	unit = to_address(r, at, &addr) ? lineunits_at(r->units, addr) : NULL;
	if (!unit)
		return SYM_WHY_NO_LINE;
	if (want_split(r, unit, addr, split))
		return SYM_WHY_SPLIT;
	has_function = lineunits_function(r->units, unit, addr, &function);
	if (has_function)
		n = find_inlined(unit, &function, addr, inlined);
	place_of_line(r, lineunits_die(unit), addr, &frame);
	if (!has_function && !frame.file)
		return SYM_WHY_NO_LINE;
	for (unsigned i = n; i; i--) {
		add_function(r, &inlined[i - 1], &frame, packed);
		frame = (struct source_frame){ .name = NULL };
		place_of_call(r, unit, &inlined[i - 1], &frame);
		if (n - i + 2 == SRCSTACK_MAX)
			break;
	}
	add_outermost(r, unit, has_function ? &function : NULL, &frame, packed);
	if (lineunits_lacks(unit))
		return SYM_WHY_SPLIT;
	return r->wants_alt ? SYM_WHY_ALT : SYM_WHY_NONE;
}
