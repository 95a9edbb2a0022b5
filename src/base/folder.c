/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

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
