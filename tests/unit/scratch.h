/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_SCRATCH_H
#define UNIT_SCRATCH_H

/* Files that a test makes with a compiler and the tools around it, in a folder of its own. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char dir[256]; /* the scratch folder */

/* A command of the shell, in the scratch folder. */
static inline bool sh(const char *command)
{
	char line[4096];

	snprintf(line, sizeof(line), "cd '%s' && { %s; } >out 2>err", dir, command);
	return system(line) == 0;
}

static inline void put(const char *name, const char *text)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

static inline const char *path_of(const char *name)
{
	static char path[64][600];
	static unsigned next;
	char *p = path[next++ % 64];

	snprintf(p, sizeof(path[0]), "%s/%s", dir, name);
	return p;
}

/* The last line of a command's output. */
static inline const char *said(const char *command)
{
	static char line[512];
	FILE *f;

	line[0] = '\0';
	if (!sh(command))
		return line;
	f = fopen(path_of("out"), "r");
	while (f && fgets(line, sizeof(line), f))
		line[strcspn(line, "\n")] = '\0';
	if (f)
		fclose(f);
	return line;
}

/* What nm says a symbol's address is. */
static inline uint64_t address(const char *file, const char *symbol)
{
	char command[512];

	snprintf(command, sizeof(command), "nm %s | awk '$3 == \"%s\" { print $1 }'", file, symbol);
	return strtoull(said(command), NULL, 16);
}

static inline size_t slurp(const char *name, char **p)
{
	FILE *f = fopen(path_of(name), "r");
	size_t size;

	if (!f || fseek(f, 0, SEEK_END))
		abort();
	size = (size_t)ftell(f);
	rewind(f);
	*p = malloc(size);
	if (!*p || fread(*p, 1, size, f) != size)
		abort();
	fclose(f);
	return size;
}

/* xorshift: the same numbers on each machine. */
static inline uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
