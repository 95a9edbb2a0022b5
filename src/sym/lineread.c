/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/lineread.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "sym/demangle.h"
#include "sym/elfsegments.h"
#include "sym/srcstack.h"

enum {
	DEPTH_MAX = 256,       /* of entries of debug information, one inside another */
	ENTRIES_MAX = 1 << 26, /* that are looked at for one question */
	RANGES_MAX =
		1 << 23,  /* of all units, and of all functions of the units that were asked for */
	OVERLAPS_MAX = 64 /* ranges that are tried for one address */
};

/* Addresses of a unit or a function, whose entry is at off. */
struct range {
	uint64_t start, end;
	uint64_t off;
};

struct ranges {
	VEC(struct range) list; /* by start */
};

struct unit {
	struct ranges functions;
};

struct lineread {
	enum elfread_as as;
	struct elfsegments segments; /* of the file that is mapped */
	Elf *elf, *alt_elf;
	Dwarf *dwarf, *alt;
	bool wants_alt;	     /* and does not have it */
	struct ranges units; /* where no table of addresses has what is asked for */
	bool units_known;
	VEC(struct unit) list;
	struct map numbers; /* in list, by the place of the unit's entry */
	size_t n_ranges;    /* of functions in list */
	struct buf name, path;
};

/* ---- files ---- */

/* All of it is mapped; headers of compressed sections, which libelf changes, are copied. */
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

struct lineread *lineread_open(int file, int debug, enum elfread_as as, enum sym_why *why)
{
	struct lineread *r = mem_zalloc(sizeof(*r));
	struct elf_facts facts = { .dwarf = true };
	Elf *mapped = open_elf(file);

	r->as = as;
	buf_init(&r->name);
	buf_init(&r->path);
	if (mapped)
		elfsegments_take(&r->segments, mapped);
	if (debug >= 0) {
		elf_end(mapped);
		mapped = open_elf(debug);
	}
	r->elf = mapped;
	if (r->elf) {
		take_facts(r->elf, &facts);
		r->dwarf = dwarf_begin_elf(r->elf, DWARF_C_READ, NULL);
	}
	*why = r->dwarf ? SYM_WHY_NONE : facts.dwarf ? SYM_WHY_DWARF : SYM_WHY_NO_DWARF;
	if (r->dwarf)
		return r;
	lineread_close(r);
	return NULL;
}

void lineread_close(struct lineread *r)
{
	if (!r)
		return;
	dwarf_end(r->dwarf);
	dwarf_end(r->alt);
	elf_end(r->elf);
	elf_end(r->alt_elf);
	for (size_t i = 0; i < r->list.n; i++)
		vec_release(&r->list.v[i].functions.list);
	vec_release(&r->list);
	vec_release(&r->units.list);
	map_release(&r->numbers);
	buf_release(&r->name);
	buf_release(&r->path);
	free(r);
}

void lineread_alt(struct lineread *r, struct lineread_alt *alt)
{
	const void *id = NULL;
	const char *name = NULL;
	ssize_t len = dwelf_dwarf_gnu_debugaltlink(r->dwarf, &name, &id);

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

/* ---- ranges of addresses ---- */

static int by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end > y->end ? -1 : x->end < y->end;
}

static void sort(struct ranges *ranges)
{
	if (ranges->list.n)
		qsort(ranges->list.v, ranges->list.n, sizeof(*ranges->list.v), by_start);
}

/*
 * Add those of an entry. What the linker has thrown away begins at 0, or at the end of all
 * addresses.
 */
static void add_ranges(struct ranges *ranges, Dwarf_Die *die, size_t room)
{
	Dwarf_Addr base, start, end;
	uint64_t off = dwarf_dieoffset(die);
	ptrdiff_t at = 0;

	while (ranges->list.n < room && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0)
		if (start && start < end)
			vec_push(&ranges->list, ((struct range){ start, end, off }));
}

