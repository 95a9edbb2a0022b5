/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/disasm.h"

#ifdef HAVE_CAPSTONE

#include <capstone/capstone.h>
#include <sys/prctl.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/sandbox.h"
#include "base/service.h"
#include "wire/bytes.h"

enum {
	MEMORY = 64 << 20, /* bytes that the process may allocate */
	CPU_MS = 1000,	   /* for one piece of code */
	WAIT_MS = 2000,
	DEATHS_MAX = 3
};

/* Programs of 32 bits run on machines of 64 bits, too. */
enum {
	WIDE,
	NARROW,
	WIDTHS
};

/* Instead of the number of instructions in a reply. */
#define NO_CAPSTONE UINT32_MAX
#define NO_ARCHITECTURE (UINT32_MAX - 1) /* this capstone was built without it */

/* A request; the bytes of code follow. */
struct disasm_request {
	uint64_t addr;
	uint64_t narrow;
};

/* An instruction of a reply; its text follows. */
struct line_head {
	uint32_t len; /* of the instruction */
	uint32_t text_len;
};

struct disasm {
	enum regs_arch arch;
	bool big;
	struct service service;
	unsigned deaths;
	uint32_t lacks; /* NO_CAPSTONE or NO_ARCHITECTURE; 0: nothing is known to be missing */
	bool died;
	/* The last request, and the rest of its reply. */
	struct buf request, reply;
	const uint8_t *next, *end; /* the code that the rest of the reply is for */
	uint64_t next_addr;
	bool narrow, waits; /* waits: the reply was not received yet */
	struct cursor lines;
};

#define CAPSTONE_FUNCTIONS(F)                                                                      \
	F(cs_open)                                                                                 \
	F(cs_option)                                                                               \
	F(cs_malloc)                                                                               \
	F(cs_disasm_iter)

#ifdef STATIC_BUILD

/* The static program has no dynamic loader and includes capstone. */
static const struct {
#define MEMBER(name) __typeof__(name) *name;
	CAPSTONE_FUNCTIONS(MEMBER)
#undef MEMBER
} capstone = {
#define MEMBER(name) .name = name,
	CAPSTONE_FUNCTIONS(MEMBER)
#undef MEMBER
};

static bool load_capstone(void)
{
	return true;
}

/*
 * Capstone refers to the tables of all architectures in two functions of each. Those of the
 * architectures that find_mode() does not select take a sixth of the program, so the linker finds
 * these functions, which fail, before it looks in the library.
 */
#define OMIT(arch)                                                                                 \
	cs_err arch##_global_init(void *handle);                                                   \
	cs_err arch##_option(void *handle, cs_opt_type type, size_t value);                        \
	cs_err arch##_global_init(void *handle)                                                    \
	{                                                                                          \
		(void)handle;                                                                      \
		return CS_ERR_ARCH;                                                                \
	}                                                                                          \
	cs_err arch##_option(void *handle, cs_opt_type type, size_t value)                         \
	{                                                                                          \
		(void)handle;                                                                      \
		(void)type;                                                                        \
		(void)value;                                                                       \
		return CS_ERR_ARCH;                                                                \
	}
OMIT(ARM)
OMIT(BPF)
OMIT(EVM)
OMIT(M680X)
OMIT(M68K)
OMIT(MOS65XX)
OMIT(Mips)
OMIT(RISCV)
OMIT(SH)
OMIT(Sparc)
OMIT(TMS320C64x)
OMIT(TRICORE)
OMIT(WASM)
OMIT(XCore)
#undef OMIT

#else

#include <dlfcn.h>

/*
 * Load capstone in the process. Its tables have so many pointers that a program linked with it
 * takes twice as long to start.
 */
#define TEXT_OF(what) TEXT(what)
#define TEXT(what) #what
static const char library[] = "libcapstone.so." TEXT_OF(CS_API_MAJOR);

static struct {
#define MEMBER(name) __typeof__(name) *name;
	CAPSTONE_FUNCTIONS(MEMBER)
#undef MEMBER
} capstone;

static bool load_capstone(void)
{
	void *lib = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	bool loaded = lib;

#define LOAD(name) loaded = loaded && (capstone.name = (__typeof__(name) *)dlsym(lib, #name));
	CAPSTONE_FUNCTIONS(LOAD)
#undef LOAD
	return loaded;
}

