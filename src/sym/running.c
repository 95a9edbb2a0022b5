/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/running.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <xxhash.h>

#include "base/buf.h"
#include "base/text.h"
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
	const uint32_t one = 1;

	c.big = !*(const char *)&one;
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

/* Modules have symbols, too. How often a module is in use does not matter. */
static void hash_modules(XXH64_state_t *hash)
{
	FILE *f = fopen("/proc/modules", "re");
	char line[1024], name[128];
	unsigned long long size, at;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%127s %llu %*s %*s %*s %llx", name, &size, &at) != 3)
			continue;
		XXH64_update(hash, name, strlen(name) + 1);
		XXH64_update(hash, &size, sizeof(size));
		XXH64_update(hash, &at, sizeof(at));
	}
	if (f)
		fclose(f);
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
	hash_modules(hash);
	*identity = XXH64_digest(hash) | 1; /* 0: any */
	XXH64_freeState(hash);
	return true;
}

/* Write "[snd_pcm]", also for a path such as snd-pcm.ko.xz. */
static void module_name(const struct module *module, struct buf *name)
{
	const char *p = module->dso, *end = p + module->dso_len;
	const char *slash = memrchr(p, '/', module->dso_len);

	p = slash ? slash + 1 : p + (p < end && *p == '[');
	for (; p < end && *p != '.' && *p != ']'; p++)
		buf_addc(name, *p == '-' ? '_' : *p);
}

bool running_has_module(const struct module *module)
{
	FILE *f = fopen("/proc/modules", "re");
	struct buf name = BUF_INIT;
	char line[1024], is[128];
	unsigned long long at;
	bool found = false;

	module_name(module, &name);
	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%127s %*s %*s %*s %*s %llx", is, &at) == 2 &&
			!strcmp(is, name.p) && at == module->start;
	if (f)
		fclose(f);
	buf_release(&name);
	return found;
}
