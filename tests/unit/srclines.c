/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines and inlined functions, of programs that are compiled here; and against addr2line. */
#include "sym/srclines.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sym/linehelper.h"
#include "sym/srcfile.h"
#include "unit/lines.h"

static const char source_cxx[] =
	"#define AT(label) asm volatile(\".globl \" #label \"\\n\" #label \": nop\")\n"
	"volatile int sink;\n"
	"namespace outer { namespace inner {\n"
	"struct box {\n"
	"	int v;\n"
	"	[[gnu::always_inline]] inline void put(int x) { sink = x; AT(at_put); }\n"
	"	[[gnu::noinline]] void call(int x);\n"
	"};\n"
	"template <typename T> [[gnu::always_inline]] inline void pass(T t)\n"
	"{\n"
	"	box b{};\n"
	"	b.put(int(t));\n" /* 12 */
	"}\n"
	"void box::call(int x)\n"
	"{\n"
	"	pass<long>(x);\n" /* 16 */
	"	AT(at_call);\n"
	"}\n"
	"} }\n"
	"int main() { outer::inner::box b{}; b.call(1); }\n";

/* ---- by hand ---- */

static void check_program(struct syms *syms, const char *name, const char *as)
{
	const char *path = path_of(name);

	is_str(lines_at(syms, path, address("plain", "at_leaf") - base), at_leaf,
	       "%s: inlined two deep", as);
	is_str(lines_at(syms, path, address("plain", "at_middle") - base),
	       "middle t.c:13 < work t.c:18", "%s: one deep", as);
	is_str(lines_at(syms, path, address("plain", "at_work") - base), "work t.c:19",
	       "%s: a static function", as);
	is_str(lines_at(syms, path, address("plain", "at_main") - base), "main t.c:24", "%s: main",
	       as);
	is_str(lines_at(syms, path, 0x10), why(SYM_WHY_NO_LINE), "%s: no code", as);
}

static void test_program(void)
{
	struct srclines_answer answer = SRCLINES_ANSWER_INIT;
	struct syms *syms = open_syms();
	const char *path = path_of("plain");
	struct module m = { .kind = MODULE_FILE, .dso = path, .dso_len = strlen(path) };
	uint32_t module = syms_module(syms, &m);
	struct stat st;

	check_program(syms, "plain", "a program");
	syms_lines_now(syms, module, address("plain", "at_leaf") - base, 0, &answer);
	is_str(answer.stack.v[0].file, path_of("t.c"), "the whole path of the source");
	is_int(answer.stack.v[0].column, 2, "... and the column");
	is_int(answer.stack.v[1].column, 2, "... that of a call, too");
	ok(!stat(path, &st) && syms_built(syms, module) / 1000000000 == st.st_mtime,
	   "when the program was made");
	buf_release(&answer.packed);
	syms_close(syms);
}

static void note_why(void *arg, size_t i, enum sym_why reason, const void *packed, size_t len)
{
	enum sym_why *reasons = arg;

	(void)packed;
	(void)len;
	reasons[i] = reason;
}

/*
 * The process looks up the next addresses while the first ones are used. If the next request has
 * others, its answers are for these.
 */
static void test_ahead(void)
{
	enum {
		HALF = LINEHELPER_ADDRESSES,
		N = 2 * HALF
	};
	static uint64_t at[N];
	static enum sym_why reasons[N];
	struct linehelper_sink sink = { note_why, reasons };
	struct linehelper *h = linehelper_open();
	struct lineread_split split;
	struct lineread_alt alt;
	enum sym_why loaded;
	size_t done;
	int file = open(path_of("plain"), O_RDONLY | O_CLOEXEC);
	uint64_t leaf = address("plain", "at_leaf") - base;

	for (size_t i = 0; i < N; i++)
		at[i] = leaf;
	ok(linehelper_load(h, 0, file, -1, ELFREAD_OFFSETS, &loaded, &alt) && !loaded &&
		   linehelper_find(h, 0, at, N, &sink, &done, &split) && done == HALF,
	   "half of the addresses in one request");
	at[HALF + 1] = 0x10;
	ok(linehelper_find(h, 0, at + HALF, HALF, &sink, &done, &split) && done == HALF,
	   "the other half, with one changed");
	is_int(reasons[0], SYM_WHY_NONE, "the answer for the first of them");
	is_int(reasons[1], SYM_WHY_NO_LINE, "... and for the changed one");
	close(file);
	linehelper_close(h);
}

