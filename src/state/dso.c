/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/dso.h"

#include <string.h>

#include "base/folder.h"

enum {
	PROT_EXECUTE = 4,      /* PROT_EXEC */
	FLAG_HUGETLB = 0x40000 /* MAP_HUGETLB */
};

/* Names that are no files. The first is a whole name, the others are beginnings of names. */
static const char *const no_files[] = { "//anon", "[heap]", "[uprobes]" };
static const char *const no_file_starts[] = { "/dev/zero", "/anon_hugepage", "[stack", "/SYSV" };

enum {
	NO_FILES = sizeof(no_files) / sizeof(no_files[0]),
	NO_FILE_STARTS = sizeof(no_file_starts) / sizeof(no_file_starts[0])
};

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

bool dso_is_kernel(const char *file)
{
	return begins(file, "[kernel.kallsyms") || begins(file, "[guest.kernel.kallsyms") ||
	       begins(file, "__entry_SYSCALL_64_trampoline");
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
		if (begins(dso->file, no_file_starts[i]))
			return true;
	return false;
}

/* A compiler at run time made code without a file, and may tell its names in such a place. */
static bool user_name(const struct dso *dso, struct buf *out)
{
	bool no_file = has_no_file(dso);

	if (no_file && dso->prot & PROT_EXECUTE)
		buf_addf(out, "/tmp/perf-%d.map", (int32_t)dso->pid);
	else
		buf_adds(out, dso->file);
	return !no_file && strcmp(dso->file, "[vsyscall]") != 0;
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

/*
 * "/lib/modules/x/snd-pcm.ko.xz" and "[snd-pcm]" become [snd_pcm], the kernel's name of the module.
 */
static void module_name(const char *file, struct buf *out)
{
	const char *base = folder_entry(file);
	const char *end = strstr(base, ".ko");
	size_t from;

	if (*base != '[' && !end) {
		buf_adds(out, base);
		return;
	}
	if (*base != '[')
		buf_addc(out, '[');
	from = out->len;
	if (*base == '[')
		buf_adds(out, base);
	else
		buf_add(out, base, (size_t)(end - base));
	for (size_t i = from; i < out->len; i++)
		if (out->p[i] == '-')
			out->p[i] = '_';
	if (*base != '[')
		buf_addc(out, ']');
}

bool dso_name(const struct dso *dso, struct buf *out)
{
	switch (dso->space) {
	case DSO_USER:
		return user_name(dso, out);
	case DSO_KSYMBOL:
		buf_adds(out, dso->file);
		return false;
	case DSO_KERNEL:
	default:
		if (dso_is_kernel(dso->file))
			kernel_name(dso->file, out);
		else
			module_name(dso->file, out);
		return !dso_is_kernel(dso->file);
	}
}
