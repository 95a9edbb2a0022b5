/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/lineunits.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/vec.h"

enum {
	DEPTH_MAX = 256,       /* of nested entries of debug information */
	ENTRIES_MAX = 1 << 26, /* entries that are read for one address */
	RANGES_MAX = 1 << 23,  /* of all units, and of all functions of the units that are in use */
	OVERLAPS_MAX = 64,     /* ranges that are tried for one address */
	DWO_BYTES_MAX = 256 << 20 /* of kept files of units */
};

/* A range of addresses of a unit or a function; off is the offset of its entry. */
struct unit_range {
	uint64_t start, end;
	uint64_t off;
};

struct unit_ranges {
	VEC(struct unit_range) list; /* ordered by start */
};

struct lineunit {
	Dwarf_Die die;
	bool split;	 /* its functions are in another file, */
	bool given_up;	 /* which was not found */
	struct dwo *dwo; /* which is this; NULL: not known yet, or split is false */
	bool indexed;
	struct unit_ranges functions;
	Dwarf_Die function; /* the last one that was found; addr NULL: none */
	uint64_t function_off;
	struct buf name;
};

struct lineunits {
	Elf *elf;
	Dwarf *dwarf;
	Elf *package;		  /* a file with many units (.dwp); NULL: none */
	struct unit_ranges units; /* used if the table of addresses lacks an address */
	bool units_known;
	VEC(struct lineunit *) list;
	struct map numbers; /* indexes in list, by the offset of the unit's entry */
	size_t n_ranges;    /* of functions of the units in list */
	size_t dwo_bytes;
	/* Addresses of the last unit that was found: callers often ask for the next one. */
	struct lineunit *last; /* NULL: none */
	uint64_t last_start, last_end;
};

struct lineunits *lineunits_open(Elf *elf, Dwarf *dwarf)
{
	struct lineunits *u = mem_zalloc(sizeof(*u));

	u->elf = elf;
	u->dwarf = dwarf;
	return u;
}

static void forget_units(struct lineunits *u)
{
	for (size_t i = 0; i < u->list.n; i++) {
		dwo_close(u->list.v[i]->dwo);
		vec_release(&u->list.v[i]->functions.list);
		buf_release(&u->list.v[i]->name);
		free(u->list.v[i]);
	}
	u->list.n = 0;
	u->last = NULL;
	u->n_ranges = u->dwo_bytes = 0;
	map_release(&u->numbers);
}

void lineunits_close(struct lineunits *u)
{
	if (!u)
		return;
	forget_units(u);
	vec_release(&u->list);
	vec_release(&u->units.list);
	elf_end(u->package);
	free(u);
}

/* ---- ranges of addresses ---- */

static int by_start(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end > y->end ? -1 : x->end < y->end;
}

static void sort(struct unit_ranges *ranges)
{
	if (ranges->list.n)
		qsort(ranges->list.v, ranges->list.n, sizeof(*ranges->list.v), by_start);
}

/* Collects the ranges of an entry. */
struct adding {
	struct unit_ranges *ranges;
	uint64_t off;
};

/*
 * Skip ranges of code that the linker has removed: they begin at 0 or at the end of the address
 * space.
 */
static bool add_range(void *arg, uint64_t start, uint64_t end)
{
	const struct adding *a = arg;

	if (start && start < end)
		vec_push(&a->ranges->list, ((struct unit_range){ start, end, a->off }));
	return a->ranges->list.n < RANGES_MAX;
}

/* Add the ranges of an entry, which is in the file itself or in a dwo. */
static void add_ranges(struct unit_ranges *ranges, const struct dwo *dwo, Dwarf_Die *die)
{
	struct adding adding = { ranges, dwarf_dieoffset(die) };
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	if (ranges->list.n >= RANGES_MAX)
		return;
	if (dwo) {
		dwo_ranges(dwo, die, add_range, &adding);
		return;
	}
	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0)
		if (!add_range(&adding, start, end))
			return;
}

