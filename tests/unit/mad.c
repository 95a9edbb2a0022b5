/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A hostile file may take over a process that reads such files. The processes here answer as such a
 * one could: its caller trusts none of the answers.
 */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sym/lineread.h"
#include "sym/srclines.h"
#include "sym/stackwalk.h"
#include "tap.h"

/* ---- the unwinding process ---- */

static struct {
	uint32_t wanted; /* file that it says it wants */
	size_t bytes;	 /* that it takes; 0: it wants the file */
} unwinder;

struct stackwalk {
	int unused;
};

struct stackwalk *stackwalk_open(_Atomic uint32_t *busy)
{
	static struct stackwalk w;

	(void)busy;
	return &w;
}

void stackwalk_space(struct stackwalk *w, uint32_t slot, const struct unwind_map *maps, size_t n)
{
	(void)w, (void)slot, (void)maps, (void)n;
}

void stackwalk_file(struct stackwalk *w, uint32_t file, int fd, uint64_t size)
{
	(void)w, (void)file, (void)size;
	if (fd >= 0)
		close(fd);
}

bool stackwalk_frames(struct stackwalk *w, uint32_t slot, const struct unwind_stack *stack,
		      struct unwind_frames *frames)
{
	void *p = mmap(NULL, unwinder.bytes + 1, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	(void)w, (void)slot, (void)stack;
	frames->ips.n = 0;
	frames->at = 0;
	frames->why = p == MAP_FAILED ? UNWIND_BROKEN : UNWIND_OUTERMOST;
	frames->file = unwinder.wanted;
	return unwinder.bytes;
}

enum {
	MAPPED = 3 /* the file that is mapped */
};

static unsigned opened, others;

static void maps(void *arg, size_t i, struct unwind_maps *list)
{
	(void)arg, (void)i;
	vec_push(&list->list, ((struct unwind_map){ 0x10000, 0x20000, 0, MAPPED }));
}

static int open_mapped(void *arg, uint32_t file)
{
	(void)arg;
	opened++;
	others += file != MAPPED;
	return -1;
}

static enum unwind_why ends(void)
{
	static const uint64_t regs[33];
	static const uint8_t bytes[64];
	const struct unwind_source source = { .maps = maps, .open = open_mapped };
	struct unwind_stack stack = {
		.arch = REGS_ARM64,
		.abi = REGS_ABI_64,
		.mask = (1ull << 33) - 1,
		.regs = regs,
		.stack = bytes,
		.stack_len = sizeof(bytes),
		.max = 10,
	};
	struct unwind *u = unwind_open(&source);
	enum unwind_why why;

	opened = others = 0;
	unwind_add(u, &stack);
	unwind_run(u);
	why = unwind_result(u, 0)->why;
	unwind_close(u);
	return why;
}

static void test_unwinder(void)
{
	static const uint32_t files[] = {
		0, MAPPED + 1, 70000, UNWIND_FILES_MAX - 1, UNWIND_FILES_MAX, UNWIND_NO_FILE
	};

	unwinder.wanted = MAPPED;
	is_uint(ends(), UNWIND_FAILED, "a file is wanted again and again");
	ok(opened && !others, "... it is opened");
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		unwinder.wanted = files[i];
		is_uint(ends(), UNWIND_FAILED, "file %u is wanted, which is not mapped", files[i]);
		is_uint(opened, 0, "... it is not opened");
	}
}

enum {
	MUCH = 2 << 10 /* MB */
};

/* Valgrind and emulators keep none. */
static bool are_limits_kept(void)
{
	const struct rlimit few = { 1 << 20, 1 << 20 };
	int status = 0;
	pid_t pid = fork();

	if (!pid)
		_exit(!setrlimit(RLIMIT_DATA, &few) &&
		      mmap(NULL, (size_t)MUCH << 20, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED);
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status);
}

static void test_memory(void)
{
	unwinder.bytes = 64 << 20;
	is_uint(ends(), UNWIND_OUTERMOST, "who unwinds may have memory");
	unwinder.bytes = (size_t)MUCH << 20;
	if (are_limits_kept())
		is_uint(ends(), UNWIND_BROKEN, "... but not all there is");
	else
		skip(1, "there are no limits of memory here");
}

/* ---- the process that reads debug information ---- */

static struct lineread_alt wanted_alt;

enum {
	DEADLY = 0x1fff,     /* an address that ends the process */
	FIRST_LINE = 0x2000, /* from here on the line is the address */
	MANY = 5000,	     /* addresses: more than one question has */
	FILE_NAME = 300	     /* bytes: their answers are more than one reply has */
};

struct lineread {
	int unused;
};

struct lineread *lineread_open(int file, int debug, enum elfread_as as, enum sym_why *why)
{
	static struct lineread r;

	(void)file, (void)debug, (void)as;
	*why = SYM_WHY_NONE;
	return &r;
}

