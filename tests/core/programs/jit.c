/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes code and runs it, each piece of which touches the place that it is given. As a runtime
 * does, it tells its names in /tmp/perf-PID.map: with the argument "map".
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
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

static FILE *map;

static void emit(const char *name, size_t at)
{
	memcpy(CODE + at, bytes, sizeof(bytes));
	__builtin___clear_cache((char *)CODE + at, (char *)CODE + at + sizeof(bytes));
	if (map) {
		fprintf(map, "%lx %zx %s\n", (long)CODE + (long)at, sizeof(bytes), name);
		fflush(map);
	}
}

FUNCTION call(size_t at, int place)
{
	((void (*)(char *))(CODE + at))((char *)PLACES + place * 0x1000L);
	STAY;
}

int main(int argc, char **argv)
{
	char path[64];

	make_places();
	mmap(CODE, 1 << 16, PROT_READ | PROT_WRITE | PROT_EXEC,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	if (argc == 2 && !strcmp(argv[1], "map"))
		map = fopen(path, "w");
	emit("LazyCompile:~slow app.js:1", 0);
	call(0, 1);
	emit("Function:*quick app.js:7", 64);
	call(64, 2);
	return 0;
}
