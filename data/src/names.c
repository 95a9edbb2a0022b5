/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * names - threads and mapped files whose names must not reach a terminal as they are.
 *
 * usage: names threads
 *        names maps DIRECTORY
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A task name has at most 15 bytes; the kernel cuts longer ones, also inside a character. */
static const char *const task_names[] = {
	"",
	" ",
	" both sides ",
	"\033[31mred\033[0m",
	"\033]0;title\007",
	"\033[2J\033[H",
	"\2332J",			/* CSI as one byte */
	"\302\2331mbold",		/* CSI as U+009B */
	"\302\205next line",		/* U+0085 */
	"\377\376\200\300\257",		/* never UTF-8 */
	"\355\240\200half",		/* a surrogate */
	"\342\200\256txt.exe",		/* U+202E, right-to-left override */
	"\342\201\246isolate",		/* U+2066 without its end */
	"\342\200\213zero\342\200\215w",
	"e\314\201\314\202\314\203\314\204\314\205",
	"\346\227\245\346\234\254\350\252\236",
	"\346\227\245\346\234\254\350\252\236\346\227\245\346\234\254x",
	"\360\237\246\211 owl",
	"two\nlines",
	"tab\there",
	"back\b\b\b\bover",
	"carriage\rgone",
	"del\177ete",
	"-rf",
	"--help",
	"a,b;c\"d'e\\f",
	"$(id)`id`",
	"<b>&amp;",
	"=1+1",
	"100%s%n",
	":-1",
	"[unknown]",
	"exactly15bytes.",
	"this one is far too long",
};

/* Mapped files; "\1" stands for a byte string that makes the name 255 bytes long. */
static const char *const file_names[] = {
	"plain",
	"with space",
	"two\nlines",
	"\033[7mreverse\033[0m",
	"\2331mcsi",
	"\377\376 not utf-8",
	"\342\200\256cod.so",
	"\346\227\245\346\234\254",
	"-o",
	"[vdso]",
	"[kernel.kallsyms]",
	"[heap]",
	"lost (deleted)",
	"a,b|c\"d\\x41",
	"\1",
};

#define N_ELEMENTS(a) (sizeof(a) / sizeof((a)[0]))

static void work_some(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 250;

	while (clock() < end)
		;
}

static void *run_named(void *arg)
{
	prctl(PR_SET_NAME, arg);
	work_some();
	return NULL;
}

/* One thread after the other. */
static int run_threads(void)
{
	for (size_t i = 0; i < N_ELEMENTS(task_names); i++) {
		char name[64];
		pthread_t thread;

		snprintf(name, sizeof(name), "%s", task_names[i]);
		if (pthread_create(&thread, NULL, run_named, name))
			return 1;
		pthread_join(thread, NULL);
	}
	return 0;
}

/* Code that counts its argument down, to have samples in the mapping. */
#ifdef __x86_64__
static const unsigned char loop_code[] = {
	0x89, 0xf9,		/* mov %edi,%ecx */
	0xff, 0xc9,		/* 1: dec %ecx */
	0x75, 0xfc,		/* jnz 1b */
	0xc3,			/* ret */
};
#else
static const unsigned char loop_code[1];
#endif

static void run_mapped(void *at)
{
#ifdef __x86_64__
	void (*loop)(unsigned int count);

	memcpy(&loop, &at, sizeof(loop));
	loop(4000000);
#else
	(void)at;
#endif
}

static void map_fd(int fd)
{
	void *at;

	if (fd < 0 || write(fd, loop_code, sizeof(loop_code)) < 0) {
		perror("names");
		exit(1);
	}
	at = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	if (at == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	run_mapped(at);
	close(fd);
}

static void map_file(const char *name)
{
	char full[256];

	memset(full, 'n', 255);
	full[255] = '\0';
	if (strcmp(name, "\1") != 0)
		snprintf(full, sizeof(full), "%s", name);
	map_fd(open(full, O_RDWR | O_CREAT | O_TRUNC, 0700));
}

/* A file whose name is gone before it is mapped. */
static void map_unlinked(void)
{
	int fd = open("unlinked", O_RDWR | O_CREAT | O_TRUNC, 0700);

	unlink("unlinked");
	map_fd(fd);
}

static void map_without_file(void)
{
	char *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return;
	memcpy(at, loop_code, sizeof(loop_code));
	run_mapped(at);
}

/* Paths of growing length: the last ones do not fit into a record. */
static int map_deep(void)
{
	char name[201];

	memset(name, 'd', 200);
	name[200] = '\0';
	for (int depth = 1; depth <= 22; depth++) {
		if (mkdir(name, 0700) || chdir(name))
			return 1;
		if (depth % 7 == 0 || depth == 22)
			map_file("deep");
	}
	return 0;
}

static int run_maps(const char *dir)
{
	if (mkdir(dir, 0700) || chdir(dir)) {
		perror(dir);
		return 1;
	}
	for (size_t i = 0; i < N_ELEMENTS(file_names); i++)
		map_file(file_names[i]);
	map_unlinked();
	map_without_file();
	map_fd(memfd_create("mem\033[4mfd", 0));
	return map_deep();
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "threads") == 0)
		return run_threads();
	if (argc == 3 && strcmp(argv[1], "maps") == 0)
		return run_maps(argv[2]);
	fprintf(stderr, "usage: names threads | maps DIRECTORY\n");
	return 2;
}
