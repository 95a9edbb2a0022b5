/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/stackwalk.h"

#include <endian.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/search.h"
#include "sym/dwflmodule.h"
#include "wire/bytes.h"

enum {
	DWARF_REGS_MAX = 33,
	ARM64_ADDRESS_BITS = 48,
	/*
	 * Largest distance of a frame pointer from the recorded bytes; a more distant value is not
	 * a frame pointer, because frames are hardly larger.
	 */
	FRAME_BYTES_MAX = 16384
};

/*
 * A machine; bit[] has the bit of sample_regs_user for each DWARF register number (psABIs;
 * asm/perf_regs.h).
 */
struct register_map {
	uint16_t elf;	/* e_machine */
	uint8_t word;	/* bytes */
	uint8_t sp, pc; /* bits of the mask */
	bool pc_apart;	/* pc has no DWARF number */
	uint8_t n;
	uint8_t bit[DWARF_REGS_MAX];
};

/* clang-format off */
static const struct register_map x86_64 = {
	EM_X86_64, 8, 7, 8, false, 17,
	{ 0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8 },
};

static const struct register_map i386 = { EM_386, 4, 7, 8, false, 9, { 0, 2, 3, 1, 7, 6, 4, 5, 8 } };

static const struct register_map arm64 = {
	EM_AARCH64, 8, 31, 32, true, 32,
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
	  25, 26, 27, 28, 29, 30, 31 },
};

static const struct register_map arm = {
	EM_ARM, 4, 13, 15, false, 16, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
};
/* clang-format on */

/* For programs of 32 bits on arm64, arm's registers are at the bits of x0 and so on. */
static const struct register_map *find_machine(enum regs_arch arch, uint64_t abi)
{
	bool wide = abi & REGS_ABI_64;

	if (!(abi & (REGS_ABI_32 | REGS_ABI_64)))
		return NULL;
	if (arch == REGS_X86)
		return wide ? &x86_64 : &i386;
	if (arch == REGS_ARM64)
		return wide ? &arm64 : &arm;
	return arch == REGS_ARM && !wide ? &arm : NULL;
}

struct file {
	void *p; /* NULL: the file is not available */
	size_t len;
	uint16_t machine; /* machine for which the file was accepted */
};

union elf_head {
	Elf64_Ehdr wide;
	Elf32_Ehdr narrow;
};

enum map_state {
	MAP_NEW,
	MAP_MODULE, /* known to libdwfl */
	MAP_BROKEN  /* its file cannot be mapped there */
};

struct stackwalk_space {
	VEC(struct unwind_map) maps; /* ordered by start */
	const struct register_map *machine;
	Elf *head; /* an ELF header of the machine */
	union elf_head head_bytes;
	Dwfl *dwfl;
	VEC(uint8_t) states; /* by map: enum map_state */
};

/* All spaces and files. A file at an address is a module of libdwfl. */
struct stackwalk {
	_Atomic uint32_t *busy;
	VEC(struct file *) files; /* by number; NULL: not received yet */
	struct stackwalk_space spaces[STACKWALK_SLOTS];
	/* The stack that is being unwound. */
	struct stackwalk_space *space;
	const struct unwind_stack *stack;
	struct unwind_frames *frames;
	uint64_t regs[64]; /* by bit of the mask */
	bool wanted;	   /* a file is needed */
	bool missed;	   /* memory was read that is not recorded, at: */
	uint64_t missed_at;
	enum unwind_why where; /* the problem with the place of the last frame */
};

/* ---- files ---- */

struct stackwalk *stackwalk_open(_Atomic uint32_t *busy)
{
	struct stackwalk *w = mem_zalloc(sizeof(*w));

	elf_version(EV_CURRENT);
	w->busy = busy;
	return w;
}

static void drop_modules(struct stackwalk_space *space)
{
	if (space->dwfl)
		dwfl_end(space->dwfl);
	if (space->head)
		elf_end(space->head);
	for (size_t i = 0; i < space->states.n; i++)
		space->states.v[i] = MAP_NEW;
	space->dwfl = NULL;
	space->head = NULL;
	space->machine = NULL;
}

static void forget_file(struct file *file)
{
	if (file && file->p)
		munmap(file->p, file->len);
	free(file);
}

void stackwalk_close(struct stackwalk *w)
{
	for (int i = 0; i < STACKWALK_SLOTS; i++) {
		drop_modules(&w->spaces[i]);
		vec_release(&w->spaces[i].maps);
		vec_release(&w->spaces[i].states);
	}
	for (size_t i = 0; i < w->files.n; i++)
		forget_file(w->files.v[i]);
	vec_release(&w->files);
	free(w);
}