static void test_cxx(void)
{
	struct syms *syms = open_syms();
	const char *path = path_of("cxx");

	if (!sh("command -v g++ && g++ -g -O1 -no-pie -o cxx t.cc")) {
		skip(2, "no C++ compiler");
	} else {
		is_str(lines_at(syms, path, address("cxx", "at_put") - base),
		       "outer::inner::box::put t.cc:6 < outer::inner::pass<long> t.cc:12 < "
		       "outer::inner::box::call t.cc:16",
		       "names of C++ as symbols have them");
		is_str(lines_at(syms, path, address("cxx", "at_call") - base),
		       "outer::inner::box::call t.cc:17", "... of a function itself");
	}
	syms_close(syms);
}

/* The same program as compilers and tools can make it: how, and its name. */
static void test_kinds(void)
{
	static const char *const kinds[][2] = {
		{ "gcc -g -gdwarf-4 -O1 -no-pie -o kind t.c", "DWARF 4" },
		{ "gcc -g -gdwarf-3 -O1 -no-pie -o kind t.c", "DWARF 3" },
		{ "gcc -g -gz -O1 -no-pie -o kind t.c && readelf -SW kind | grep -q ' C '",
		  "compressed" },
		{ "objcopy --remove-section .debug_aranges plain kind", "no table of addresses" },
		{ "objcopy --only-keep-debug plain kind.debug && strip -o kind plain && "
		  "objcopy --add-gnu-debuglink=kind.debug kind",
		  "a separate debug file" },
		{ "objcopy --only-keep-debug plain kind.debug && strip -g -o kind plain && "
		  "objcopy --add-gnu-debuglink=kind.debug kind",
		  "... where the program has its symbols" },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct syms *syms = open_syms();

		if (sh("rm -f kind*") && sh(kinds[i][0]))
			is_str(lines_at(syms, path_of("kind"), address("plain", "at_leaf") - base),
			       at_leaf, "%s", kinds[i][1]);
		else
			skip(1, "this cannot be made here: %s", kinds[i][1]);
		syms_close(syms);
	}
}

static void test_clang(void)
{
	struct syms *syms = open_syms();

	if (!sh("command -v clang nm && clang -g -O1 -no-pie -o clang t.c"))
		skip(1, "no clang here");
	else
		is_str(lines_at(syms, path_of("clang"), address("clang", "at_leaf") - base),
		       at_leaf, "clang's program");
	syms_close(syms);
}

/* A shared library: addresses are not places in the file. */
static void test_library(void)
{
	struct syms *syms = open_syms();

	if (!sh("gcc -g -O1 -shared -fPIC -Wl,-z,separate-code,-Ttext-segment=0x7000000 "
		"-o lib.so t.c"))
		skip(1, "no such library can be made here");
	else
		is_str(lines_at(syms, path_of("lib.so"), address("lib.so", "at_leaf") - 0x7000000),
		       at_leaf, "a library that is linked elsewhere");
	syms_close(syms);
}

/* Lines are in the program itself, functions are in a file of their own, or in one of many. */
static void test_split(void)
{
	static const char *const kinds[][2] = {
		{ "gcc -g -gsplit-dwarf -O1", "gcc" },
		{ "gcc -g -gsplit-dwarf -gdwarf-4 -O1", "gcc, DWARF 4" },
		{ "gcc -g -gsplit-dwarf -O1 -gz -ffunction-sections", "gcc, compressed" },
		{ "clang -g -gsplit-dwarf -O1", "clang" },
		{ "clang -g -gsplit-dwarf -gdwarf-4 -O1", "clang, DWARF 4" },
		{ "clang -g -gsplit-dwarf=single -O1", "clang, in the object" },
	};
	/* The one of binutils does not know DWARF 5, and does not report that. */
	static const char *const packers[] = { "readelf --debug-dump=info split.o | grep -q "
					       "'Version: *4' && dwp -o split.dwp",
					       "timeout 2 llvm-dwp -o split.dwp" };
	static const char *const names[] = { "dwp", "llvm-dwp" };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct syms *syms = open_syms();
		char command[512];

		snprintf(command, sizeof(command),
			 "rm -rf split* elsewhere && %s -c -o split.o t.c && "
			 "%s -c -o split2.o other.c && gcc -no-pie -o split split.o split2.o && "
			 "mkdir elsewhere && cp split elsewhere/lost && cp split elsewhere/split "
			 "&& readelf -SW split | grep -q debug_addr",
			 kinds[i][0], kinds[i][0]);
		if (!sh(command)) {
			skip(3, "this cannot be made here: %s", kinds[i][1]);
			syms_close(syms);
			continue;
		}
		is_str(lines_at(syms, path_of("split"), address("split", "at_leaf") - base),
		       at_leaf, "%s: functions in files of their own", kinds[i][1]);
		for (size_t k = 0; k < 2; k++) {
			snprintf(command, sizeof(command),
				 "rm -f split.dwp && %s $(ls split*.dwo || ls split*.o) && "
				 "cp split.dwp elsewhere && mkdir -p kept && "
				 "mv $(ls split*.dwo || ls split*.o) kept",
				 packers[k]);
			if (!sh(command)) {
				skip(1, "%s: cannot be packed by %s", kinds[i][1], names[k]);
				continue;
			}
			syms_close(syms);
			syms = open_syms();
			is_str(lines_at(syms, path_of("elsewhere/split"),
					address("split", "at_leaf") - base),
			       at_leaf, "%s: packed by %s", kinds[i][1], names[k]);
			sh("mv kept/* .");
		}
		ok(sh("rm -f split*.o split*.dwo"), "%s: without these files", kinds[i][1]);
		is_str(lines_at(syms, path_of("elsewhere/lost"),
				address("split", "at_leaf") - base),
		       "? t.c:7(the functions are in a .dwo or .dwp file, which is missing)",
		       "... the line without its function, and why");
		syms_close(syms);
	}
}

