/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/syscalls.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "file/perf_file.h"
#include "recording/reader_text.h"

/* From the kernel's asm/unistd_64.h, asm/unistd_32.h and asm-generic/unistd.h. */
#define SYSCALL(number, name) [number] = #name,
static const char *const x86_64[] = {
#include "spans/syscalls_x86_64.def"
};
static const char *const i386[] = {
#include "spans/syscalls_i386.def"
};
static const char *const generic[] = {
#include "spans/syscalls_generic.def"
};
#undef SYSCALL

#define TABLE(names)                                                                               \
	(struct syscalls)                                                                          \
	{                                                                                          \
		names, sizeof(names) / sizeof(names[0])                                            \
	}

/* Is the machine a 32-bit x86? uname(2) then has i386, i486, i586 or i686. */
static bool is_i386(const struct perf_file *file)
{
	struct buf arch = BUF_INIT;
	bool is;

	is = features_text(&file->features, FEATURE_ARCH, &arch) && arch.p[0] == 'i';
	buf_release(&arch);
	return is;
}

struct syscalls syscalls_of(const struct perf_file *file)
{
	switch (file->machine.arch) {
	case REGS_X86:
		return is_i386(file) ? TABLE(i386) : TABLE(x86_64);
	case REGS_ARM64:
	case REGS_RISCV:
	case REGS_LOONGARCH:
		return TABLE(generic);
	default:
		return (struct syscalls){ NULL, 0 };
	}
}

const char *syscalls_name(const struct syscalls *syscalls, uint64_t number)
{
	return number < syscalls->n ? syscalls->names[number] : NULL;
}

const char *syscalls_usual(const char *name)
{
	/* include/linux/syscalls.h: the names in SYSCALL_DEFINE of the newer one of two calls. */
	static const char *const others[][2] = {
		{ "newstat", "stat" },	 { "newlstat", "lstat" },      { "newfstat", "fstat" },
		{ "newuname", "uname" }, { "sendfile64", "sendfile" }, { "umount", "umount2" },
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!strcmp(name, others[i][0]))
			return others[i][1];
	return name;
}

static const char raw_event[] = "raw_syscalls:sys_";
static const char before_number[] = "NR ";

bool syscalls_shape(struct reader *reader, const struct row_info *info, struct shape *shape)
{
	struct buf event = BUF_INIT;
	struct syscalls table = { NULL, 0 };

	reader_event(reader, info, &event);
	if (event.len && text_begins_with(event.p, raw_event))
		table = syscalls_of(recording_file(reader_recording(reader), info->part));
	buf_release(&event);
	for (size_t i = 0; i < table.n; i++)
		if (table.names[i])
			shape_text(shape, table.names[i], strlen(table.names[i]));
	return table.n;
}

/* Can a number end with this character, or with blanks before the next one? */
static bool ends_number(char c)
{
	return c == ' ' || (c >= '0' && c <= '9');
}

void syscalls_shape_rest(struct shape *shape, size_t first)
{
	size_t end = shape->pieces.n;

	shape_chars(shape, " ");
	for (size_t i = first; i < end; i++) {
		const struct shape_piece piece = shape->pieces.v[i];
		const char *text = shape->texts.p + piece.text, *number;

		if (piece.kind != SHAPE_TEXT)
			continue;
		number = memmem(text, piece.len, before_number, sizeof(before_number) - 1);
		if (number && number > text)
			shape_part(shape, i, 0, (size_t)(number - text));
		for (size_t k = 1; k < piece.len; k++)
			if (ends_number(text[k - 1]) && text[k] != ' ')
				shape_part(shape, i, k, piece.len - k);
	}
}

void syscalls_in_text(struct reader *reader, const struct row_info *row, size_t at,
		      struct buf *text)
{
	struct buf event = BUF_INIT, rest = BUF_INIT;
	const char *number = strstr(text->p + at, before_number), *name = NULL;
	struct syscalls table;
	unsigned long long value;
	int len = 0;

	if (!number)
		return;
	reader_event(reader, row, &event);
	if (text_begins_with(event.p, raw_event) &&
	    sscanf(number, "NR %llu %n", &value, &len) == 1 && len) {
		table = syscalls_of(recording_file(reader_recording(reader), row->part));
		name = syscalls_name(&table, value);
	}
	if (name) {
		buf_adds(&rest, number + len);
		buf_truncate(text, (size_t)(number - text->p));
		buf_addf(text, "%s%s%s", name, rest.p[0] == '(' ? "" : " ", rest.p);
	}
	buf_release(&event);
	buf_release(&rest);
}