/* Of ranges that overlap, which they should not, the one that begins last. */
static const struct range *find_range(const struct ranges *ranges, uint64_t addr)
{
	size_t lo = 0, hi = ranges->list.n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (ranges->list.v[mid].start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (size_t i = lo; i && lo - i < OVERLAPS_MAX; i--)
		if (ranges->list.v[i - 1].end > addr)
			return &ranges->list.v[i - 1];
	return NULL;
}

/* ---- units ---- */

static void index_units(struct lineread *r)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;
	uint8_t type;

	r->units_known = true;
	while (!dwarf_get_units(r->dwarf, cu, &cu, NULL, &type, &die, NULL))
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			add_ranges(&r->units, &die, RANGES_MAX);
	sort(&r->units);
}

/* By the table that some compilers make, or by what each unit says of itself. */
static bool find_unit(struct lineread *r, uint64_t addr, Dwarf_Die *unit)
{
	const struct range *range;

	if (dwarf_addrdie(r->dwarf, addr, unit) && dwarf_haspc(unit, addr) > 0)
		return true;
	if (!r->units_known)
		index_units(r);
	range = find_range(&r->units, addr);
	return range && dwarf_offdie(r->dwarf, range->off, unit);
}

/* Its functions are in a file of their own (-gsplit-dwarf). */
static bool is_split(Dwarf_Die *unit)
{
	uint8_t type = 0;

	return !dwarf_cu_info(unit->cu, NULL, &type, NULL, NULL, NULL, NULL, NULL) &&
	       type == DW_UT_skeleton;
}

/* ---- functions ---- */

/* Entries that can have functions inside. */
static bool is_around(int tag)
{
	switch (tag) {
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
		return true;
	default:
		return false;
	}
}

/* To the next entry of those around it; false: there is none. Each step goes at least a byte on. */
static bool go_on(Dwarf_Die *stack, unsigned *depth)
{
	while (*depth) {
		Dwarf_Die *die = &stack[*depth - 1], next;

		if (!dwarf_siblingof(die, &next) && (const char *)next.addr > (char *)die->addr) {
			*die = next;
			return true;
		}
		--*depth;
	}
	return false;
}

static void index_functions(struct unit *unit, Dwarf_Die *die)
{
	Dwarf_Die stack[DEPTH_MAX];
	unsigned depth = !dwarf_child(die, &stack[0]);
	bool more = depth;

	for (unsigned n = 0; more && n < ENTRIES_MAX; n++) {
		Dwarf_Die *here = &stack[depth - 1];
		int tag = dwarf_tag(here);

		if (tag == DW_TAG_subprogram)
			add_ranges(&unit->functions, here, RANGES_MAX);
		if (is_around(tag) && depth < DEPTH_MAX && !dwarf_child(here, &stack[depth]))
			depth++;
		else
			more = go_on(stack, &depth);
	}
	sort(&unit->functions);
}

static void forget_units(struct lineread *r)
{
	for (size_t i = 0; i < r->list.n; i++)
		vec_release(&r->list.v[i].functions.list);
	r->list.n = 0;
	r->n_ranges = 0;
	map_release(&r->numbers);
}

static const struct unit *unit_of(struct lineread *r, Dwarf_Die *die)
{
	uint32_t *number;
	struct unit *unit;
	bool fresh;

	if (r->n_ranges > RANGES_MAX)
		forget_units(r);
	number = map_put(&r->numbers, dwarf_dieoffset(die), &fresh);
	if (!fresh)
		return &r->list.v[*number];
	*number = (uint32_t)r->list.n;
	unit = vec_add(&r->list);
	index_functions(unit, die);
	r->n_ranges += unit->functions.list.n;
	return unit;
}

static bool find_function(struct lineread *r, uint64_t addr, Dwarf_Die *unit, Dwarf_Die *function)
{
	const struct range *range = find_range(&unit_of(r, unit)->functions, addr);

	return range && dwarf_offdie(r->dwarf, range->off, function);
}

/* ---- what is inlined ---- */

/* The part of an entry that has the address. */
static bool find_inside(Dwarf_Die *die, uint64_t addr, Dwarf_Die *part)
{
	Dwarf_Die next;

	if (dwarf_child(die, part))
		return false;
	for (unsigned n = 0; n < ENTRIES_MAX; n++) {
		int tag = dwarf_tag(part);

		if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
		     tag == DW_TAG_try_block || tag == DW_TAG_catch_block) &&
		    dwarf_haspc(part, addr) > 0)
			return true;
		if (dwarf_siblingof(part, &next) || (const char *)next.addr <= (char *)part->addr)
			return false;
		*part = next;
	}
	return false;
}