/* Modules of the kernel are not linked, may be compressed, and begin where they were loaded. */
static void test_kmodule(void)
{
	static const char *const files[][2] = {
		{ "mod.ko", "gcc -g -O1 -c -o mod.ko t.c" },
		{ "mod4.ko", "gcc -g -gdwarf-4 -O1 -mcmodel=kernel -fno-pic -c -o mod4.ko t.c" },
		{ "mod.ko.gz", "gzip -k mod.ko" },
		{ "mod.ko.xz", "xz -k mod.ko" },
		{ "mod.ko.zst", "zstd -q -k mod.ko" },
		{ "bare.ko", "objcopy --only-keep-debug mod.ko bare.debug && strip -g -o bare.ko "
			     "mod.ko && objcopy --add-gnu-debuglink=bare.debug bare.ko" },
	};
	struct module m = { .kind = MODULE_KMODULE, .start = 0xffffffffc0000000 };
	struct syms *syms = open_syms();

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		const char *name = files[i][0];

		if (!sh(files[i][1])) {
			skip(1, "cannot be made here: %s", name);
			continue;
		}
		m.dso = path_of(name);
		m.dso_len = strlen(m.dso);
		is_str(lines_of(syms, &m,
				m.start + address(i == 1 ? "mod4.ko" : "mod.ko", "at_leaf")),
		       at_leaf, "lines of a module: %s", name);
	}
	ok(sh("head -c 3000 mod.ko >cut.ko"), "one that is cut");
	m.dso = path_of("cut.ko");
	m.dso_len = strlen(m.dso);
	ok(!strchr(lines_of(syms, &m, m.start + 1), ':'), "... has no lines");
	syms_close(syms);
}

/* The kernel as the user says; it may have lain elsewhere than it was linked for. */
static void test_vmlinux(void)
{
	char vmlinux[600];
	struct syms *syms;
	struct module m = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	uint64_t at = address("plain", "at_leaf");

	snprintf(vmlinux, sizeof(vmlinux), "%s", path_of("plain"));
	syms = syms_open(&(struct syms_options){ .spool_dir = dir, .vmlinux = vmlinux });
	is_str(lines_of(syms, &m, at), at_leaf, "lines of the kernel");
	if (sh("objcopy --add-symbol _text=.text:0,global,function plain based")) {
		syms_close(syms);
		snprintf(vmlinux, sizeof(vmlinux), "%s", path_of("based"));
		syms = syms_open(&(struct syms_options){ .spool_dir = dir, .vmlinux = vmlinux });
		m.ref = 0xffffffff91000000;
		is_str(lines_of(syms, &m, at - address("based", "_text") + m.ref), at_leaf,
		       "... that was elsewhere when it was recorded");
	}
	syms_close(syms);
}

