/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/why.h"

#include <stddef.h>

/* clang-format off */
static const struct {
	const char *text, *remedy;
} whys[SYM_WHY_COUNT] = {
	[SYM_WHY_NONE] = { "it has a name", "" },
	[SYM_WHY_DATA] = { "no file is mapped there", "" },
	[SYM_WHY_MISSING] = { "the file is not on this machine",
		"give a copy of the files of the recorded machine with --symfs" },
	[SYM_WHY_DIFFERS] = { "the file on this machine is another build (its build id differs)",
		"give the recorded files with --symfs, or install the same version" },
	[SYM_WHY_REFUSED] = { "the file cannot be opened, or is not a regular file", "" },
	[SYM_WHY_BROKEN] = { "the file is not a complete ELF file", "" },
	[SYM_WHY_DIED] = { "the file is broken: reading its symbols failed", "" },
	[SYM_WHY_STRIPPED] = { "the file has no symbols (stripped)",
		"install its debug symbols, or fetch them with :debuginfod on" },
	[SYM_WHY_EXPORTED] = { "stripped: the file has only exported symbols",
		"install its debug symbols, or fetch them with :debuginfod on" },
	[SYM_WHY_BETWEEN] = { "no symbol has this address", "" },
	[SYM_WHY_JIT] = { "generated code without a map file of the process",
		"record again with the runtime's option to write /tmp/perf-PID.map" },
	[SYM_WHY_OWNER] = { "the map file or jitdump is ignored: it belongs to another user",
		"copy it to its path below a folder, and give the folder with --symfs" },
	[SYM_WHY_KERNEL] = { "another kernel was recorded",
		"give its symbols with --vmlinux or --kallsyms" },
	[SYM_WHY_HIDDEN] = { "the kernel hides its addresses",
		"as root: sysctl kernel.kptr_restrict=0, or give --kallsyms or --vmlinux" },
	[SYM_WHY_KMODULE] = { "the module is not loaded, and its file was not found",
		"give the symbols of the recorded kernel with --kallsyms" },
	[SYM_WHY_VDSO] = { "another kernel was recorded, with another vdso", "" },
	[SYM_WHY_GUEST] = { "the address belongs to a guest, whose symbols are missing", "" },
	[SYM_WHY_OTHER_DUMP] = { "the jitdump file was not written by the process", "" },
	[SYM_WHY_ROOM] = { "no space for the symbols", "set TMPDIR to a folder with free space" },
	[SYM_WHY_MANY] = { "the recording names more than 65536 files: the others are skipped", "" },
	[SYM_WHY_NO_DWARF] = { "the file has no debug information",
		"compile with -g, or install its debug symbols" },
	[SYM_WHY_NO_LINE] = { "the debug information does not cover this address", "" },
	[SYM_WHY_DWARF] = { "the debug information is broken, or takes too long to read", "" },
	[SYM_WHY_SPLIT] = { "the functions are in a .dwo or .dwp file, which is missing",
		"put the .dwp next to the program, or the .dwo files at their original paths" },
	[SYM_WHY_ALT] = { "the shared part of the debug information (dwz) is missing",
		"reinstall its debug symbols" },
	[SYM_WHY_NO_VMLINUX] = { "source lines of the kernel need its vmlinux",
		"give it with --vmlinux" },
};
/* clang-format on */

const char *sym_why_text(enum sym_why why)
{
	return (size_t)why < SYM_WHY_COUNT ? whys[why].text : "";
}

const char *sym_why_remedy(enum sym_why why)
{
	return (size_t)why < SYM_WHY_COUNT ? whys[why].remedy : "";
}