/* Map a file. If it is truncated later, a signal ends this process. */
void stackwalk_file(struct stackwalk *w, uint32_t file, int fd, uint64_t size)
{
	void *p = MAP_FAILED;

	while (w->files.n <= file)
		vec_add(&w->files);
	if (w->files.v[file])
		return;
	if (fd >= 0 && size && size <= SIZE_MAX)
		p = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd >= 0)
		close(fd);
	w->files.v[file] = mem_zalloc(sizeof(struct file));
	if (p != MAP_FAILED)
		*w->files.v[file] = (struct file){ .p = p, .len = (size_t)size };
}

/* ---- modules ---- */

static int by_start(const void *a, const void *b)
{
	const struct unwind_map *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

void stackwalk_space(struct stackwalk *w, uint32_t slot, const struct unwind_map *maps, size_t n)
{
	struct stackwalk_space *space = &w->spaces[slot];

	drop_modules(space);
	space->maps.n = space->states.n = 0;
	for (size_t i = 0; i < n; i++) {
		vec_push(&space->maps, maps[i]);
		vec_push(&space->states, MAP_NEW);
	}
	if (n)
		qsort(space->maps.v, n, sizeof(*maps), by_start);
}

/* Return the index of the map that contains an address; maps.n: none. */
static size_t find_map(const struct stackwalk_space *space, uint64_t addr)
{
	size_t at = search_first(0, space->maps.n, i, space->maps.v[i].end <= addr);

	return at < space->maps.n && space->maps.v[at].start <= addr ? at : space->maps.n;
}

/*
 * Get the offset from addresses in the file to mapped addresses. A mapping contains a segment with
 * code, and its first page can have bytes of the previous segment.
 */
static bool find_place(Elf *elf, const struct unwind_map *map, uint64_t *bias, uint64_t *start,
		       uint64_t *end)
{
	size_t n;
	bool found = false;

	*start = UINT64_MAX;
	*end = 0;
	if (elf_getphdrnum(elf, &n))
		return false;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr p;
		uint64_t page = 4096;

		if (i > INT_MAX || !gelf_getphdr(elf, (int)i, &p))
			return false;
		if (p.p_type != PT_LOAD)
			continue;
		/* libdwfl computes the start of the first segment in this way. */
		if (*start == UINT64_MAX)
			*start = p.p_vaddr & -p.p_align;
		if (p.p_vaddr + p.p_memsz > *end)
			*end = p.p_vaddr + p.p_memsz;
		/* The segment works with any page size up to its alignment. */
		if (p.p_align > page)
			page = p.p_align;
		if (p.p_flags & PF_X && !found && map->pgoff >= (p.p_offset & -page) &&
		    map->pgoff < p.p_offset + p.p_filesz) {
			*bias = map->start - map->pgoff + p.p_offset - p.p_vaddr;
			found = true;
		}
	}
	return found;
}

static Elf *open_elf(const struct file *file, uint16_t machine)
{
	char *image;
	GElf_Ehdr head;
	Elf *elf;

	memcpy(&image, &file->p, sizeof(image));
	elf = elf_memory(image, file->len);
	if (elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &head) &&
	    head.e_machine == machine && (head.e_type == ET_EXEC || head.e_type == ET_DYN))
		return elf;
	if (elf)
		elf_end(elf);
	return NULL;
}

static int find_elf(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
		    char **file_name, Elf **elf)
{
	const struct file *file = *userdata;

	(void)mod, (void)name, (void)base, (void)file_name;
	*elf = open_elf(file, file->machine);
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = dwflmodule_no_debuginfo,
};

/* Make a module for libdwfl from the file that is mapped there. */
static bool report(struct stackwalk *w, const struct unwind_map *map)
{
	struct file *file = w->files.v[map->file];
	uint64_t bias, start, end;
	char name[16];
	Elf *elf = open_elf(file, w->space->machine->elf);
	bool ok = elf && find_place(elf, map, &bias, &start, &end);

	if (elf)
		elf_end(elf);
	if (!ok)
		return false;
	snprintf(name, sizeof(name), "%u", map->file);
	file->machine = w->space->machine->elf;
	return dwflmodule_report(w->space->dwfl, name, bias + start, bias + end, file) != NULL;
}

/* ---- what libdwfl asks ---- */

static uint64_t stack_start(const struct stackwalk *w)
{
	return w->regs[w->space->machine->sp];
}

