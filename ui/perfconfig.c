/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfconfig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

/* Remove blanks at both ends of the rest of a line. */
static char *trim(char *p)
{
	size_t len = strlen(p);

	p += text_trim(p, &len) - p; /* a step, because text_trim() returns a const pointer */
	p[len] = '\0';
	return p;
}

/* A comment begins with # or ;, but not inside of quotes. */
static void cut_comment(char *p)
{
	bool quoted = false;

	for (; *p && (quoted || (*p != '#' && *p != ';')); p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (*p == '"')
			quoted = !quoted;
	}
	*p = '\0';
}

/* Add a value without its quotes; a backslash makes the next character literal. */
static void add_value(const char *p, struct buf *value)
{
	for (; *p; p++) {
		if (*p == '\\' && p[1])
			buf_addc(value, *++p);
		else if (*p != '"')
			buf_addc(value, *p);
	}
}

/* Read the lines of one file. A later value replaces an earlier one. */
static bool read_lines(FILE *file, const char *section, const char *name, struct buf *value)
{
	char *line = NULL;
	size_t room = 0;
	bool inside = false, found = false;

	while (getline(&line, &room, file) >= 0) {
		char *p, *equals;

		cut_comment(line);
		p = trim(line);
		if (*p == '[') {
			size_t len = strcspn(++p, "]");

			inside = len == strlen(section) && !strncasecmp(p, section, len);
			continue;
		}
		equals = strchr(p, '=');
		if (!inside || !equals)
			continue;
		*equals = '\0';
		if (strcasecmp(trim(p), name) != 0)
			continue;
		buf_reset(value);
		add_value(trim(equals + 1), value);
		found = true;
	}
	free(line);
	return found;
}

static bool read_file(const char *path, const char *section, const char *name, struct buf *value)
{
	FILE *file = fopen(path, "re");
	bool found;

	if (!file)
		return false;
	found = read_lines(file, section, name, value);
	fclose(file);
	return found;
}

bool perfconfig_get(const char *section, const char *name, struct buf *value)
{
	const char *only = getenv("PERF_CONFIG"), *home = getenv("HOME");
	struct buf path = BUF_INIT;
	bool found = false;

	if (only)
		return read_file(only, section, name, value);
	if (!getenv("PERF_CONFIG_NOSYSTEM"))
		found = read_file("/etc/perfconfig", section, name, value);
	if (home && !getenv("PERF_CONFIG_NOGLOBAL")) {
		buf_addf(&path, "%s/.perfconfig", home);
		found |= read_file(path.p, section, name, value);
	}
	buf_release(&path);
	return found;
}
