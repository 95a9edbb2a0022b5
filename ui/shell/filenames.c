/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/filenames.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/text.h"
#include "folders.h"

/* Can the name be typed as it is, and shown? */
static bool is_plain(const char *name)
{
	size_t len = strlen(name), n;
	uint32_t c;

	for (size_t i = 0; i < len; i += n) {
		n = text_utf8((const uint8_t *)name + i, len - i, &c);
		if (!n || text_is_unsafe(c) || c == ' ' || c == '"' || c == '\\')
			return false;
	}
	return true;
}

/* Is it the name of a folder in a folder, whose path ends with '/' or is empty? */
static bool is_folder(const char *in, const char *name)
{
	struct buf path = BUF_INIT;
	struct stat st;
	bool is;

	buf_addf(&path, "%s%s", in, name);
	is = stat(path.p, &st) == 0 && S_ISDIR(st.st_mode);
	buf_release(&path);
	return is;
}

void filenames_each(const char *begin, void (*each)(void *arg, const char *path, bool folder),
		    void *arg)
{
	const char *slash = strrchr(begin, '/'), *name = slash ? slash + 1 : begin;
	size_t base = (size_t)(name - begin);
	char *folder = folders_expand(begin, base);
	struct buf path = BUF_INIT;
	struct dirent *entry;
	DIR *dir;

	buf_add(&path, begin, base);
	dir = opendir(base ? folder : ".");
	while (dir && (entry = readdir(dir))) {
		bool below;

		if (strncmp(entry->d_name, name, strlen(name)) != 0 || !is_plain(entry->d_name) ||
		    (entry->d_name[0] == '.' && *name != '.'))
			continue;
		buf_truncate(&path, base);
		buf_adds(&path, entry->d_name);
		below = is_folder(folder, entry->d_name);
		if (below)
			buf_addc(&path, '/');
		each(arg, path.p, below);
	}
	if (dir)
		closedir(dir);
	buf_release(&path);
	free(folder);
}