static void test_none(void)
{
	struct syms *syms = open_syms();

	ok(sh("strip -g -o bare plain"), "a program without debug information");
	is_str(lines_at(syms, path_of("bare"), address("plain", "at_leaf") - base),
	       why(SYM_WHY_NO_DWARF), "... is said to have none");
	is_str(lines_at(syms, path_of("nowhere"), 0x1000), why(SYM_WHY_MISSING), "no file");
	is_str(lines_at(syms, path_of("t.c"), 0x10), why(SYM_WHY_BROKEN), "no program");
	ok(sh("cp plain changed"), "a program");
	is_str(lines_at(syms, path_of("changed"), address("plain", "at_main") - base),
	       "main t.c:24", "... has lines");
	ok(sh("touch -d 2002-02-02 changed"), "when it has changed");
	is_str(lines_at(syms, path_of("changed"), address("plain", "at_main") - base),
	       "main t.c:24", "... what was asked before is known");
	is_str(lines_at(syms, path_of("changed"), address("plain", "at_leaf") - base), at_leaf,
	       "... and the process has it still");
	syms_close(syms);
}

/* ---- dwz ---- */

/* What two files share: a unit with one function, "shared", by its offset in the other file. */
static const char source_alt[] =
	"	.section .debug_info\n"
	"	.4byte 2f - 1f\n"
	"1:	.2byte 4\n	.4byte .Labbrev\n	.byte 8\n"
	"	.uleb128 1\n"			     /* at 11: the unit */
	"	.uleb128 2\n	.asciz \"shared\"\n" /* at 12 */
	"	.byte 0\n2:\n"
	"	.section .debug_abbrev\n.Labbrev:\n"
	"	.uleb128 1, 0x3c\n	.byte 1, 0, 0\n"	   /* partial unit */
	"	.uleb128 2, 0x2e\n	.byte 0, 3, 8, 0, 0, 0\n"; /* subprogram: name */

static const char source_main[] =
	"	.text\n	.globl _start, here\n	.type _start, @function\n"
	"_start:	nop\nhere:	nop\n.Lend:\n	.size _start, . - _start\n"
	"	.section .debug_info\n"
	"	.4byte 2f - 1f\n"
	"1:	.2byte 4\n	.4byte .Labbrev\n	.byte 8\n"
	"	.uleb128 1\n	.quad _start\n	.quad .Lend - _start\n"
	"	.uleb128 2\n	.quad _start\n	.quad .Lend - _start\n	.4byte 12\n"
	"	.byte 0\n2:\n"
	"	.section .debug_abbrev\n.Labbrev:\n"
	"	.uleb128 1, 0x11\n	.byte 1, 0x11, 1, 0x12, 7, 0, 0\n"
	/* abstract_origin, DW_FORM_GNU_ref_alt */
	"	.uleb128 2, 0x2e\n	.byte 0, 0x11, 1, 0x12, 7, 0x31\n	.uleb128 0x1f20\n"
	"	.byte 0, 0, 0\n";

static void test_alt(void)
{
	struct syms *syms = open_syms();
	uint64_t here;

	put("alt.s", source_alt);
	put("main.s", source_main);
	if (!sh("gcc -c -o alt.o alt.s && gcc -c -o main.o main.s && mkdir -p alts && "
		"gcc -nostdlib -shared -Wl,--build-id=0x4142434445464748494a4b4c4d4e4f5051525354 "
		"-o alts/alt.debug alt.o && "
		"printf 'alts/alt.debug\\0ABCDEFGHIJKLMNOPQRST' >altlink && "
		"gcc -nostdlib -static -o main.alt main.o && "
		"objcopy --add-section .gnu_debugaltlink=altlink main.alt && "
		"cp main.alt lost.alt")) {
		skip(3, "no such files can be made here");
		syms_close(syms);
		return;
	}
	here = address("main.alt", "here") - base;
	is_str(lines_at(syms, path_of("main.alt"), here), "shared ?:0",
	       "a name that several files share (dwz)");
	ok(sh("mv alts/alt.debug kept.debug"), "when that file is gone");
	is_str(lines_at(syms, path_of("lost.alt"), here),
	       "? ?:0(the shared part of the debug information (dwz) is missing)", "... why");
	syms_close(syms);
}

/* ---- not at once ---- */

static void wake(void *arg)
{
	int fd = *(const int *)arg;

	if (write(fd, "x", 1) != 1)
		abort();
}