/*
 * Remove the signature that a return address on arm64 can have in the unused bits of addresses. A
 * value is a return address if it is in a mapping with code without these bits.
 */
static uint64_t without_signature(const struct stackwalk *w, uint64_t v)
{
	uint64_t bare = v & ((1ull << ARM64_ADDRESS_BITS) - 1);

	if (w->space->machine != &arm64 || bare == v)
		return v;
	return find_map(w->space, bare) < w->space->maps.n ? bare : v;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *v, void *arg)
{
	struct stackwalk *w = arg;
	unsigned word = w->space->machine->word;
	uint64_t off = addr - stack_start(w);

	(void)dwfl;
	if (addr < stack_start(w) || off >= w->stack->stack_len ||
	    w->stack->stack_len - off < word) {
		w->missed = true;
		w->missed_at = addr;
		return false;
	}
	*v = without_signature(w, load_uint(w->stack->stack + off, word, false));
	return true;
}

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	bool first = !*thread_arg;

	(void)dwfl;
	*thread_arg = arg;
	return first;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread_arg)
{
	(void)dwfl, (void)tid;
	*thread_arg = arg;
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct stackwalk *w = arg;
	const struct register_map *machine = w->space->machine;
	Dwarf_Word values[DWARF_REGS_MAX];

	for (unsigned i = 0; i < machine->n; i++)
		values[i] = without_signature(w, w->regs[machine->bit[i]]);
	if (machine->pc_apart)
		dwfl_thread_state_register_pc(thread, w->regs[machine->pc]);
	return dwfl_thread_state_registers(thread, 0, machine->n, values);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread,
	.get_thread = get_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* ---- frames ---- */

/*
 * Make sure that libdwfl knows the mapping of an address. Returns false if a file is needed first.
 */
static bool provide(struct stackwalk *w, uint64_t addr)
{
	size_t i = find_map(w->space, addr);
	const struct unwind_map *map = &w->space->maps.v[i];

	w->frames->at = addr;
	w->frames->file = UNWIND_NO_FILE;
	w->where = UNWIND_UNMAPPED;
	if (i == w->space->maps.n)
		return true;
	w->frames->file = map->file;
	w->where = UNWIND_NO_MODULE;
	if (map->file == UNWIND_NO_FILE)
		return true;
	if (map->file >= w->files.n || !w->files.v[map->file])
		return false;
	if (!w->files.v[map->file]->p)
		return true;
	*w->busy = map->file + 1;
	if (w->space->states.v[i] == MAP_NEW)
		w->space->states.v[i] = report(w, map) ? MAP_MODULE : MAP_BROKEN;
	w->where = w->space->states.v[i] == MAP_BROKEN ? UNWIND_BROKEN : UNWIND_NO_TABLES;
	return true;
}

/*
 * Without tables, libdwfl guesses a caller from frame pointers. The guess is bad if it is not in
 * code.
 */
static bool is_bad_guess(const struct stackwalk *w, uint64_t pc)
{
	return w->frames->ips.n && w->where != UNWIND_NO_TABLES &&
	       find_map(w->space, pc) == w->space->maps.n;
}

static int add_frame(Dwfl_Frame *state, void *arg)
{
	struct stackwalk *w = arg;
	struct unwind_frames *frames = w->frames;
	bool innermost = !frames->ips.n, itself;
	Dwarf_Addr pc;

	w->missed = false;
	if (!dwfl_frame_pc(state, &pc, NULL) || !pc) {
		w->where = UNWIND_OUTERMOST;
		return DWARF_CB_ABORT;
	}
	if (is_bad_guess(w, pc - 1))
		return DWARF_CB_ABORT;
	if (!provide(w, innermost ? pc : pc - 1)) {
		w->wanted = true;
		return DWARF_CB_ABORT;
	}
	if (!dwfl_frame_pc(state, &pc, &itself))
		itself = false;
	vec_push(&frames->ips, itself ? pc : pc - 1);
	if (frames->ips.n < w->stack->max)
		return DWARF_CB_OK;
	w->where = UNWIND_MAX;
	return DWARF_CB_ABORT;
}

/* Make an ELF file for the machine that has only a header. */
static Elf *make_head(const struct register_map *machine, union elf_head *head)
{
	static const unsigned char magic[] = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3 };
	bool wide = machine->word == 8;

	memset(head, 0, sizeof(*head));
	memcpy(head->wide.e_ident, magic, sizeof(magic));
	head->wide.e_ident[EI_CLASS] = wide ? ELFCLASS64 : ELFCLASS32;
	head->wide.e_ident[EI_DATA] = ELFDATA2LSB;
	head->wide.e_ident[EI_VERSION] = EV_CURRENT;
	head->wide.e_type = htole16(ET_CORE);
	head->wide.e_machine = htole16(machine->elf);
	head->wide.e_version = htole32(EV_CURRENT);
	if (wide)
		head->wide.e_ehsize = htole16(sizeof(head->wide));
	else
		head->narrow.e_ehsize = htole16(sizeof(head->narrow));
	return elf_memory((char *)head, wide ? sizeof(head->wide) : sizeof(head->narrow));
}