/* Entries of functions that were inlined at the address, outermost first. */
static unsigned find_inlined(Dwarf_Die *function, uint64_t addr, Dwarf_Die *inlined)
{
	Dwarf_Die die = *function, part;
	unsigned n = 0;

	for (unsigned depth = 0; depth < DEPTH_MAX && find_inside(&die, addr, &part); depth++) {
		if (dwarf_tag(&part) == DW_TAG_inlined_subroutine)
			inlined[n++] = part;
		die = part;
	}
	return n;
}

/* ---- what is told ---- */

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

/* A path is relative to the folder in which the compiler ran. */
static const char *path_of(struct lineread *r, Dwarf_Die *unit, const char *path)
{
	const char *dir = path && *path != '/' ? text_of(unit, DW_AT_comp_dir) : NULL;

	if (!dir)
		return path;
	buf_reset(&r->path);
	buf_addf(&r->path, "%s/%s", dir, path);
	return r->path.p;
}

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word v;

	return !dwarf_formudata(dwarf_attr(die, name, &attr), &v) && v <= INT_MAX ? (uint32_t)v : 0;
}

/* Where the address itself is. */
static void place_of_line(struct lineread *r, Dwarf_Die *unit, uint64_t addr,
			  struct source_frame *frame)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, addr);
	int number = 0, column = 0;
	bool end = true;

	if (!line || dwarf_lineendsequence(line, &end) || end)
		return;
	dwarf_lineno(line, &number);
	dwarf_linecol(line, &column);
	frame->file = path_of(r, unit, dwarf_linesrc(line, NULL, NULL));
	frame->line = number > 0 ? (uint32_t)number : 0;
	frame->column = column > 0 ? (uint32_t)column : 0;
}

/* Where the call was that was inlined. */
static void place_of_call(struct lineread *r, Dwarf_Die *unit, Dwarf_Die *inlined,
			  struct source_frame *frame)
{
	uint32_t number = number_of(inlined, DW_AT_call_file);
	Dwarf_Files *files;
	size_t n;

	if (!dwarf_hasattr(inlined, DW_AT_call_file) || dwarf_getsrcfiles(unit, &files, &n) ||
	    number >= n)
		return;
	frame->file = path_of(r, unit, dwarf_filesrc(files, number, NULL, NULL));
	frame->line = number_of(inlined, DW_AT_call_line);
	frame->column = number_of(inlined, DW_AT_call_column);
}

static void add_function(struct lineread *r, Dwarf_Die *die, struct source_frame *frame,
			 struct buf *packed)
{
	frame->name = die ? name_of(r, die) : NULL;
	srcstack_add(packed, frame);
}

/* The address that it was linked for. */
static bool to_address(const struct lineread *r, uint64_t at, uint64_t *addr)
{
	*addr = at;
	return r->as == ELFREAD_ADDRESSES || elfsegments_to_address(&r->segments, addr);
}

enum sym_why lineread_find(struct lineread *r, uint64_t at, struct buf *packed)
{
	struct source_frame frame = { .name = NULL };
	Dwarf_Die unit, function, inlined[DEPTH_MAX];
	bool has_function;
	unsigned n = 0;
	uint64_t addr;

	if (!to_address(r, at, &addr) || !find_unit(r, addr, &unit))
		return SYM_WHY_NO_LINE;
	has_function = find_function(r, addr, &unit, &function);
	if (has_function)
		n = find_inlined(&function, addr, inlined);
	place_of_line(r, &unit, addr, &frame);
	if (!has_function && !frame.file)
		return SYM_WHY_NO_LINE;
	for (unsigned i = n; i; i--) {
		add_function(r, &inlined[i - 1], &frame, packed);
		frame = (struct source_frame){ .name = NULL };
		place_of_call(r, &unit, &inlined[i - 1], &frame);
		if (n - i + 2 == SRCSTACK_MAX)
			break;
	}
	add_function(r, has_function ? &function : NULL, &frame, packed);
	if (is_split(&unit))
		return SYM_WHY_SPLIT;
	return r->wants_alt ? SYM_WHY_ALT : SYM_WHY_NONE;
}