static void test_later(void)
{
	struct srclines_answer answer = SRCLINES_ANSWER_INIT;
	const char *path = path_of("plain");
	struct module m = { .kind = MODULE_FILE, .dso = path, .dso_len = strlen(path) };
	uint64_t at = address("plain", "at_leaf") - base;
	char c, text[512];
	struct syms *syms;
	uint32_t module;
	int fds[2];

	if (pipe(fds))
		abort();
	syms = syms_open(
		&(struct syms_options){ .spool_dir = dir, .wake = wake, .wake_arg = &fds[1] });
	module = syms_module(syms, &m);
	is_int(syms_lines(syms, module, at, 0, &answer), SYMS_LATER, "the module is not read yet");
	is_int(read(fds[0], &c, 1), 1, "then somebody is told");
	is_int(syms_lines(syms, module, at, 0, &answer), SYMS_LATER, "the lines are not yet");
	is_int(read(fds[0], &c, 1), 1, "then somebody is told, too");
	is_int(syms_lines(syms, module, at, 0, &answer), SYMS_FOUND, "and they are there");
	describe(&answer, text, sizeof(text));
	is_str(text, at_leaf, "... as they are");
	buf_release(&answer.packed);
	syms_close(syms);
	close(fds[0]);
	close(fds[1]);
}

/* The process is killed by somebody, the system for instance: the next question starts another. */
static void test_killed(void)
{
	struct syms *syms = open_syms();
	char command[512];
	unsigned n;

	is_str(lines_at(syms, path_of("plain"), address("plain", "at_main") - base), "main t.c:24",
	       "a process tells");
	snprintf(command, sizeof(command),
		 "for p in /proc/[0-9]*; do { read c <$p/comm; } 2>/dev/null && "
		 "[ \"$c\" = perfnav-lines ] && grep -qx 'PPid:.%d' $p/status && "
		 "kill -KILL ${p#/proc/} && echo 1; done; true",
		 (int)getpid());
	n = (unsigned)atoi(said(command));
	is_int(n, 1, "it is killed");
	is_str(lines_at(syms, path_of("plain"), address("plain", "at_leaf") - base), at_leaf,
	       "another one does");
	syms_close(syms);
}

/* ---- texts of sources ---- */

static const char *text_of(const char *path, const struct srcfile_maps *maps, const char *symfs)
{
	const struct symfile_places places = { .symfs = symfs };
	static char text[256];
	struct srcfile file = SRCFILE_INIT;

	srcfile_read(&file, path, maps, &places);
	snprintf(text, sizeof(text), "%s", file.why ? file.why : file.text.p);
	srcfile_release(&file);
	return text;
}

static void test_sources(void)
{
	static const char missing[] = "the source file is not on this machine";
	struct srcfile_maps maps = { .list = { 0 } };

	ok(sh("mkdir -p one two root/build/app && echo one >one/a.c && echo two >two/a.c && "
	      "echo root >root/build/app/a.c"),
	   "sources");
	is_str(text_of("/build/app/a.c", &maps, NULL), missing, "one that is not there");
	is_str(text_of(path_of("one/a.c"), &maps, NULL), "one\n", "one that is");
	is_str(text_of("/build/app/a.c", &maps, path_of("root")), "root\n", "below --symfs");
	srcfile_map(&maps, "/build/app/", path_of("one"));
	is_str(text_of("/build/app/a.c", &maps, path_of("root")), "one\n", "where a map says");
	is_str(text_of("/build/apps/a.c", &maps, NULL), missing, "... of whole folders");
	is_str(text_of("/build/app/b.c", &maps, NULL), missing, "... another file is not there");
	srcfile_map(&maps, "/build", path_of("nowhere"));
	is_str(text_of("/build/app/a.c", &maps, NULL), "one\n", "a map that leads nowhere");
	srcfile_map(&maps, "/build/app", path_of("two"));
	is_str(text_of("/build/app/a.c", &maps, NULL), "two\n", "the newest map counts");
	is_str(text_of("one/a.c", &maps, NULL), missing, "a path without a folder is not opened");
	is_str(text_of("/proc/version", &maps, NULL),
	       "the file at its path cannot be opened, or is not a regular file",
	       "what the kernel makes up is not read");
	srcfile_map(&maps, "", path_of("one"));
	is_str(text_of("/a.c", &maps, NULL), "one\n", "a map of all paths");
	srcfile_maps_release(&maps);
}

/* ---- against addr2line ---- */