#endif

/* Select a mode of capstone 4 or later. */
static bool find_mode(enum regs_arch arch, bool big, int width, cs_arch *cs, cs_mode *mode)
{
	*mode = big ? CS_MODE_BIG_ENDIAN : CS_MODE_LITTLE_ENDIAN;
	switch (arch) {
	case REGS_X86:
		*cs = CS_ARCH_X86;
		*mode = width == NARROW ? CS_MODE_32 : CS_MODE_64;
		return true;
	case REGS_ARM64:
		*cs = CS_ARCH_ARM64;
		return width == WIDE;
	case REGS_POWERPC:
		*cs = CS_ARCH_PPC;
		*mode |= width == NARROW ? CS_MODE_32 : CS_MODE_64;
		return true;
	case REGS_S390:
		*cs = CS_ARCH_SYSZ;
		*mode = CS_MODE_BIG_ENDIAN;
		return true;
	case REGS_UNKNOWN:
	case REGS_ARM:
	case REGS_RISCV:
	case REGS_LOONGARCH:
	case REGS_MIPS:
	case REGS_CSKY:
	default:
		return false;
	}
}

/* ---- the process ---- */

struct opened_capstone {
	csh handles[WIDTHS]; /* 0: not open, or not supported */
	cs_insn *insn;
};

