/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/otherarg.h"

#include <string.h>

#include "base/mem.h"

char *otherarg_parse(const char **rest)
{
	static const char word[] = "compare ";
	const char *path = *rest + strlen(word);
	size_t len;

	if (strncmp(*rest, word, strlen(word)) != 0)
		return NULL;
	path += strspn(path, " ");
	len = strcspn(path, " ");
	*rest = path + len + strspn(path + len, " ");
	return mem_strndup(path, len);
}
