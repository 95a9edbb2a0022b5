/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/running.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <xxhash.h>

#include "base/buf.h"
#include "base/text.h"
#include "state/dso.h"
#include "sym/elfread.h"
#include "sym/symfile.h"
#include "wire/bytes.h"

bool running_has_release(const struct module *module)
{
	struct utsname uts;

	return module->release && !uname(&uts) && !strcmp(uts.release, module->release);
}

static size_t build_id(uint8_t id[ELF_BUILD_ID_MAX])
{
	FILE *f = fopen("/sys/kernel/notes", "re");
	uint8_t notes[4096];
	struct cursor c = { .p = notes, .left = f ? fread(notes, 1, sizeof(notes), f) : 0 };

	c.big = HOST_BIG;
	if (f)
		fclose(f);
	while (c.left >= 12 && !c.failed) {
		uint32_t name_len = cursor_u32(&c), len = cursor_u32(&c), type = cursor_u32(&c);
		const uint8_t *name = cursor_take(&c, (name_len + (size_t)3) & ~(size_t)3);
		const uint8_t *desc = cursor_take(&c, (len + (size_t)3) & ~(size_t)3);

		if (!name || !desc || type != 3 || name_len != 4 || memcmp(name, "GNU", 4) ||
		    len > ELF_BUILD_ID_MAX)
			continue;
		memcpy(id, desc, len);
		return len;
	}
	return 0;
}

bool running_is_kernel(const struct module *module)
{
	uint8_t id[ELF_BUILD_ID_MAX];
	size_t len = build_id(id);

	if (!module->build_id_len || !len)
		return running_has_release(module);
	return symfile_same_id(module->build_id, module->build_id_len, id, len);
}

static bool read_boot_id(uint8_t id[RUNNING_BOOT_ID])
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
	char text[64] = "";
	size_t digits = 0;
	bool ok = f && fgets(text, sizeof(text), f);

	if (f)
		fclose(f);
	for (const char *p = text; ok && *p && *p != '\n'; p++) {
		int digit = text_hex_digit(*p);

		if (*p == '-')
			continue;
		if (digit < 0 || digits == 2ul * RUNNING_BOOT_ID)
			return false;
		id[digits / 2] = (uint8_t)(digits % 2 ? id[digits / 2] | digit : digit << 4);
		digits++;
	}
	return digits == 2ul * RUNNING_BOOT_ID;
}

/* A module of the running kernel. */
struct running_module {
	char name[128];
	unsigned long long size, at;
};

/* Pass each module to a function, until it returns true. Returns false if it never did. */
static bool each_module(bool (*each)(void *arg, const struct running_module *m), void *arg)
{
	FILE *f = fopen("/proc/modules", "re");
	struct running_module m;
	bool found = false;
	char line[1024];

	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%127s %llu %*s %*s %*s %llx", m.name, &m.size, &m.at) == 3 &&
			each(arg, &m);
	if (f)
		fclose(f);
	return found;
}

/* Modules have symbols, too. How often a module is in use does not matter. */
static bool hash_module(void *arg, const struct running_module *m)
{
	XXH64_state_t *hash = arg;

	XXH64_update(hash, m->name, strlen(m->name) + 1);
	XXH64_update(hash, &m->size, sizeof(m->size));
	XXH64_update(hash, &m->at, sizeof(m->at));
	return false;
}

bool running_boot(uint8_t id[RUNNING_BOOT_ID], uint64_t *identity)
{
	uint8_t kernel[ELF_BUILD_ID_MAX];
	size_t len = build_id(kernel);
	XXH64_state_t *hash;

	if (!len || !read_boot_id(id))
		return false;
	hash = XXH64_createState();
	XXH64_reset(hash, 0);
	XXH64_update(hash, kernel, len);
	each_module(hash_module, hash);
	*identity = XXH64_digest(hash) | 1; /* 0: any */
	XXH64_freeState(hash);
	return true;
}

struct wanted_module {
	struct buf name;
	uint64_t at;
};

static bool is_wanted(void *arg, const struct running_module *m)
{
	const struct wanted_module *wanted = arg;

	return !strcmp(m->name, wanted->name.p) && m->at == wanted->at;
}

bool running_has_module(const struct module *module)
{
	struct wanted_module wanted = { .name = BUF_INIT, .at = module->start };
	bool found = dso_module(module->dso, module->dso_len, &wanted.name) &&
		     each_module(is_wanted, &wanted);

	buf_release(&wanted.name);
	return found;
}