/*
 * Find the range of an address. If ranges overlap, which is an error, take the one that begins
 * last.
 */
static const struct unit_range *find_range(const struct unit_ranges *ranges, uint64_t addr)
{
	size_t end = search_first(0, ranges->list.n, i, ranges->list.v[i].start <= addr);

	for (size_t i = end; i && end - i < OVERLAPS_MAX; i--)
		if (ranges->list.v[i - 1].end > addr)
			return &ranges->list.v[i - 1];
	return NULL;
}

/* ---- units ---- */

static void index_units(struct lineunits *u)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;
	uint8_t type;

	u->units_known = true;
	while (!dwarf_get_units(u->dwarf, cu, &cu, NULL, &type, &die, NULL))
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			add_ranges(&u->units, NULL, &die);
	sort(&u->units);
}

/* Find the range of an entry that has the address. */
static bool range_of(Dwarf_Die *die, uint64_t addr, uint64_t *start, uint64_t *end)
{
	Dwarf_Addr base;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, start, end)) > 0)
		if (addr >= *start && addr < *end)
			return true;
	return false;
}

/* Find a unit in the table of addresses that some compilers write. */
static bool find_in_table(const struct lineunits *u, uint64_t addr, Dwarf_Die *unit,
			  uint64_t *start, uint64_t *end)
{
	Dwarf_Aranges *table;
	Dwarf_Arange *entry;
	Dwarf_Addr from;
	Dwarf_Word len;
	Dwarf_Off off;

	if (dwarf_getaranges(u->dwarf, &table, NULL))
		return false;
	entry = dwarf_getarange_addr(table, addr);
	if (!entry || dwarf_getarangeinfo(entry, &from, &len, &off) ||
	    !dwarf_offdie(u->dwarf, off, unit) || !range_of(unit, addr, start, end))
		return false;
	*start = *start > from ? *start : from;
	*end = *end - from < len ? *end : from + len;
	return true;
}

/*
 * Find a unit in that table, or by the ranges in each unit. It also has the addresses up to *end.
 */
static bool find_unit(struct lineunits *u, uint64_t addr, Dwarf_Die *unit, uint64_t *start,
		      uint64_t *end)
{
	const struct unit_range *range;

	if (find_in_table(u, addr, unit, start, end))
		return true;
	if (!u->units_known)
		index_units(u);
	range = find_range(&u->units, addr);
	*start = addr;
	*end = addr + 1;
	return range && dwarf_offdie(u->dwarf, range->off, unit);
}

/* ---- functions ---- */

/* Can an entry with this tag contain functions? */
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

/*
 * Go to the next entry, leaving enclosing entries at their end. Returns false if there is none.
 * Each step advances by at least a byte.
 */
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

static void index_functions(struct lineunit *unit, Dwarf_Die *die)
{
	Dwarf_Die stack[DEPTH_MAX];
	unsigned depth = !dwarf_child(die, &stack[0]);
	bool more = depth;

	for (unsigned n = 0; more && n < ENTRIES_MAX; n++) {
		Dwarf_Die *here = &stack[depth - 1];
		int tag = dwarf_tag(here);

		if (tag == DW_TAG_subprogram)
			add_ranges(&unit->functions, unit->dwo, here);
		if (is_around(tag) && depth < DEPTH_MAX && !dwarf_child(here, &stack[depth]))
			depth++;
		else
			more = go_on(stack, &depth);
	}
	sort(&unit->functions);
}

struct lineunit *lineunits_at(struct lineunits *u, uint64_t addr)
{
	struct dwo_skeleton skeleton;
	struct lineunit *unit;
	uint32_t *number;
	Dwarf_Die die;
	uint64_t start, end;
	bool fresh;

