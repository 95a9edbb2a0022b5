/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/running.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/buf.h"
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
