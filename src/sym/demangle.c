/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/demangle.h"

#include <stdlib.h>
#include <string.h>

#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

#include "base/mem.h"

/* A fast check, because otherwise most names would be copied in vain. */
static bool may_be_mangled(const char *name, size_t len)
{
	return len > 2 && ((name[0] == '_' && (name[1] == 'Z' || name[1] == 'R')) ||
			   !memcmp(name, "__Z", 3) || !memcmp(name, "_GL", 3));
}

bool demangle(struct buf *out, const char *name, size_t len)
{
	char *text, *clear;
	bool done;

	if (!may_be_mangled(name, len))
		return false;
	text = mem_strndup(name, len);
	clear = cplus_demangle(text, DMGL_NO_OPTS);
	done = clear;
	if (done)
		buf_adds(out, clear);
	free(clear);
	free(text);
	return done;
}
