/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes that read files which nobody vouches for may be taken over by such a file. What
 * these here say is what such a one could say: who asks them believes none of it.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "sym/stackwalk.h"
#include "tap.h"

/* ---- the one that unwinds ---- */

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

static void test_memory(void)
{
	unwinder.bytes = 64 << 20;
	is_uint(ends(), UNWIND_OUTERMOST, "who unwinds may have memory");
	unwinder.bytes = (size_t)2 << 30;
	is_uint(ends(), UNWIND_BROKEN, "... but not all there is");
}

int main(void)
{
	test_unwinder();
	test_memory();
	return done_testing();
}
