/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/filenames.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/text.h"

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

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

void filenames_each(const char *begin, void (*each)(void *arg, const char *path, bool folder),
		    void *arg)
{
	const char *slash = strrchr(begin, '/'), *name = slash ? slash + 1 : begin;
	struct buf path = BUF_INIT;
	size_t base = (size_t)(name - begin);
	struct dirent *entry;
	DIR *dir;

	buf_add(&path, begin, base);
	dir = opendir(base ? path.p : ".");
	while (dir && (entry = readdir(dir))) {
		bool folder;

		if (strncmp(entry->d_name, name, strlen(name)) != 0 || !is_plain(entry->d_name) ||
		    (entry->d_name[0] == '.' && *name != '.'))
			continue;
		buf_truncate(&path, base);
		buf_adds(&path, entry->d_name);
		folder = is_folder(path.p);
		if (folder)
			buf_addc(&path, '/');
		each(arg, path.p, folder);
	}
	if (dir)
		closedir(dir);
	buf_release(&path);
}
