/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/pseudonym.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

enum {
	COMM_DIGITS = 15, /* TASK_COMM_LEN without its NUL */
	TEXT_DIGITS = 16
};

int pseudonym_init(struct pseudonym *pseudonym, struct err *err)
{
	if (getrandom(pseudonym->key, sizeof(pseudonym->key), 0) == (ssize_t)sizeof(pseudonym->key))
		return 0;
	return err_set(err, ERR_IO, "the system has no random numbers: %s", strerror(errno));
}

static void add_hash(const struct pseudonym *pseudonym, const void *name, size_t len, size_t digits,
		     struct buf *out)
{
	static const char hex[] = "0123456789abcdef";
	uint64_t hash = siphash(pseudonym->key, name, len);

	for (size_t i = 0; i < digits; i++)
		buf_addc(out, hex[hash >> 4 * i & 15]);
}

void pseudonym_comm(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out)
{
	if (len)
		add_hash(pseudonym, name, len, COMM_DIGITS, out);
}

void pseudonym_text(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out)
{
	if (len)
		add_hash(pseudonym, name, len, TEXT_DIGITS, out);
}

static bool begins(const char *p, size_t len, const char *with)
{
	size_t n = strlen(with);

	return len >= n && !memcmp(p, with, n);
}

/*
 * Mappings without a file: perf's util/map.h, is_anon_memory() and is_no_dso_memory(). All names
 * in brackets are kept. dso_has_file() has fewer names: it asks whether a file holds the pages.
 */
static bool is_no_file(const char *p, size_t len)
{
	static const char *const names[] = { "[",	  "//anon", "/anon_hugepage",
					     "/dev/zero", "/SYSV",  "anon_inode:" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (begins(p, len, names[i]))
			return true;
	return !len || (len == 1 && *p == '/');
}

void pseudonym_path(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out)
{
	static const char deleted[] = " (deleted)", memfd[] = "/memfd:";
	size_t end = sizeof(deleted) - 1;
	bool gone = len > end && begins((const char *)name + len - end, end, deleted);
	const char *p = name;

	if (is_no_file(p, len)) {
		buf_add(out, p, len);
		return;
	}
	len -= gone ? end : 0;
	if (begins(p, len, memfd)) {
		buf_adds(out, memfd);
		p += sizeof(memfd) - 1;
		len -= sizeof(memfd) - 1;
	} else if (*p == '/') {
		buf_addc(out, '/');
	}
	pseudonym_text(pseudonym, p, len, out);
	if (gone)
		buf_adds(out, deleted);
}
