/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes pieces of code and runs them. Each piece touches the place that it is given. Like a
 * runtime, the program writes the names of its code: with the arguments "dump" and a folder to
 * jit-PID.dump there, else to /tmp/perf-PID.map. "memfd": the code is in named memory.
 */
#define _GNU_SOURCE /* memfd_create() */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "touch.h"

#define CODE ((uint8_t *)0x300000000000)

static const uint8_t bytes[] = {
#if defined(__x86_64__)
	0x55,		  /* push %rbp */
	0x48, 0x89, 0xe5, /* mov %rsp,%rbp */
	0xc6, 0x07, 0x01, /* movb $1,(%rdi) */
	0x5d,		  /* pop %rbp */
	0xc3,		  /* ret */
#elif defined(__aarch64__)
	0xfd, 0x7b, 0xbf, 0xa9, /* stp x29,x30,[sp,#-16]! */
	0xfd, 0x03, 0x00, 0x91, /* mov x29,sp */
	0x21, 0x00, 0x80, 0x52, /* mov w1,#1 */
	0x01, 0x00, 0x00, 0x39, /* strb w1,[x0] */
	0xfd, 0x7b, 0xc1, 0xa8, /* ldp x29,x30,[sp],#16 */
	0xc0, 0x03, 0x5f, 0xd6, /* ret */
#else
#error "what is the code of this machine?"
#endif
};

/* Before the others, so that code that replaces other code is not the same. */
static const uint8_t nop[] = {
#if defined(__x86_64__)
	0x90,
#elif defined(__aarch64__)
	0x1f,
	0x20,
	0x03,
	0xd5,
#endif
};

static FILE *map, *dump;

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* tools/perf/Documentation/jitdump-specification.txt */
struct record {
	uint32_t id, bytes;
	uint64_t time;
	uint32_t pid, tid;
	uint64_t vma;
};

static struct record record(uint32_t id, size_t at, size_t bytes)
{
	return (struct record){ id,
				(uint32_t)bytes,
				now(),
				(uint32_t)getpid(),
				(uint32_t)getpid(),
				(uint64_t)CODE + at };
}

static void open_dump(const char *folder)
{
	const uint32_t head[] = { 0x4a695444, 1, 40, 0, 0, (uint32_t)getpid() };
	const uint64_t more[] = { now(), 0 };
	char path[4096];

	snprintf(path, sizeof(path), "%s/jit-%d.dump", folder, (int)getpid());
	dump = fopen(path, "w+");
	fwrite(head, sizeof(head), 1, dump);
	fwrite(more, sizeof(more), 1, dump);
	fflush(dump);
	/* This mapping makes the recording name the file. */
	mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(dump),
	     0);
}

/*
 * Two lines: one for the instructions that do nothing, one for the rest. The second file is the
 * first.
 */
static void dump_lines(size_t at, uint64_t index)
{
	const uint64_t rest[] = { (uint64_t)CODE + at, 2 };
	const char *const files[] = { "/made/app.js", "\xff" };
	size_t bytes = sizeof(rest) + 2 * 16 + strlen(files[0]) + strlen(files[1]) + 2;
	struct record r = record(2, at, 16 + bytes);

	fwrite(&r, 16, 1, dump);
	fwrite(rest, sizeof(rest), 1, dump);
	for (uint64_t i = 0; i < 2; i++) {
		uint64_t addr = (uint64_t)CODE + at + i * index * sizeof(nop);
		const uint32_t line[] = { (uint32_t)(100 * index + 1 + i), 0 };

		fwrite(&addr, sizeof(addr), 1, dump);
		fwrite(line, sizeof(line), 1, dump);
		fwrite(files[i], strlen(files[i]) + 1, 1, dump);
	}
}

static void dump_load(const char *name, size_t at, size_t size, uint64_t index)
{
	const uint64_t rest[] = { (uint64_t)CODE + at, size, index };
	struct record r = record(0, at, sizeof(r) + sizeof(rest) + strlen(name) + 1 + size);

	fwrite(&r, sizeof(r), 1, dump);
	fwrite(rest, sizeof(rest), 1, dump);
	fwrite(name, strlen(name) + 1, 1, dump);
	fwrite(CODE + at, size, 1, dump);
	fflush(dump);
}

static void dump_move(size_t from, size_t to, size_t size, uint64_t index)
{
	const uint64_t rest[] = { (uint64_t)CODE + from, (uint64_t)CODE + to, size, index };
	struct record r = record(1, to, sizeof(r) + sizeof(rest));

	fwrite(&r, sizeof(r), 1, dump);
	fwrite(rest, sizeof(rest), 1, dump);
	fflush(dump);
}

/* index: also the number of leading instructions that do nothing. */
static size_t emit(const char *name, size_t at, uint64_t index)
{
	size_t size = 0;

	for (uint64_t i = 0; i < index; i++, size += sizeof(nop))
		memcpy(CODE + at + size, nop, sizeof(nop));
	memcpy(CODE + at + size, bytes, sizeof(bytes));
	size += sizeof(bytes);
	__builtin___clear_cache((char *)CODE + at, (char *)CODE + at + size);
	if (map) {
		fprintf(map, "%lx %zx %s\n", (long)CODE + (long)at, size, name);
		fflush(map);
	}
	if (dump)
		dump_lines(at, index);
	if (dump)
		dump_load(name, at, size, index);
	return size;
}

FUNCTION call(size_t at, int place)
{
	((void (*)(char *))(CODE + at))((char *)PLACES + place * 0x1000L);
	STAY;
}

/* Put other code at the same address. */
static void change(void)
{
	size_t size;

	emit("first", 0, 0);
	call(0, 1);
	emit("second", 0, 1);
	call(0, 2);
	size = emit("third", 0x100, 2);
	call(0x100, 3);
	memcpy(CODE + 0x200, CODE + 0x100, size);
	__builtin___clear_cache((char *)CODE + 0x200, (char *)CODE + 0x200 + size);
	dump_move(0x100, 0x200, size, 2);
	call(0x200, 4);
	emit("fourth", 0x100, 3);
	call(0x100, 5);
	call(0x200, 6);
	emit("first again", 0, 4);
	call(0, 7);
}

int main(int argc, char **argv)
{
	char path[64];

	make_places();
	if (argc == 2 && !strcmp(argv[1], "memfd")) {
		int fd = memfd_create("code", 0);

		if (ftruncate(fd, 1 << 16))
			return 2;
		mmap(CODE, 1 << 16, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED | MAP_FIXED, fd,
		     0);
	} else {
		mmap(CODE, 1 << 16, PROT_READ | PROT_WRITE | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	}
	if (argc == 3 && !strcmp(argv[1], "dump")) {
		open_dump(argv[2]);
		change();
		return 0;
	}
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	emit("LazyCompile:~slow app.js:1", 0, 0);
	call(0, 1);
	emit("Function:*quick app.js:7", 64, 0);
	call(64, 2);
	return 0;
}