/* All that addr2line says of an address, as describe() has it; the next line that is none of it. */
static bool read_theirs(FILE *f, char *line, size_t size, char *text, size_t text_size)
{
	size_t n = 0;

	text[0] = '\0';
	while (fgets(line, (int)size, f) && strncmp(line, "0x", 2) != 0) {
		char file[512] = "";
		char *end, *slash;

		line[strcspn(line, "\n")] = '\0';
		if (!fgets(file, sizeof(file), f))
			return false;
		file[strcspn(file, "\n")] = '\0';
		end = strstr(file, " (discriminator");
		if (end)
			*end = '\0';
		if (text_size > n && !strncmp(file + strlen(file) - 2, ":?", 2))
			file[strlen(file) - 1] = '0';
		slash = strrchr(file, '/');
		n += (size_t)snprintf(text + n, text_size - n, "%s%s %s", n ? " < " : "", line,
				      slash ? slash + 1 : file);
	}
	return n > 0;
}

/* Each address of the program's functions. */
static void test_addr2line(const char *program)
{
	struct syms *syms = open_syms();
	char command[512], line[512] = "", theirs[1024];
	unsigned n = 0, same = 0;
	uint64_t at;
	FILE *f;

	snprintf(command, sizeof(command),
		 "command -v addr2line && nm -S --defined-only %s | "
		 "awk '$3 ~ /[tT]/ && $4 ~ /^(main|work|middle|leaf)$/ { print $1, $2 }' | "
		 "while read a s; do for i in $(seq 0 $((0x$s - 1))); do "
		 "printf '0x%%x\\n' $((0x$a + i)); done; done | addr2line -a -f -i -e %s >theirs",
		 program, program);
	f = sh(command) ? fopen(path_of("theirs"), "r") : NULL;
	if (!f || !fgets(line, sizeof(line), f)) {
		skip(1, "no addr2line here");
	} else {
		while (at = strtoull(line, NULL, 16),
		       read_theirs(f, line, sizeof(line), theirs, sizeof(theirs))) {
			const char *ours = lines_at(syms, path_of(program), at - base);

			n++;
			same += !strcmp(ours, theirs);
			if (strcmp(ours, theirs) != 0)
				diag("0x%" PRIx64 ": %s, addr2line: %s", at, ours, theirs);
		}
		ok(n > 20 && same == n, "%s: %u of %u addresses as addr2line has them", program,
		   same, n);
	}
	if (f)
		fclose(f);
	syms_close(syms);
}

/* ---- packed ---- */

static void test_packed(void)
{
	static const struct source_frame frames[] = {
		{ "leaf", "/a/b.c", 7, 2 },
		{ NULL, NULL, 0, 0 },
	};
	struct buf packed = BUF_INIT;
	struct srcstack stack;
	unsigned good = 0;

	srcstack_add(&packed, &frames[0]);
	srcstack_add(&packed, &frames[1]);
	ok(srcstack_unpack(&stack, packed.p, packed.len) && stack.n == 2, "two functions");
	is_str(stack.v[0].name, "leaf", "... a name");
	is_str(stack.v[0].file, "/a/b.c", "... a path");
	ok(!stack.v[1].name && !stack.v[1].file, "... and what is not known");
	for (size_t len = 1; len < packed.len; len++)
		good += srcstack_unpack(&stack, packed.p, len);
	is_int(good, 1, "bytes that end early are good only between two functions");
	for (unsigned i = 0; i < SRCSTACK_MAX; i++)
		srcstack_add(&packed, &frames[1]);
	ok(!srcstack_unpack(&stack, packed.p, packed.len), "too many of them");
	buf_release(&packed);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	char *made;

	snprintf(dir, sizeof(dir), "%s/srclines.XXXXXX", tmp ? tmp : "/tmp");
	made = mkdtemp(dir);
	if (!made)
		abort();
	put("t.c", source);
	put("t.cc", source_cxx);
	put("other.c", "int other(int x) { return x * 3; }\n");
	test_packed();
	test_sources();
	if (!sh("command -v gcc nm objcopy readelf strip && "
		"gcc -g -O1 -no-pie -Wl,--build-id=sha1 -o plain t.c && "
		"gcc -g -gdwarf-4 -O1 -no-pie -o plain4 t.c")) {
		skip(1, "no compiler and binutils here");
	} else {
		test_program();
		test_ahead();
		test_cxx();
		test_kinds();
		test_clang();
		test_library();
		test_split();
		test_kmodule();
		test_vmlinux();
		test_none();
		test_alt();
		test_later();
		test_killed();
		test_addr2line("plain");
		test_addr2line("plain4");
	}
	sh("cd / && rm -rf \"$OLDPWD\"");
	return done_testing();
}
