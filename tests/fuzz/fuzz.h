/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs of libFuzzer share. */
#ifndef PERFNAV_TESTS_FUZZ_FUZZ_H
#define PERFNAV_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Something is wrong that is no fault of memory. */
_Noreturn static inline void give_up(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

/* A folder in memory if there is one: writing to a disk takes longer than everything else. */
static inline const char *fuzz_folder(void)
{
	return access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
}

/* Write a file from its beginning. */
static inline void fuzz_write(int fd, const uint8_t *data, size_t size)
{
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size ||
	    lseek(fd, 0, SEEK_SET))
		give_up("a file cannot be written");
}

/* The input as a file in memory, the same one each time. */
static inline int fuzz_file(const uint8_t *data, size_t size)
{
	static int fd;

	if (!fd)
		fd = memfd_create("input", MFD_CLOEXEC);
	if (fd < 0)
		give_up("there is no file in memory");
	fuzz_write(fd, data, size);
	return fd;
}

#endif