	if (u->last && addr >= u->last_start && addr < u->last_end)
		return u->last;
	if (!find_unit(u, addr, &die, &start, &end))
		return NULL;
	if (u->n_ranges > RANGES_MAX || u->dwo_bytes > DWO_BYTES_MAX)
		forget_units(u);
	number = map_put(&u->numbers, dwarf_dieoffset(&die), &fresh);
	if (fresh) {
		*number = (uint32_t)u->list.n;
		unit = mem_zalloc(sizeof(*unit));
		buf_init(&unit->name);
		unit->die = die;
		unit->split = dwo_skeleton(&die, &skeleton);
		vec_push(&u->list, unit);
	}
	u->last = u->list.v[*number];
	u->last_start = start;
	u->last_end = end;
	return u->last;
}

Dwarf_Die *lineunits_die(struct lineunit *unit)
{
	return &unit->die;
}

void lineunits_files(const struct lineunit *unit, Dwarf_Die *die)
{
	if (unit->dwo && dwo_has_files(unit->dwo))
		dwo_unit(unit->dwo, die);
	else
		*die = unit->die;
}

static void index_unit(struct lineunits *u, struct lineunit *unit)
{
	Dwarf_Die die = unit->die;

	if (unit->dwo)
		dwo_unit(unit->dwo, &die);
	index_functions(unit, &die);
	unit->indexed = true;
	u->n_ranges += unit->functions.list.n;
}

bool lineunits_function(struct lineunits *u, struct lineunit *unit, uint64_t addr,
			Dwarf_Die *function)
{
	const struct unit_range *range;

	if (unit->split && !unit->dwo)
		return false;
	if (!unit->indexed)
		index_unit(u, unit);
	range = find_range(&unit->functions, addr);
	if (!range)
		return false;
	if (unit->function.addr && range->off == unit->function_off) {
		*function = unit->function;
		return true;
	}
	if (!dwarf_offdie(unit->dwo ? dwo_dwarf(unit->dwo) : u->dwarf, range->off, function))
		return false;
	unit->function = *function;
	unit->function_off = range->off;
	buf_reset(&unit->name);
	return true;
}

struct buf *lineunits_name(struct lineunit *unit)
{
	return &unit->name;
}

/* An address to look up in ranges. */
struct seeking {
	uint64_t addr;
	bool found;
};

static bool seek(void *arg, uint64_t start, uint64_t end)
{
	struct seeking *s = arg;

	s->found = s->addr >= start && s->addr < end;
	return !s->found;
}

bool lineunits_has(const struct lineunit *unit, Dwarf_Die *die, uint64_t addr)
{
	struct seeking seeking = { .addr = addr };

	if (!unit->dwo)
		return dwarf_haspc(die, addr) > 0;
	dwo_ranges(unit->dwo, die, seek, &seeking);
	return seeking.found;
}

/* ---- functions in files of their own ---- */

bool lineunits_wants(struct lineunits *u, struct lineunit *unit, struct dwo_skeleton *skeleton)
{
	if (!unit->split || unit->dwo || unit->given_up)
		return false;
	if (u->package && lineunits_take(u, unit, u->package))
		return false;
	return dwo_skeleton(&unit->die, skeleton) && skeleton->name;
}

bool lineunits_take(struct lineunits *u, struct lineunit *unit, Elf *file)
{
	struct dwo_skeleton skeleton;

	if (!unit->dwo && dwo_skeleton(&unit->die, &skeleton))
		unit->dwo = dwo_open(file, u->elf, &skeleton);
	u->dwo_bytes += unit->dwo ? dwo_bytes(unit->dwo) : 0;
	return unit->dwo;
}

bool lineunits_package(struct lineunits *u, Elf *file)
{
	if (u->package || !dwo_is_package(file))
		return false;
	u->package = file;
	return true;
}

void lineunits_give_up(struct lineunit *unit)
{
	unit->given_up = true;
}

bool lineunits_lacks(const struct lineunit *unit)
{
	return unit->split && !unit->dwo;
}
