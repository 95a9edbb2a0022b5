/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/machine.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "file/pipe_header.h"
#include "wire/decode.h"

enum {
	NAME_BYTES = 4096 /* of a mapped file, PATH_MAX */
};

/* ---- names of the kernel and of perf ---- */

/* The architecture is a part of a name like "4.9.0-4-amd64", "3.10.0-123.6.3.el7.x86_64". */
static enum regs_arch arch_of_release(const struct features *features, unsigned number)
{
	enum regs_arch arch = REGS_UNKNOWN;
	struct buf text = BUF_INIT;
	char *save = NULL;

	features_text(features, number, &text);
	for (char *part = text.len ? strtok_r(text.p, "-.", &save) : NULL; part && !arch;
	     part = strtok_r(NULL, "-.", &save))
		if (part[strcspn(part, "0123456789")])
			arch = regs_arch(part);
	buf_release(&text);
	return arch;
}

/* ---- registers ---- */

/* Masks of all registers that perf samples; no other architecture has as many. */
static enum regs_arch arch_of_mask(uint64_t mask)
{
	static const struct {
		uint64_t mask;
		enum regs_arch arch;
	} own[] = {
		{ 0xff0fff, REGS_X86 },
		{ 0x1ffffffff, REGS_ARM64 },
		{ 0x3ffffffff, REGS_S390 },
	};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (own[i].mask == mask)
			return own[i].arch;
	return REGS_UNKNOWN;
}

static enum regs_arch arch_of_registers(const struct events *events)
{
	enum regs_arch arch = REGS_UNKNOWN;

	for (size_t i = 0; i < events->list.n && !arch; i++) {
		const struct attr *attr = &events->list.v[i].attr;

		arch = arch_of_mask(attr->regs_user);
		arch = arch ? arch : arch_of_mask(attr->regs_intr);
	}
	return arch;
}

/* ---- what was mapped ---- */

/* The rest of the name if it begins with a text, or NULL. */
static const char *behind(const char *name, const char *begin)
{
	size_t len = strlen(begin);

	return strncmp(name, begin, len) ? NULL : name + len;
}

/* Such as /lib/modules/4.9.0-4-amd64/kernel/arch/x86/kvm/kvm.ko */
static enum regs_arch arch_of_module(const char *name)
{
	const char *rest = behind(name, "/lib/modules/");

	rest = rest ? rest : behind(name, "/usr/lib/modules/");
	rest = rest ? strstr(rest, "/kernel/arch/") : NULL;
	return rest ? regs_arch(rest + strlen("/kernel/arch/")) : REGS_UNKNOWN;
}

/* Such as ld-linux-x86-64.so.2, ld-musl-aarch64.so.1, /usr/lib/x86_64-linux-gnu/libc.so.6 */
static enum regs_arch arch_of_library(const char *name)
{
	const char *base = strrchr(name, '/'), *rest;
	enum regs_arch arch = REGS_UNKNOWN;

	rest = base ? behind(base, "/ld-linux-") : NULL;
	rest = rest || !base ? rest : behind(base, "/ld-musl-");
	if (rest)
		arch = regs_arch(rest);
	rest = behind(name, "/lib/");
	rest = rest ? rest : behind(name, "/usr/lib/");
	if (!arch && rest && text_begins_with(rest + strcspn(rest, "-/"), "-linux-"))
		arch = regs_arch(rest);
	return arch;
}

/* The architectures that names of mapped files show, a bit for each. */
struct seen_archs {
	uint32_t modules, libraries;
};

static bool note_map(void *arg, const struct machine_map *map)
{
	struct seen_archs *seen = arg;

	seen->modules |= 1u << arch_of_module(map->file);
	seen->libraries |= 1u << arch_of_library(map->file);
	return seen->modules == 1u << REGS_UNKNOWN || !seen->modules;
}

/*
 * A 64-bit kernel also runs 32-bit programs of its architecture. Programs of other architectures
 * are emulated.
 */
static enum regs_arch only_one(uint32_t bits)
{
	bits &= ~(1u << REGS_UNKNOWN);
	if (bits == (1u << REGS_ARM | 1u << REGS_ARM64))
		return REGS_ARM64;
	return bits && !(bits & (bits - 1)) ? (enum regs_arch)__builtin_ctz(bits) : REGS_UNKNOWN;
}

static enum regs_arch arch_of_maps(struct perf_file *file)
{
	struct seen_archs seen = { 0, 0 };
	enum regs_arch arch;

	machine_each_map(file, note_map, &seen);
	arch = only_one(seen.modules);
	return arch ? arch : only_one(seen.libraries);
}

struct mapping_sink {
	struct sink sink;
	struct machine_map map;
	char name[NAME_BYTES];
};

static bool take_value(struct sink *sink, const struct item *item)
{
	struct mapping_sink *s = (struct mapping_sink *)sink;
	size_t len;

	switch (item->field) {
	case F_mmap_maj:
		s->map.maj = (uint32_t)item->num;
		break;
	case F_mmap_min:
		s->map.min = (uint32_t)item->num;
		break;
	case F_mmap_ino:
		s->map.ino = item->num;
		break;
	case F_mmap_file:
		len = item->text_len < NAME_BYTES ? item->text_len : NAME_BYTES - 1;
		memcpy(s->name, item->bytes, len);
		s->name[len] = '\0';
		return false;
	default:
		break;
	}
	return true;
}

struct each_map {
	const struct layout *layout;
	machine_map_fn *each;
	void *arg;
};

static bool each_record(void *arg, const struct record *rec)
{
	const struct each_map *e = arg;
	struct mapping_sink s = { .sink = { .value = take_value } };

	if (rec->type != RECORD_MMAP && rec->type != RECORD_MMAP2)
		return true;
	s.map.file = s.name;
	decode_record(e->layout, rec->bytes, rec->size, &s.sink);
	return e->each(e->arg, &s.map);
}

void machine_each_map(struct perf_file *file, machine_map_fn *each, void *arg)
{
	struct each_map e = { &file->events.plain, each, arg };

	pipe_header_each(file, each_record, &e);
}

struct machine machine_find(struct perf_file *file)
{
	struct buf text = BUF_INIT;
	struct machine m = { REGS_UNKNOWN, MACHINE_ARCH };

	if (features_text(&file->features, FEATURE_ARCH, &text))
		m.arch = regs_arch(text.p);
	if (!text.len) {
		m.source = MACHINE_RELEASE;
		m.arch = arch_of_release(&file->features, FEATURE_OSRELEASE);
		if (!m.arch)
			m.arch = arch_of_release(&file->features, FEATURE_VERSION);
	}
	if (!text.len && !m.arch) {
		m.source = MACHINE_REGISTERS;
		m.arch = arch_of_registers(&file->events);
	}
	if (!text.len && !m.arch) {
		m.source = MACHINE_MAPS;
		m.arch = arch_of_maps(file);
	}
	if (!text.len && !m.arch)
		m.source = MACHINE_UNKNOWN;
	buf_release(&text);
	return m;
}

const char *machine_known_by(enum machine_source source)
{
	static const char *const texts[] = {
		[MACHINE_UNKNOWN] = "",
		[MACHINE_ARCH] = "the feature ARCH",
		[MACHINE_RELEASE] = "the release of the kernel or of perf",
		[MACHINE_REGISTERS] = "the registers that were sampled",
		[MACHINE_MAPS] = "the names of mapped files",
		[MACHINE_FILES] = "the mapped files",
		[MACHINE_OPTION] = "--arch",
	};

	return texts[source];
}
