/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/vdso.h"

#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/io.h"

static uint64_t own_size(unsigned long at)
{
	FILE *maps = at ? fopen("/proc/self/maps", "re") : NULL;
	unsigned long from, to;
	uint64_t size = 0;
	char line[512];

	while (maps && !size && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from == at)
			size = to - from;
	if (maps)
		fclose(maps);
	return size;
}

int vdso_file(uint64_t *size)
{
	unsigned long at = getauxval(AT_SYSINFO_EHDR);
	int fd;

	*size = own_size(at);
	fd = *size ? memfd_create("vdso", MFD_CLOEXEC) : -1;
	if (fd < 0 || io_write(fd, (const void *)at, *size))
		return fd;
	close(fd);
	return -1;
}