/* Make libdwfl treat the address space as that of the machine. */
static bool attach(struct stackwalk *w, const struct register_map *machine)
{
	struct stackwalk_space *space = w->space;

	if (space->machine == machine)
		return true;
	drop_modules(space);
	space->head = make_head(machine, &space->head_bytes);
	space->dwfl = space->head ? dwfl_begin(&callbacks) : NULL;
	if (!space->dwfl)
		return false;
	dwfl_report_begin(space->dwfl);
	dwfl_report_end(space->dwfl, NULL, NULL);
	if (!dwfl_attach_state(space->dwfl, space->head, 1, &thread_callbacks, w))
		return false;
	space->machine = machine;
	return true;
}

static bool take_registers(struct stackwalk *w, const struct register_map *machine)
{
	uint64_t mask = w->stack->mask;
	size_t n = 0;

	for (unsigned bit = 0; bit < 64; bit++)
		w->regs[bit] = mask >> bit & 1 ? w->stack->regs[n++] : 0;
	return mask >> machine->sp & mask >> machine->pc & 1;
}

static bool has_rules(Dwarf_CFI *cfi, Dwarf_Addr addr)
{
	Dwarf_Frame *frame;

	if (!cfi || dwarf_cfi_addrframe(cfi, addr, &frame))
		return false;
	free(frame);
	return true;
}

/* Does the file have unwind tables for the address of the last frame? */
static bool has_tables(const struct stackwalk *w)
{
	Dwfl_Module *mod = dwfl_addrmodule(w->space->dwfl, w->frames->at);
	Dwarf_Addr eh_bias, dwarf_bias;
	Dwarf_CFI *eh = mod ? dwfl_module_eh_cfi(mod, &eh_bias) : NULL;
	Dwarf_CFI *dwarf = mod ? dwfl_module_dwarf_cfi(mod, &dwarf_bias) : NULL;

	return (eh && has_rules(eh, w->frames->at - eh_bias)) ||
	       (dwarf && has_rules(dwarf, w->frames->at - dwarf_bias));
}

/*
 * Was the missed memory on the stack, after the end of the recorded bytes? Without tables its
 * address comes from a frame pointer, a register that can hold any value.
 */
static bool is_cut(const struct stackwalk *w)
{
	uint64_t end = stack_start(w) + w->stack->stack_len;

	return w->missed && (has_tables(w) || w->missed_at - end < FRAME_BYTES_MAX);
}

static bool walk(struct stackwalk *w)
{
	struct unwind_frames *frames = w->frames;

	w->wanted = w->missed = false;
	if (!dwfl_getthread_frames(w->space->dwfl, 1, add_frame, w))
		w->where = UNWIND_OUTERMOST;
	*w->busy = 0;
	if (w->wanted)
		return false;
	frames->why = w->where;
	if (w->where != UNWIND_NO_TABLES && w->where != UNWIND_OUTERMOST)
		return true;
	if (is_cut(w)) {
		frames->why = UNWIND_CUT;
		frames->at = w->missed_at;
	} else if (w->missed) {
		frames->why = UNWIND_NO_TABLES;
	}
	return true;
}

bool stackwalk_frames(struct stackwalk *w, uint32_t slot, const struct unwind_stack *stack,
		      struct unwind_frames *frames)
{
	const struct register_map *machine = find_machine(stack->arch, stack->abi);

	frames->ips.n = 0;
	frames->at = 0;
	frames->file = UNWIND_NO_FILE;
	w->space = &w->spaces[slot];
	w->stack = stack;
	w->frames = frames;
	if (!machine)
		frames->why = stack->arch ? UNWIND_ARCH : UNWIND_NO_ARCH;
	else if (!take_registers(w, machine))
		frames->why = UNWIND_NO_REGS;
	else if (!attach(w, machine))
		frames->why = UNWIND_ARCH;
	else
		return walk(w);
	return true;
}
