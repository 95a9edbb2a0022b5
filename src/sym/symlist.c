/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symlist.h"

#include <stdlib.h>
#include <string.h>

#include "sym/demangle.h"

enum {
	PAGE = 4096,
	NAMES_MAX = 1 << 30 /* bytes */
};

void symlist_init(struct symlist *list)
{
	*list = (struct symlist){ .names = BUF_INIT };
}

void symlist_release(struct symlist *list)
{
	vec_release(&list->list);
	buf_release(&list->names);
}

void symlist_add(struct symlist *list, uint64_t start, uint64_t size, enum symbind bind,
		 const char *name, size_t len, const char *suffix)
{
	size_t at = list->names.len;
	struct symlist_entry *e;

	if (len == 5 && !memcmp(name, "_text", len))
		list->text = start;
	if (len == 6 && !memcmp(name, "_stext", len))
		list->stext = start;
	len = len < SYMBLOCK_NAME_MAX ? len : SYMBLOCK_NAME_MAX;
	if (!len || at + len > NAMES_MAX)
		return;
	if (!list->demangle || !demangle(&list->names, name, len))
		buf_add(&list->names, name, len);
	buf_adds(&list->names, suffix);
	e = vec_add(&list->list);
	*e = (struct symlist_entry){
		.start = start,
		.end = start + (size < UINT64_MAX - start ? size : UINT64_MAX - start),
		.name = (uint32_t)at,
		.len = (uint32_t)(list->names.len - at),
		.bind = (uint8_t)bind,
	};
}