static csh open_one(const struct disasm *d, int width)
{
	cs_arch cs;
	cs_mode mode;
	csh handle;

	if (!find_mode(d->arch, d->big, width, &cs, &mode) ||
	    capstone.cs_open(cs, mode, &handle) != CS_ERR_OK)
		return 0;
	/* The syntax that perf, objdump and the kernel use for x86. */
	if (d->arch == REGS_X86)
		capstone.cs_option(handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	return handle;
}

/* Returns what is missing, as in struct disasm. */
static uint32_t open_capstone(const struct disasm *d, struct opened_capstone *c)
{
	if (!load_capstone())
		return NO_CAPSTONE;
	for (int i = 0; i < WIDTHS; i++)
		c->handles[i] = open_one(d, i);
	c->insn = c->handles[WIDE] ? capstone.cs_malloc(c->handles[WIDE]) : NULL;
	return c->insn ? 0 : NO_ARCHITECTURE;
}

static uint32_t put_lines(const struct opened_capstone *c, const struct disasm_request *ask,
			  const uint8_t *p, size_t left, struct buf *reply)
{
	csh handle = c->handles[ask->narrow ? NARROW : WIDE];
	uint64_t addr = ask->addr;
	uint32_t n = 0;

	for (; left && handle; n++) {
		const char *mnemonic = c->insn->mnemonic, *operands = c->insn->op_str;
		size_t before = left, text_len;
		struct line_head head;

		if (!capstone.cs_disasm_iter(handle, &p, &left, &addr, c->insn))
			break;
		text_len = strlen(mnemonic) + (*operands != '\0') + strlen(operands);
		head = (struct line_head){ (uint32_t)(before - left), (uint32_t)text_len };
		buf_add(reply, &head, sizeof(head));
		buf_adds(reply, mnemonic);
		if (*operands)
			buf_addc(reply, ' ');
		buf_adds(reply, operands);
	}
	return n;
}

static void run_process(void *arg)
{
	struct opened_capstone opened = { .insn = NULL };
	struct buf request = BUF_INIT, reply = BUF_INIT;
	uint32_t n, lacks;

	prctl(PR_SET_NAME, "perfnav-code");
	lacks = open_capstone(arg, &opened);
	sandbox_limits(MEMORY, 0);
	while (child_get(&n, &request) && request.len >= sizeof(struct disasm_request)) {
		struct disasm_request ask;

		memcpy(&ask, request.p, sizeof(ask));
		buf_reset(&reply);
		sandbox_time(CPU_MS);
		n = lacks ? lacks
			  : put_lines(&opened, &ask, (const uint8_t *)request.p + sizeof(ask),
				      request.len - sizeof(ask), &reply);
		sandbox_time(0);
		if (!child_put(n, &reply))
			break;
	}
}

/* ---- this side ---- */

struct disasm *disasm_open(enum regs_arch arch, bool big)
{
	struct disasm *d;
	cs_arch cs;
	cs_mode mode;

	if (!find_mode(arch, big, WIDE, &cs, &mode))
		return NULL;
	d = mem_zalloc(sizeof(*d));
	d->arch = arch;
	d->big = big;
	service_init(&d->service);
	buf_init(&d->request);
	buf_init(&d->reply);
	return d;
}

void disasm_start(struct disasm *d)
{
	service_start(&d->service, run_process, d);
}

void disasm_close(struct disasm *d)
{
	if (!d)
		return;
	service_release(&d->service);
	buf_release(&d->request);
	buf_release(&d->reply);
	free(d);
}

const char *disasm_missing(const struct disasm *d)
{
	if (!d || d->lacks == NO_ARCHITECTURE)
		return "libcapstone does not know instructions of this architecture";
#ifndef STATIC_BUILD
	if (d->lacks == NO_CAPSTONE)
		return "no instructions: install libcapstone" TEXT_OF(CS_API_MAJOR);
#endif
	return NULL;
}

bool disasm_died(const struct disasm *d)
{
	return d->died;
}

static void lose_process(struct disasm *d)
{
	service_end(&d->service);
	d->waits = false;
	d->died = true;
	d->deaths++;
}

/* Receive the last reply. */
static void receive(struct disasm *d)
{
	uint32_t n;

	if (!d->waits)
		return;
	if (!child_receive(&d->service.child, &n, &d->reply, clock_ms() + WAIT_MS)) {
		lose_process(d);
		return;
	}
	d->waits = false;
	d->lacks = n >= NO_ARCHITECTURE ? n : 0;
	d->lines.p = (const uint8_t *)d->reply.p;
	d->lines.left = d->reply.len;
}

/*
 * Request all instructions from here on, because a caller asks for the instructions of a piece of
 * code one after the other.
 */
void disasm_request(struct disasm *d, const struct machinecode *code, size_t at, uint64_t addr)
{
	struct disasm_request ask = { addr, code->narrow };
	const uint8_t *p = code->p + at;
	size_t len = code->len - at;

	receive(d);
	d->lines = (struct cursor){ 0 };
	d->next = p;
	d->end = p + len;
	d->next_addr = addr;
	d->narrow = code->narrow;
	d->died = d->deaths >= DEATHS_MAX;
	if (d->died || len > CHILD_REQUEST_MAX - sizeof(ask))
		return;
	buf_reset(&d->request);
	buf_add(&d->request, &ask, sizeof(ask));
	buf_add(&d->request, p, len);
	d->waits = service_start(&d->service, run_process, d) &&
		   child_send(&d->service.child, 1, &d->request, clock_ms() + WAIT_MS);
	if (!d->waits)
		lose_process(d);
}

size_t disasm_text(struct disasm *d, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out)
{
	const uint8_t *p = code->p + at, *head, *text;
	struct line_head line;

	if (at >= code->len)
		return 0;
	if (p != d->next || code->p + code->len != d->end || addr != d->next_addr ||
	    code->narrow != d->narrow)
		disasm_request(d, code, at, addr);
	receive(d);
	d->next = NULL;
	head = cursor_take(&d->lines, sizeof(line));
	if (!head)
		return 0;
	memcpy(&line, head, sizeof(line));
	text = cursor_take(&d->lines, line.text_len);
	if (!text || !line.len || line.len > code->len - at)
		return 0;
	d->next = p + line.len;
	d->end = code->p + code->len;
	d->next_addr = addr + line.len;
	d->narrow = code->narrow;
	buf_add(out, text, line.text_len);
	return line.len;
}

#else

const char *disasm_missing(const struct disasm *d)
{
	(void)d;
	return "no instructions: perfnav was built without libcapstone-dev";
}

struct disasm *disasm_open(enum regs_arch arch, bool big)
{
	(void)arch;
	(void)big;
	return NULL;
}

void disasm_start(struct disasm *d)
{
	(void)d;
}

void disasm_close(struct disasm *d)
{
	(void)d;
}

void disasm_request(struct disasm *d, const struct machinecode *code, size_t at, uint64_t addr)
{
	(void)d;
	(void)code;
	(void)at;
	(void)addr;
}

size_t disasm_text(struct disasm *d, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out)
{
	(void)d;
	(void)code;
	(void)at;
	(void)addr;
	(void)out;
	return 0;
}

bool disasm_died(const struct disasm *d)
{
	(void)d;
	return false;
}

#endif
