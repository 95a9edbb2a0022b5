/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/jitlines.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/search.h"
#include "base/vec.h"
#include "sym/jitdump.h"
#include "sym/srcstack.h"
#include "wire/bytes.h"

/* A line extends from its address to that of the next line. */
struct jit_line {
	uint64_t addr;
	size_t order;
	uint32_t line;
	const char *file; /* in the dump */
};

struct jitlines {
	uint8_t *p; /* the mapped file */
	size_t size;
	VEC(struct jitdump_lines) codes; /* ordered by their bytes */
	VEC(struct jit_line) entries;	 /* of the last code that was used, by address */
	size_t read;			 /* index of that code; SIZE_MAX: none */
};

static bool take_lines(void *arg, const struct jitdump_lines *code)
{
	struct jitlines *l = arg;

	vec_push(&l->codes, *code);
	return true;
}

struct jitlines *jitlines_open(int fd)
{
	struct jitlines *l = mem_zalloc(sizeof(*l));
	struct jitdump_sink sink = { .lines = take_lines, .arg = l };
	struct stat st;
	void *p = MAP_FAILED;

	l->read = SIZE_MAX;
	if (!fstat(fd, &st) && st.st_size > 0)
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p != MAP_FAILED) {
		l->p = p;
		l->size = (size_t)st.st_size;
	}
	if (l->p && jitdump_read(l->p, l->size, &sink))
		return l;
	jitlines_close(l);
	return NULL;
}

void jitlines_close(struct jitlines *l)
{
	if (!l)
		return;
	if (l->p)
		munmap(l->p, l->size);
	vec_release(&l->codes);
	vec_release(&l->entries);
	free(l);
}

bool jitlines_empty(const struct jitlines *l)
{
	return !l->codes.n;
}

/* Of entries with the same address, the last one counts. */
static int by_address(const void *a, const void *b)
{
	const struct jit_line *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* address, line, discriminator, path; a byte 0xff instead of a path means the previous path */
static bool take_entry(struct jitlines *l, struct cursor *c, const char **file)
{
	struct jit_line entry = { .addr = cursor_u64(c), .order = l->entries.n };
	const char *text, *end;

	entry.line = cursor_u32(c);
	cursor_u32(c);
	text = (const char *)c->p;
	end = c->failed ? NULL : memchr(text, '\0', c->left);
	if (!end || !cursor_take(c, (size_t)(end - text) + 1))
		return false;
	if (strcmp(text, "\xff"))
		*file = text;
	entry.file = *file;
	if (entry.line > INT_MAX)
		entry.line = 0;
	vec_push(&l->entries, entry);
	return true;
}

static void read_entries(struct jitlines *l, size_t number)
{
	const struct jitdump_lines *code = &l->codes.v[number];
	struct cursor c = { .p = l->p + code->at, .left = code->len, .big = code->big };
	const char *file = NULL;

	l->read = number;
	l->entries.n = 0;
	for (uint64_t i = 0; i < code->n && take_entry(l, &c, &file); i++)
		;
	if (l->entries.n)
		qsort(l->entries.v, l->entries.n, sizeof(*l->entries.v), by_address);
}

/* Find the code that contains a byte; SIZE_MAX: none. */
static size_t find_code(const struct jitlines *l, uint64_t at)
{
	size_t end = search_first(0, l->codes.n, i, l->codes.v[i].bytes <= at);

	return end && at - l->codes.v[end - 1].bytes < l->codes.v[end - 1].size ? end - 1
										: SIZE_MAX;
}

/* Find the last entry that begins at or before an address; NULL: none. */
static const struct jit_line *find_entry(const struct jitlines *l, uint64_t addr)
{
	size_t end = search_first(0, l->entries.n, i, l->entries.v[i].addr <= addr);

	return end ? &l->entries.v[end - 1] : NULL;
}

bool jitlines_find(struct jitlines *l, uint64_t at, struct buf *packed)
{
	size_t number = find_code(l, at);
	const struct jit_line *entry;

	if (number == SIZE_MAX)
		return false;
	if (number != l->read)
		read_entries(l, number);
	entry = find_entry(l, l->codes.v[number].start + (at - l->codes.v[number].bytes));
	if (!entry || !entry->file)
		return false;
	srcstack_add(packed, &(struct source_frame){ .file = entry->file, .line = entry->line });
	return true;
}
