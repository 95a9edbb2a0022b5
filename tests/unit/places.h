/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a test finds its files, whatever folder it is started in: where tests/run says, else around
 * the program, which is build/VARIANT/tests/unit/NAME. Strings live as long as the test.
 */
#ifndef PERFNAV_TESTS_UNIT_PLACES_H
#define PERFNAV_TESTS_UNIT_PLACES_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The variable's value, else a place relative to the program's folder. */
static inline const char *places_find(const char *variable, const char *around,
				      char place[PATH_MAX])
{
	const char *value = getenv(variable);
	ssize_t n;

	if (value && *value)
		return value;
	n = readlink("/proc/self/exe", place, PATH_MAX - 64);
	if (n <= 0)
		abort();
	place[n] = '\0';
	memcpy(strrchr(place, '/') + 1, around, strlen(around) + 1);
	return place;
}

/* The folder of recordings, and the program that builds others. */
static inline const char *places_data(void)
{
	static char place[PATH_MAX];

	return places_find("DATA", "../../../../data", place);
}

static inline const char *places_mk(void)
{
	static char place[PATH_MAX];

	return places_find("MK", "../../mk", place);
}

/* The path of a recording; until the next one. */
static inline const char *places_recording(const char *name)
{
	static char path[PATH_MAX + 64];

	snprintf(path, sizeof(path), "%s/%s", places_data(), name);
	return path;
}

static inline bool places_copy(const char *name, const char *to)
{
	char command[2 * PATH_MAX + 128];

	snprintf(command, sizeof(command), "cp '%s' '%s'", places_recording(name), to);
	return !system(command);
}

#endif