void lineread_close(struct lineread *r)
{
	(void)r;
}

void lineread_alt(struct lineread *r, struct lineread_alt *alt)
{
	(void)r;
	*alt = wanted_alt;
}

bool lineread_set_alt(struct lineread *r, int file)
{
	(void)r, (void)file;
	return false;
}

enum sym_why lineread_find(struct lineread *r, uint64_t at, struct buf *packed,
			   struct lineread_split *split)
{
	char file[FILE_NAME + 1];

	(void)r;
	memset(split, 0, sizeof(*split));
	if (at == DEADLY)
		abort();
	if (at < FIRST_LINE)
		return SYM_WHY_NO_LINE;
	memset(file, 'f', FILE_NAME);
	file[FILE_NAME] = '\0';
	srcstack_add(packed, &(struct source_frame){ .file = file, .line = (uint32_t)at });
	return SYM_WHY_NONE;
}

bool lineread_set_split(struct lineread *r, int file)
{
	(void)r, (void)file;
	return false;
}

/* Source lines of this program itself. */
struct asking {
	struct srclines *lines;
	struct srclines_answer answer;
	struct symfile_trace trace, none;
	struct srclines_source source;
};

static void start_asking(struct asking *a)
{
	struct symfile file = SYMFILE_INIT;

	*a = (struct asking){ .answer = SRCLINES_ANSWER_INIT,
			      .trace = SYMFILE_TRACE_INIT,
			      .none = SYMFILE_TRACE_INIT };
	a->lines = srclines_open(&(struct srclines_options){ .wake = NULL });
	a->source = (struct srclines_source){ .file = &a->trace, .debug = &a->none };
	symfile_open(&file, "/proc/self/exe");
	symfile_remember(&file, &a->trace);
	symfile_release(&file);
}

static void end_asking(struct asking *a)
{
	srclines_close(a->lines);
	buf_release(&a->trace.path);
	buf_release(&a->answer.packed);
}

static enum sym_why told(void)
{
	struct asking a;
	enum sym_why why;

	start_asking(&a);
	srclines_find_now(a.lines, &a.source, 0x1000, &a.answer);
	why = a.answer.why;
	end_asking(&a);
	return why;
}

static bool has_line(const struct asking *a, uint64_t at)
{
	return !a->answer.why && a->answer.stack.n == 1 && a->answer.stack.v[0].line == at &&
	       strlen(a->answer.stack.v[0].file) == FILE_NAME;
}

static void count_line(void *arg, size_t i, const struct srclines_answer *answer)
{
	unsigned *found = arg;

	*found += !answer->why && answer->stack.n == 1 &&
		  answer->stack.v[0].line == FIRST_LINE + i &&
		  strlen(answer->stack.v[0].file) == FILE_NAME;
}

/* Many addresses in one go: more than a question, and more than a reply. */
static void test_many(void)
{
	uint64_t at[MANY];
	struct asking a;
	unsigned found = 0;

	start_asking(&a);
	for (size_t i = 0; i < MANY; i++)
		at[i] = FIRST_LINE + i;
	srclines_fetch(a.lines, &a.source, at, MANY, count_line, &found);
	is_uint(found, MANY, "lines of many addresses");
	end_asking(&a);
}

/* An address that ends the process costs the others nothing. */
static void test_deadly(void)
{
	uint64_t at[] = { FIRST_LINE, DEADLY, FIRST_LINE + 1 };
	struct asking a;
	unsigned found = 0;

	start_asking(&a);
	for (int i = 0; i < 5; i++)
		srclines_fetch(a.lines, &a.source, at, 3, count_line, &found);
	srclines_find_now(a.lines, &a.source, at[1], &a.answer);
	is_uint(a.answer.why, SYM_WHY_DWARF, "an address that ends the process has no line");
	for (size_t i = 0; i < 3; i += 2) {
		srclines_find_now(a.lines, &a.source, at[i], &a.answer);
		ok(has_line(&a, at[i]), "... one that was asked for with it has");
	}
	end_asking(&a);
}

static void test_lines(void)
{
	strcpy(wanted_alt.name, "another.debug");
	wanted_alt.id_len = 20;
	is_uint(told(), SYM_WHY_NO_LINE, "a further file is wanted, which is not here");
	wanted_alt.id_len = 0;
	is_uint(told(), SYM_WHY_DWARF, "one without an id");
	wanted_alt.id_len = ELF_BUILD_ID_MAX + 1;
	is_uint(told(), SYM_WHY_DWARF, "one whose id has no room");
	wanted_alt.id_len = 20;
	memset(wanted_alt.name, 'x', sizeof(wanted_alt.name));
	is_uint(told(), SYM_WHY_NO_LINE, "one whose name does not end");
}

int main(void)
{
	test_unwinder();
	test_memory();
	test_lines();
	test_many();
	test_deadly();
	return done_testing();
}