/* Order by address, then in the order in which symbols were added. */
static int compare(const void *a, const void *b)
{
	const struct symlist_entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

static const char *name_of(const struct symlist *list, const struct symlist_entry *e)
{
	return list->names.p + e->name;
}

/*
 * Return the name of the module with its brackets, at the end of a name in kallsyms; len 0: the
 * kernel.
 */
static const char *module_of(const struct symlist *list, const struct symlist_entry *e, size_t *len)
{
	const char *name = name_of(list, e);
	const char *open = e->len && name[e->len - 1] == ']' ? memrchr(name, '[', e->len) : NULL;

	*len = open ? (size_t)(name + e->len - open) : 0;
	return open;
}

static bool same_module(const struct symlist *list, const struct symlist_entry *a,
			const struct symlist_entry *b)
{
	size_t len_a, len_b;
	const char *x = module_of(list, a, &len_a), *y = module_of(list, b, &len_b);

	return len_a == len_b && (!len_a || !memcmp(x, y, len_a));
}

static uint64_t page_end(uint64_t at)
{
	return at > UINT64_MAX - 2ul * PAGE ? UINT64_MAX
					    : (at + 2ul * PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

/* Return the length of the name without the module. */
static uint32_t own_name(const struct symlist *list, const struct symlist_entry *e)
{
	size_t module;
	uint32_t len = e->len;

	if (!list->modules || !module_of(list, e, &module))
		return len;
	len -= (uint32_t)module;
	while (len && (name_of(list, e)[len - 1] == '\t' || name_of(list, e)[len - 1] == ' '))
		len--;
	return len;
}

/*
 * Give sizes to symbols without one: up to the next symbol, or a page for the last symbol of a file
 * or of a module.
 */
static void fix_ends(struct symlist *list)
{
	for (size_t i = 0; i < list->list.n; i++) {
		struct symlist_entry *e = &list->list.v[i];
		const struct symlist_entry *next = i + 1 < list->list.n ? e + 1 : NULL;

		if (e->end != e->start)
			continue;
		if (!next || (list->modules && !same_module(list, e, next)))
			e->end = page_end(e->start);
		else
			e->end = next->start;
	}
}

static size_t underscores(const struct symlist *list, const struct symlist_entry *e)
{
	size_t n = 0;

	while (n < e->len && name_of(list, e)[n] == '_')
		n++;
	return n;
}

static bool begins(const struct symlist *list, const struct symlist_entry *e, const char *with)
{
	size_t len = strlen(with);

	return e->len >= len && !memcmp(name_of(list, e), with, len);
}

/* Of two symbols at the same address, is the second preferable? */
static bool second_is_better(const struct symlist *list, const struct symlist_entry *a,
			     const struct symlist_entry *b)
{
	bool empty_a = a->end == a->start, empty_b = b->end == b->start;
	size_t under_a, under_b;

	if (list->newest)
		return true;
	if (empty_a != empty_b)
		return empty_a;
	if ((a->bind == SYMBIND_WEAK) != (b->bind == SYMBIND_WEAK))
		return a->bind == SYMBIND_WEAK;
	if ((a->bind == SYMBIND_GLOBAL) != (b->bind == SYMBIND_GLOBAL))
		return b->bind == SYMBIND_GLOBAL;
	under_a = underscores(list, a);
	under_b = underscores(list, b);
	if (under_a != under_b)
		return under_b < under_a;
	if (a->len != b->len)
		return b->len > a->len;
	/* These names of system calls are only aliases. */
	return begins(list, a, "SyS") || begins(list, a, "compat_SyS");
}

static void drop_aliases(struct symlist *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->list.n; i++) {
		const struct symlist_entry *e = &list->list.v[i];

		if (!n || list->list.v[n - 1].start != e->start)
			list->list.v[n++] = *e;
		else if (second_is_better(list, &list->list.v[n - 1], e))
			list->list.v[n - 1] = *e;
	}
	list->list.n = n;
}

/* ---- ranges ---- */

/* Turns symbols inside each other into ranges; an address belongs to the innermost symbol. */
struct flatten {
	const struct symlist *list;
	VEC(uint32_t) open; /* symbols around the current address, innermost last */
	uint64_t at;	    /* addresses before this are done */
	struct symrange v[SYMBLOCK_MAX];
	uint32_t n;
	struct buf block;
	bool (*put)(void *arg, const struct buf *block);
	void *arg;
	bool stopped;
};

static void flush(struct flatten *f)
{
	if (!f->n || f->stopped)
		return;
	buf_reset(&f->block);
	symblock_pack(&f->block, f->v, f->n);
	f->n = 0;
	f->stopped = !f->put(f->arg, &f->block);
}

/* Make a range of the innermost symbol up to `end`. */
static void give_range(struct flatten *f, uint64_t end)
{
	const struct symlist_entry *e = &f->list->list.v[f->open.v[f->open.n - 1]];

	end = end < e->end ? end : e->end;
	if (end <= f->at)
		return;
	f->v[f->n++] = (struct symrange){
		.start = f->at,
		.end = end,
		.base = e->start,
		.size = e->end - e->start,
		.name = name_of(f->list, e),
		.len = own_name(f->list, e),
	};
	f->at = end;
	if (f->n == SYMBLOCK_MAX)
		flush(f);
}

static void close_until(struct flatten *f, uint64_t at)
{
	while (f->open.n && f->list->list.v[f->open.v[f->open.n - 1]].end <= at) {
		give_range(f, at);
		f->open.n--;
	}
	if (f->open.n)
		give_range(f, at);
}

bool symlist_finish(struct symlist *list, bool (*put)(void *arg, const struct buf *block),
		    void *arg)
{
	struct flatten f = { .list = list, .block = BUF_INIT, .put = put, .arg = arg };

	if (list->list.n)
		qsort(list->list.v, list->list.n, sizeof(*list->list.v), compare);
	fix_ends(list);
	drop_aliases(list);
	for (size_t i = 0; i < list->list.n && !f.stopped; i++) {
		close_until(&f, list->list.v[i].start);
		f.at = list->list.v[i].start;
		vec_push(&f.open, (uint32_t)i);
	}
	close_until(&f, UINT64_MAX);
	flush(&f);
	vec_release(&f.open);
	buf_release(&f.block);
	return !f.stopped;
}
