/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/module.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/buf.h"

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

bool module_same(const struct module *a, const struct module *b)
{
	return a->kind == b->kind && a->dso_len == b->dso_len &&
	       !memcmp(a->dso, b->dso, a->dso_len) && a->build_id_len == b->build_id_len &&
	       !memcmp(a->build_id, b->build_id, sizeof(a->build_id)) && a->pid == b->pid &&
	       a->start == b->start && a->size == b->size && a->ref == b->ref &&
	       a->ref_stext == b->ref_stext && a->ino == b->ino && a->maj == b->maj &&
	       a->min == b->min && same_text(a->release, b->release) &&
	       same_text(a->kallsyms, b->kallsyms);
}

uint64_t module_hash(const struct module *m)
{
	uint64_t numbers[] = { m->kind, (uint64_t)m->pid, m->start, m->size, m->ref, m->ino };
	uint64_t hash = XXH64(m->dso, m->dso_len, XXH64(numbers, sizeof(numbers), 0));

	return XXH64(m->build_id, sizeof(m->build_id), hash);
}

struct module module_plain(const struct module *module)
{
	struct module m = *module;
	bool kernel = m.kind == MODULE_KERNEL || m.kind == MODULE_KMODULE;

	if (m.build_id_len > sizeof(m.build_id))
		m.build_id_len = sizeof(m.build_id);
	memset(m.build_id + m.build_id_len, 0, sizeof(m.build_id) - m.build_id_len);
	if (m.kind != MODULE_JIT)
		m.pid = 0;
	if (m.kind != MODULE_KSYMBOL && m.kind != MODULE_KMODULE)
		m.start = 0;
	if (m.kind != MODULE_KSYMBOL)
		m.size = 0;
	if (m.kind != MODULE_JITDUMP)
		m.ino = m.maj = m.min = 0;
	if (!kernel) {
		m.ref = 0;
		m.ref_stext = false;
		m.kallsyms = NULL;
		m.release = m.kind == MODULE_VDSO ? m.release : NULL;
	}
	return m;
}

static size_t add_string(struct buf *strings, const char *text, size_t len)
{
	size_t at = strings->len;

	buf_add(strings, text, len);
	buf_addc(strings, '\0');
	return at;
}

/* The strings are in one allocation, which begins with dso. */
struct module module_copy(const struct module *m)
{
	struct module copy = *m;
	struct buf strings = BUF_INIT;
	size_t release = 0, kallsyms = 0;

	add_string(&strings, m->dso, m->dso_len);
	if (m->release)
		release = add_string(&strings, m->release, strlen(m->release));
	if (m->kallsyms)
		kallsyms = add_string(&strings, m->kallsyms, strlen(m->kallsyms));
	copy.dso = buf_take(&strings);
	copy.release = m->release ? copy.dso + release : NULL;
	copy.kallsyms = m->kallsyms ? copy.dso + kallsyms : NULL;
	return copy;
}

void module_release(struct module *copy)
{
	char *strings;

	memcpy(&strings, &copy->dso, sizeof(strings));
	free(strings);
}
