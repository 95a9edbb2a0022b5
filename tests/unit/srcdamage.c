/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines out of damaged and hostile debug information. */
#include <unistd.h>

#include "unit/lines.h"

struct section {
	size_t off, size;
};

/* Find the sections of debug information in the file. */
static size_t find_sections(const char *program, struct section *v, size_t most)
{
	char command[256], line[256];
	size_t n = 0;
	FILE *f;

	snprintf(command, sizeof(command),
		 "readelf -SW %s | sed 's/^ *\\[ *[0-9]*\\] *//' | "
		 "awk '/^\\.debug_/ { print $4, $5 }'",
		 program);
	f = sh(command) ? fopen(path_of("out"), "r") : NULL;
	while (f && n < most && fgets(line, sizeof(line), f)) {
		char *end;

		v[n].off = strtoull(line, &end, 16);
		v[n].size = strtoull(end, NULL, 16);
		n += v[n].size > 0;
	}
	if (f)
		fclose(f);
	return n;
}

static void damage(char *p, const struct section *sections, size_t n, uint64_t *state)
{
	unsigned times = 1 + (unsigned)(next_random(state) % 4);

	while (times--) {
		const struct section *s = &sections[next_random(state) % n];
		size_t at = (size_t)(next_random(state) % s->size);

		p[s->off + at] = (char)next_random(state);
	}
}

static void write_file(const char *name, const char *bytes, size_t size)
{
	FILE *f = fopen(path_of(name), "w");

	if (!f || fwrite(bytes, 1, size, f) != size || fclose(f))
		abort();
}

/*
 * Whatever debug information contains, there is an answer, and that of the next file is right. from
 * is the file to damage: the program, or a file with functions of it, which is damaged at to; a
 * name that begins with a dot follows the program's name.
 */
static void test_damage(enum module_kind kind, const char *program, const char *from,
			const char *to, unsigned cases)
{
	static const char *const labels[] = { "at_leaf", "at_middle", "at_work", "at_main" };
	struct syms *syms = open_syms();
	struct section sections[32];
	size_t n = find_sections(from, sections, 32), size, program_size;
	uint64_t state = 0x9e3779b97f4a7c15, at[4];
	unsigned died = 0, right = 0;
	char *bytes = NULL, *copy, *whole = NULL;

	for (unsigned i = 0; i < 4; i++)
		at[i] = address(program, labels[i]) - (kind == MODULE_FILE ? base : 0);
	size = slurp(from, &bytes);
	program_size = slurp(program, &whole);
	copy = malloc(size);
	for (unsigned i = 0; i < cases && n && copy; i++) {
		char file[64], damaged[64];

		memcpy(copy, bytes, size);
		damage(copy, sections, n, &state);
		snprintf(file, sizeof(file), "damaged%u", i);
		snprintf(damaged, sizeof(damaged), "%s%s", !*to || *to == '.' ? file : "", to);
		write_file(file, whole, program_size);
		write_file(damaged, copy, size);
		for (unsigned k = 0; k < 4; k++) {
			const char *path = path_of(file);
			struct module m = { .kind = kind, .dso = path, .dso_len = strlen(path) };
			const char *is = lines_of(syms, &m, at[k]);

			died += !strcmp(is, why(SYM_WHY_DWARF));
			right += !k && !strcmp(is, at_leaf);
		}
		unlink(path_of(file));
		unlink(path_of(damaged));
	}
	ok(n > 3 && died * 20 <= cases * 4, "%u of %u questions about damaged files fail", died,
	   cases * 4);
	ok(cases < 20 || (right && right < cases), "... %u of %u are answered as ever", right,
	   cases);
	is_str(lines_at(syms, path_of("plain"), address("plain", "at_leaf") - base), at_leaf,
	       "after %u files of %s", cases, from);
	syms_close(syms);
	free(bytes);
	free(copy);
	free(whole);
}

/* Functions in files of their own, and in one of many. */
static void test_damage_split(unsigned cases)
{
	if (!sh("gcc -g -gsplit-dwarf -O1 -c -o apart.o t.c && gcc -no-pie -o apart apart.o && "
		"mv apart.dwo kept.dwo && readelf -SW apart | grep -q debug_addr"))
		skip(3, "no split debug information here");
	else
		test_damage(MODULE_FILE, "apart", "kept.dwo", "apart.dwo", cases);
	if (!sh("clang -g -gsplit-dwarf -O1 -c -o packed.o t.c && "
		"gcc -no-pie -o packed packed.o && timeout 2 llvm-dwp -o kept.dwp packed.dwo && "
		"rm packed.dwo"))
		skip(3, "no such files can be packed here");
	else
		test_damage(MODULE_FILE, "packed", "kept.dwp", ".dwp", cases);
}

/* A function of two instructions, and debug information up to the unit that has it. */
#define PROGRAM_AND_UNIT                                                                           \
	"\t.text\n\t.globl _start, here\n\t.type _start, @function\n"                              \
	"_start:\tnop\nhere:\tnop\n.Lend:\n\t.size _start, . - _start\n"                           \
	"\t.section .debug_info\n.Lunit:\n"                                                        \
	"\t.4byte 2f - 1f\n"                                                                       \
	"1:\t.2byte 4\n\t.4byte .Labbrev\n\t.byte 8\n"                                             \
	"\t.uleb128 1\n\t.quad _start\n\t.quad .Lend - _start\n"

