/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/folder.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"

char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return mem_strdup(".");
	return mem_strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

const char *folder_entry(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool folder_make(const char *path)
{
	struct buf part = BUF_INIT;
	struct stat st;
	bool ok;

	for (const char *p = path; *p; p++) {
		if (*p == '/' && part.len)
			mkdir(part.p, 0700);
		buf_addc(&part, *p);
	}
	mkdir(part.p, 0700);
	ok = !stat(part.p, &st) && S_ISDIR(st.st_mode) && !access(part.p, W_OK);
	buf_release(&part);
	return ok;
}
