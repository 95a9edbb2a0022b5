/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/dso.h"

#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "wire/schema.h"

enum {
	FLAG_HUGETLB = 0x40000 /* MAP_HUGETLB */
};

/* Names that are no files: whole names, and beginnings of names. */
static const char *const no_files[] = { "//anon", "[heap]", "[uprobes]" };
static const char *const no_file_starts[] = { "/dev/zero", "/anon_hugepage", "[stack", "/SYSV" };

enum {
	NO_FILES = sizeof(no_files) / sizeof(no_files[0]),
	NO_FILE_STARTS = sizeof(no_file_starts) / sizeof(no_file_starts[0])
};

bool dso_is_kernel(const char *file)
{
	return text_begins_with(file, "[kernel.kallsyms") ||
	       text_begins_with(file, "[guest.kernel.kallsyms") ||
	       text_begins_with(file, "__entry_SYSCALL_64_trampoline");
}

bool dso_is_vdso(const char *file)
{
	return !strcmp(file, "[vdso]") || !strcmp(file, "[vdso32]") || !strcmp(file, "[vdsox32]");
}

static bool has_no_file(const struct dso *dso)
{
	if (dso->flags & FLAG_HUGETLB)
		return true;
	for (size_t i = 0; i < NO_FILES; i++)
		if (!strcmp(dso->file, no_files[i]))
			return true;
	for (size_t i = 0; i < NO_FILE_STARTS; i++)
		if (text_begins_with(dso->file, no_file_starts[i]))
			return true;
	return false;
}

/*
 * For executable memory without a file, perf expects the names in /tmp/perf-PID.map, which a JIT
 * compiler may write.
 */
static void user_name(const struct dso *dso, struct buf *out)
{
	if (has_no_file(dso) && dso->prot & PROT_EXECUTE)
		buf_addf(out, "/tmp/perf-%d.map", (int32_t)dso->pid);
	else
		buf_adds(out, dso->file);
}

/*
 * The kernel: the name up to the bracket. After it comes the symbol that the kernel begins with.
 */
static void kernel_name(const char *file, struct buf *out)
{
	const char *end = strchr(file, ']');

	if (*file != '[' || !end)
		buf_adds(out, "[kernel.kallsyms]");
	else
		buf_add(out, file, (size_t)(end + 1 - file));
}

bool dso_module(const char *file, size_t len, struct buf *out)
{
	const char *slash = memrchr(file, '/', len), *base = slash ? slash + 1 : file;
	size_t left = len - (size_t)(base - file), from = out->len;
	const char *end = left && *base == '[' ? memchr(base, ']', left)
					       : memmem(base, left, ".ko", 3);

	if (!end)
		return false;
	base += *base == '[';
	buf_add(out, base, (size_t)(end - base));
	buf_replace(out, from, '-', '_');
	return true;
}

/* "/lib/modules/x/snd-pcm.ko.xz" and "[snd-pcm]" become [snd_pcm]. */
static void module_name(const char *file, struct buf *out)
{
	size_t start = out->len;

	buf_addc(out, '[');
	if (dso_module(file, strlen(file), out)) {
		buf_addc(out, ']');
		return;
	}
	buf_truncate(out, start);
	buf_adds(out, folder_entry(file));
}

void dso_name(const struct dso *dso, struct buf *out)
{
	if (dso->space == DSO_USER)
		user_name(dso, out);
	else if (dso->space == DSO_KSYMBOL)
		buf_adds(out, dso->file);
	else if (dso_is_kernel(dso->file))
		kernel_name(dso->file, out);
	else
		module_name(dso->file, out);
}

bool dso_has_file(const struct dso *dso)
{
	if (dso->space == DSO_USER)
		return !has_no_file(dso) && strcmp(dso->file, "[vsyscall]") != 0;
	return dso->space == DSO_KERNEL && !dso_is_kernel(dso->file);
}
