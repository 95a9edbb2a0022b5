/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/formats.h"

#include <string.h>

#define ROW(name, alias, ends, function, flags) { name, alias, ends, function, flags },
#define OPENS(function) function, NULL
#define WRITES(function) NULL, function

static const struct format formats[] = { FORMAT_ROWS(ROW, ROW, OPENS, WRITES) };

#define FORMATS (sizeof(formats) / sizeof(formats[0]))

static bool has_name(const struct format *format, const char *name)
{
	return !strcmp(name, format->name) || (format->alias && !strcmp(name, format->alias));
}

const struct format *format_of_name(const char *name)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (!name || has_name(&formats[i], name))
			return &formats[i];
	return NULL;
}

/*
 * Return the length of the longest of these suffixes that the name has. 0: it has none, or nothing
 * before the suffix.
 */
static size_t end_of(const char *ends, const char *path)
{
	size_t len = strlen(path), longest = 0;

	while (*ends) {
		size_t n = strcspn(ends, " ");

		if (len > n && n > longest && !memcmp(path + len - n, ends, n))
			longest = n;
		ends += n + (ends[n] == ' ');
	}
	return longest;
}

const struct format *format_at(size_t i)
{
	return i < FORMATS ? &formats[i] : NULL;
}

const struct format *format_of_file(const char *path)
{
	const struct format *found = &formats[0];
	size_t longest = 0;

	for (size_t i = 0; path && i < FORMATS; i++) {
		size_t n = end_of(formats[i].ends, path);

		if (n > longest) {
			longest = n;
			found = &formats[i];
		}
	}
	return found;
}

struct name_list {
	struct buf *out;
	const char *last; /* separator before the last name */
	size_t n, i;
};

static void add_name(struct name_list *names, const char *name)
{
	if (names->i)
		buf_adds(names->out, names->i + 1 == names->n ? names->last : ", ");
	buf_adds(names->out, name);
	names->i++;
}

void formats_names(unsigned flags, const char *last, struct buf *out)
{
	struct name_list names = { .out = out, .last = last };

	for (size_t i = 0; i < FORMATS; i++)
		names.n += (formats[i].flags & flags) == flags;
	for (size_t i = 0; i < FORMATS; i++)
		if ((formats[i].flags & flags) == flags)
			add_name(&names, formats[i].name);
}