/* The table of kinds of entries, up to that of the unit. */
#define ABBREV_OF_UNIT                                                                             \
	"\t.section .debug_abbrev\n.Labbrev:\n"                                                    \
	"\t.uleb128 1, 0x11\n\t.byte 1, 0x11, 1, 0x12, 7, 0, 0\n"

/* A function inside of itself, by the tables; a chain of origins that has no end. */
static const char source_cycle[] = PROGRAM_AND_UNIT
	".Lone:	.uleb128 2\n	.quad _start\n	.quad .Lend - _start\n"
	"	.4byte .Ltwo - .Lunit\n	.4byte .Lone - .Lunit\n"
	".Ltwo:	.uleb128 2\n	.quad _start\n	.quad .Lend - _start\n"
	"	.4byte .Lone - .Lunit\n	.4byte .Lone - .Lunit\n"
	"	.byte 0, 0, 0\n2:\n" ABBREV_OF_UNIT
	/* abstract_origin and sibling */
	"	.uleb128 2, 0x2e\n	.byte 1, 0x11, 1, 0x12, 7, 0x31, 0x13, 1, 0x13, 0, 0, 0\n";

static void test_cycle(void)
{
	struct syms *syms = open_syms();

	put("cycle.s", source_cycle);
	if (!sh("gcc -nostdlib -static -o cycle cycle.s"))
		skip(1, "no such file can be made here");
	else
		is_str(lines_at(syms, path_of("cycle"), address("cycle", "here") - base), "? ?:0",
		       "entries that refer to one another without an end");
	syms_close(syms);
}

/* A thousand functions, each inlined into the next; next to them a thousand blocks without code. */
static const char source_deep[] = PROGRAM_AND_UNIT
	".Lin:	.uleb128 2\n	.asciz \"in\"\n"
	"	.uleb128 3\n	.asciz \"deep\"\n	.quad _start\n	.quad .Lend - _start\n"
	"	.rept 1000\n	.uleb128 5\n	.endr\n	.fill 1000\n"
	"	.rept 1000\n	.uleb128 4\n	.4byte .Lin - .Lunit\n	.quad _start\n"
	"	.quad .Lend - _start\n	.endr\n	.fill 1000\n"
	"	.byte 0, 0\n2:\n" ABBREV_OF_UNIT
	"	.uleb128 2, 0x2e\n	.byte 0, 3, 8, 0, 0\n"
	"	.uleb128 3, 0x2e\n	.byte 1, 3, 8, 0x11, 1, 0x12, 7, 0, 0\n"
	"	.uleb128 4, 0x1d\n	.byte 1, 0x31, 0x13, 0x11, 1, 0x12, 7, 0, 0\n"
	"	.uleb128 5, 0x0b\n	.byte 1, 0, 0, 0\n"; /* lexical_block */

static void test_deep(void)
{
	struct srclines_answer answer = SRCLINES_ANSWER_INIT;
	struct syms *syms = open_syms();
	const char *path = path_of("deep");
	struct module m = { .kind = MODULE_FILE, .dso = path, .dso_len = strlen(path) };

	put("deep.s", source_deep);
	if (!sh("gcc -nostdlib -static -o deep deep.s")) {
		skip(2, "no such file can be made here");
	} else {
		syms_lines_now(syms, syms_module(syms, &m), address("deep", "here") - base, 0,
			       &answer);
		is_int(answer.stack.n, SRCSTACK_MAX, "so many functions are inlined, and no more");
		is_str(answer.stack.v[0].name, "in",
		       "... the innermost of those that are looked at");
	}
	buf_release(&answer.packed);
	syms_close(syms);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR"), *cases = getenv("DAMAGED_FILES");
	unsigned n = cases ? (unsigned)atoi(cases) : 20;
	char *made;

	snprintf(dir, sizeof(dir), "%s/srcdamage.XXXXXX", tmp ? tmp : "/tmp");
	made = mkdtemp(dir);
	if (!made)
		abort();
	put("t.c", source);
	if (!sh("command -v gcc nm objcopy readelf && "
		"gcc -g -O1 -no-pie -Wl,--build-id=sha1 -o plain t.c && "
		"gcc -g -gdwarf-4 -O1 -no-pie -o plain4 t.c && gcc -g -O1 -c -o mod.ko t.c")) {
		skip(1, "no compiler and binutils here");
	} else {
		test_cycle();
		test_deep();
		test_damage(MODULE_FILE, "plain", "plain", "", n);
		test_damage(MODULE_FILE, "plain4", "plain4", "", n);
		test_damage(MODULE_KMODULE, "mod.ko", "mod.ko", "", n);
		test_damage_split(n);
	}
	sh("cd / && rm -rf \"$OLDPWD\"");
	return done_testing();
}
