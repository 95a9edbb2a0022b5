/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "folders.h"

#include <stdlib.h>

#include "base/folder.h"

static bool find(const char *variable, const char *below_home, struct buf *out)
{
	const char *path = getenv(variable), *home = getenv("HOME");

	if (path && *path == '/')
		buf_adds(out, path);
	else if (home && *home == '/')
		buf_addf(out, "%s/%s", home, below_home);
	else
		return false;
	buf_adds(out, "/perfnav");
	return true;
}

bool folders_config(struct buf *out)
{
	return find("XDG_CONFIG_HOME", ".config", out);
}

bool folders_cache(struct buf *out)
{
	return find("XDG_CACHE_HOME", ".cache", out);
}

bool folders_state(struct buf *out)
{
	return find("XDG_STATE_HOME", ".local/state", out) && folder_make(out->p);
}

char *folders_expand(const char *path, size_t len)
{
	const char *home = getenv("HOME");
	struct buf out = BUF_INIT;

	if (home && *home == '/' && len && *path == '~' && (len == 1 || path[1] == '/')) {
		buf_adds(&out, home);
		path++;
		len--;
	}
	buf_add(&out, path, len);
	return buf_take(&out);
}
