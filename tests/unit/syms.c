/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of addresses of files, which are compiled here. */
#include "sym/syms.h"

#include <dirent.h>
#include <elf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tap.h"
#include "unit/scratch.h"
#include "unit/symnames.h"

/* ---- ELF ---- */

static const char source[] =
	"#include <stdio.h>\n"
	"__attribute__((noinline)) int alpha(int x) { return printf(\"%d\\n\", x) + x; }\n"
	"__attribute__((noinline, used)) static int beta(int x) { return alpha(x) * 3; }\n"
	"int weak_gamma(int x) __attribute__((weak, alias(\"gamma_rays\")));\n"
	"int __gamma(int x) __attribute__((alias(\"gamma_rays\")));\n"
	"__attribute__((noinline)) int gamma_rays(int x) { return beta(x) - 5; }\n"
	"int method(int x) __asm__(\"_ZN3foo3barEi\");\n"
	"__attribute__((noinline)) int method(int x) { return gamma_rays(x) + 7; }\n"
	"int rust(int x) __asm__(\"_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE\");\n"
	"__attribute__((noinline)) int rust(int x) { return method(x) + 9; }\n"
	"int counters[4] = { 1, 2, 3 };\n"
	"int main(int argc, char **argv) { (void)argv; return rust(argc) + counters[1]; }\n";

/* Non-PIE programs are linked to 0x400000, the address of the file's first byte. */
static const uint64_t base = 0x400000;

static void test_program(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct syms *syms = syms_open(&options);
	struct module m = file_module(path_of("plain"));
	uint64_t alpha = address("plain", "alpha") - base;

	ok(alpha < 0x10000, "nm knows alpha");
	is_str(name_at(syms, &m, alpha), "alpha+0", "a global function");
	is_str(name_at(syms, &m, alpha + 3), "alpha+3", "... and inside it");
	is_str(name_at(syms, &m, address("plain", "beta") - base + 1), "beta+1", "a static one");
	is_str(name_at(syms, &m, address("plain", "gamma_rays") - base), "gamma_rays+0",
	       "of aliases not the weak one, nor the one with underscores");
	is_str(name_at(syms, &m, address("plain", "_ZN3foo3barEi") - base), "foo::bar+0",
	       "C++ without parameters");
	is_str(name_at(syms, &m,
		       address("plain", "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE") - base),
	       "core::fmt::Write::write_fmt+0", "Rust without the hash");
	is_str(name_at(syms, &m, UINT64_C(0x7fffffff)), why(SYM_WHY_BETWEEN), "behind all of them");
	is_int(syms_module(syms, &m), 0, "the same module has the same number");
	syms_close(syms);
}

/* Small functions inside one whose name is long, which comes again between all of them. */
static void make_nested(const char *name, unsigned functions)
{
	char command[1024];

	snprintf(command, sizeof(command),
		 "awk -v n=%u 'BEGIN { while (length(s) < 4000) s = s \"_and_more\";"
		 "printf \".globl _start\\n_start:\\n.long 0\\n\";"
		 "printf \".type %%s,@function\\n%%s:\\n\", s, s;"
		 "for (i = 0; i < n; i++) printf \".type f%%d,@function\\n.long 0\\n"
		 "f%%d: .long 0\\n.size f%%d,4\\n\", i, i, i;"
		 "printf \".size %%s,.-%%s\\n\", s, s }' "
		 ">%s.s && gcc -nostdlib -static -o %s %s.s",
		 functions, name, name, name);
	ok(sh(command), "%u functions in one", functions);
}

static void test_nested(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module some = file_module(path_of("some")), many = file_module(path_of("many"));

	make_nested("some", 1000);
	is_str(fresh_name(&options, &some, address("some", "f9") - base), "f9+0", "a few");
	make_nested("many", 40000);
	is_str(fresh_name(&options, &many, address("many", "f9") - base), why(SYM_WHY_ROOM),
	       "names of a hundred times the file's size are not kept");
}

static void test_narrow(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("narrow"));
	uint8_t magic[4] = { 0 };
	struct machinecode code = { .p = magic, .len = sizeof(magic) };
	struct syms *syms;

	if (!sh("printf '.globl f\nf: ret\n' | as --32 -o narrow.o - 2>/dev/null && "
		"ld -m elf_i386 -e f -o narrow narrow.o 2>/dev/null")) {
		skip(2, "nothing here makes programs of 32 bits");
		return;
	}
	syms = syms_open(&options);
	syms_code(syms, syms_module(syms, &m), 0, 0, &code);
	is_uint(code.len, 4, "bytes of a program of 32 bits");
	ok(code.narrow, "... which is told");
	syms_close(syms);
}

/* The linker's map of data: its place in the file is not that in memory. */
static void test_data(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("plain"));
	char command[256];
	uint64_t addr = address("plain", "counters"), at;

	snprintf(command, sizeof(command),
		 "readelf -lW plain | awk '$1 == \"LOAD\" && / RW / { print $2, $3 }'");
	at = strtoull(said(command), NULL, 16);
	at += addr - strtoull(strchr(said(command), ' '), NULL, 16);
	is_str(fresh_name(&options, &m, at + 4), "counters+4", "a variable, by its place");
}

/* objdump tells where the table of procedures is. */
static void test_plt(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("plain"));
	uint64_t at = strtoull(said("objdump -d -j .plt -j .plt.sec plain | "
				    "awk '/<printf@plt>:/ { print $1 }'"),
			       NULL, 16);

	if (!at)
		skip(1, "objdump names no entry of the procedure linkage table");
	else
		is_str(fresh_name(&options, &m, at - base + 2), "printf@plt+2",
		       "an entry of the procedure linkage table");
}

/* Variants of it: look up each address that objdump names. */
static void test_plt_variant(const char *what, const char *flags)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of(what));
	char command[512], line[256];
	unsigned names = 0, same = 0;
	FILE *f;

	snprintf(command, sizeof(command), "gcc -O1 -fPIE -pie %s -o %s calls.c", flags, what);
	if (!sh(command)) {
		skip(2, "the compiler does not know %s", flags);
		return;
	}
	snprintf(command, sizeof(command),
		 "objdump -d %s | awk '/^0.*<(.*@plt|.plt)>:/ { print $1, $2 }'", what);
	sh(command);
	f = fopen(path_of("out"), "r");
	while (f && fgets(line, sizeof(line), f)) {
		char name[200], want[256], *end;
		uint64_t at = strtoull(line, &end, 16);

		if (sscanf(end, " <%199[^>]>:", name) != 1)
			continue;
		snprintf(want, sizeof(want), "%s+3", name);
		names++;
		same += !strcmp(fresh_name(&options, &m, at + 3), want);
	}
	if (f)
		fclose(f);
	is_int(same, names, "%s: entries are named as objdump names them", what);
	ok(names >= 3, "... %u of them", names);
}

static void test_plt_variants(void)
{
	put("calls.c", "#include <stdio.h>\n#include <stdlib.h>\nvoid *volatile keep;\n"
		       "int main(int argc, char **argv) { keep = (void *)puts; puts(argv[0]);\n"
		       "printf(\"%d\", argc); return atoi(argv[0]); }\n");
	test_plt_variant("calls.lazy", "-Wl,-z,lazy");
	test_plt_variant("calls.now", "-Wl,-z,now");
	test_plt_variant("calls.ibt", "-Wl,-z,lazy -fcf-protection=full -Wl,-z,ibtplt");
	test_plt_variant("calls.ibt.now", "-Wl,-z,now -fcf-protection=full -Wl,-z,ibtplt");
}

/* The name that callers know and the function that chooses have one address: global beats local. */
static void test_ifunc(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("chosen"));

	put("chosen.c", "static void one(void) { __asm__ volatile(\"\"); }\n"
			"static void *choose_a_long_name(void) { return one; }\n"
			"void chosen(void) __attribute__((ifunc(\"choose_a_long_name\")));\n"
			"int main(void) { chosen(); return 0; }\n");
	if (!sh("gcc -O1 -fPIE -pie -o chosen chosen.c")) {
		skip(2, "no indirect functions here");
		return;
	}
	is_hex(address("chosen", "choose_a_long_name"), address("chosen", "chosen"),
	       "an indirect function lies where its chooser does");
	is_str(fresh_name(&options, &m, address("chosen", "chosen") + 1), "chosen+1",
	       "... and is named");
}

static void test_stripped(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module lib = file_module(path_of("lib.so")), bare = file_module(path_of("bare"));
	uint64_t alpha = address("lib.full", "alpha"), beta = address("lib.full", "beta");

	is_str(fresh_name(&options, &lib, alpha), "alpha+0", "what a stripped library exports");
	is_str(fresh_name(&options, &lib, beta), why(SYM_WHY_EXPORTED), "... and what it does not");
	is_str(fresh_name(&options, &bare, 0x1000), why(SYM_WHY_STRIPPED), "nothing left at all");
}

static void test_separate(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("lib.so"));
	uint64_t beta = address("lib.full", "beta");
	char path[700];

	ok(sh("mkdir -p .debug && mv apart .debug/lib.debug"), "a debug file in the folder .debug");
	is_str(fresh_name(&options, &m, beta), "beta+0", "... is found by the link");
	ok(sh("cp .debug/lib.debug keep && objcopy --update-section "
	      ".note.gnu.build-id=/dev/null .debug/lib.debug || printf x >.debug/lib.debug"),
	   "another file in its place");
	is_str(fresh_name(&options, &m, beta), why(SYM_WHY_EXPORTED), "... is not believed");
	ok(sh("rm .debug/lib.debug; mkdir -p root/usr/lib root/$PWD; cp lib.so root/$PWD; "
	      "id=$(readelf -n lib.so | awk '/Build ID/ { print $3 }'); "
	      "d=root/usr/lib/debug/.build-id/$(printf %.2s $id); mkdir -p $d; "
	      "cp keep $d/${id#??}.debug"),
	   "one by build id, below --symfs");
	snprintf(path, sizeof(path), "%s/root", dir);
	options.symfs = path;
	is_str(fresh_name(&options, &m, beta), "beta+0", "... is found");
}

static void test_mini(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("mini.so"));

	if (!sh("command -v xz && cp lib.full mini.so && strip mini.so && "
		"objcopy -S --keep-symbol=beta lib.full mini && xz mini && "
		"objcopy --add-section .gnu_debugdata=mini.xz mini.so"))
		skip(1, "no xz");
	else
		is_str(fresh_name(&options, &m, address("lib.full", "beta")), "beta+0",
		       "mini debug information");
}

static void test_build_id(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("plain"));
	uint64_t alpha = address("plain", "alpha") - base;

	set_build_id(&m, "plain");
	is_int(m.build_id_len, 20, "the program has a build id");
	is_str(fresh_name(&options, &m, alpha), "alpha+0", "it is the one recorded");
	m.build_id[3] ^= 1;
	is_str(fresh_name(&options, &m, alpha), why(SYM_WHY_DIFFERS), "... and now not");
	m.build_id[3] ^= 1;
	m.dso = path_of("plain (deleted)");
	m.dso_len = strlen(m.dso);
	is_str(fresh_name(&options, &m, alpha), "alpha+0", "deleted, and there again");
	m.dso = path_of("moved");
	m.dso_len = strlen(m.dso);
	is_str(fresh_name(&options, &m, alpha), why(SYM_WHY_MISSING), "elsewhere");
	ok(sh("id=$(readelf -n plain | awk '/Build ID/ { print $3 }'); "
	      "d=.debug/.build-id/$(printf %.2s $id)/${id#??}; mkdir -p $d; cp plain $d/elf"),
	   "a cache as perf fills it");
	options.buildid_dir = path_of(".debug");
	is_str(fresh_name(&options, &m, alpha), "alpha+0", "... has it by its build id");
}

/* Where tools put a debug file by the build id, below a folder. */
static bool keep_by_id(const char *folder, const char *file)
{
	char command[512];

	snprintf(command, sizeof(command),
		 "id=$(readelf -n %s | awk '/Build ID/ { print $3 }'); "
		 "d=%s/.build-id/$(printf %%.2s $id) && mkdir -p $d && cp %s $d/${id#??}.debug",
		 file, folder, file);
	return sh(command);
}

/* Records fill up a short id with 0, but that may be what a whole one ends with. */
static void test_id_with_zero(void)
{
	static const struct {
		const char *what, *id;
	} ids[] = {
		{ "that ends with 0", "0102030405060708090a0b0c0d0e0f1011121300" },
		{ "of 16 bytes", "0102030405060708090a0b0c0d0e0f00" },
		{ "of 8 bytes", "0102030405060700" },
	};
	char root[600], command[512];
	struct syms_options options = { .spool_dir = dir, .symfs = root };

	snprintf(root, sizeof(root), "%s/zero.root", dir);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		struct module m = file_module("/not/here"), bare = file_module("/bare");
		const char *what = ids[i].what;
		uint64_t alpha;

		snprintf(command, sizeof(command),
			 "rm -rf zero.root; mkdir zero.root && "
			 "gcc -O1 -no-pie -Wl,--build-id=0x%s -o zero source.c && "
			 "cp zero zero.root/bare && strip zero.root/bare",
			 ids[i].id);
		ok(sh(command) && keep_by_id("zero.root/usr/lib/debug", "zero"), "an id %s", what);
		alpha = address("zero", "alpha") - base;
		is_str(fresh_name(&options, &bare, alpha), "alpha+0",
		       "... its debug file, by what the file says");
		set_build_id(&m, "zero");
		is_str(fresh_name(&options, &m, alpha), "alpha+0",
		       "... by what the recording says");
		m.build_id_len = 20;
		is_str(fresh_name(&options, &m, alpha), "alpha+0", "... and filled up");
	}
}

/* Records have no room for more than 20 bytes: perf takes the first ones for the id. */
static void test_long_id(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("long"));
	uint64_t alpha;

	ok(sh("gcc -O1 -no-pie -o long -Wl,--build-id=0x$(printf '%064x' 0xabcd | tr 0 7) "
	      "source.c"),
	   "an id of 32 bytes");
	alpha = address("long", "alpha") - base;
	set_build_id(&m, "long");
	is_int(m.build_id_len, 32, "... is one");
	m.build_id_len = 20;
	is_str(fresh_name(&options, &m, alpha), "alpha+0",
	       "... of which the first 20 are recorded");
	m.build_id_len = 16;
	memset(m.build_id + 16, 0, 4);
	is_str(fresh_name(&options, &m, alpha), why(SYM_WHY_DIFFERS), "less is another id");
}

/* Where a symbol is in the file, by its segments. */
static uint64_t file_place(const char *file, const char *symbol)
{
	char command[512];

	snprintf(command, sizeof(command),
		 "a=$(nm %s | awk '$3 == \"%s\" { print $1 }'); readelf -lW %s | "
		 "while read -r t off va pa fs ms rest; do [ \"$t\" = LOAD ] && "
		 "[ $((0x$a)) -ge $((va)) ] && [ $((0x$a)) -lt $((va + ms)) ] && "
		 "echo $((0x$a - va + off)); done; true",
		 file, symbol, file);
	return strtoull(said(command), NULL, 10);
}

/* A debug file without its program: its segments do not tell where they were in that. */
static void test_debug_alone(void)
{
	static const char *const flags[] = { "-pie -fPIE", "-no-pie",
					     "-no-pie -Wl,-z,noseparate-code",
					     "-pie -fPIE -fuse-ld=lld",
					     "-pie -fPIE -fuse-ld=gold" };
	char root[600], command[1024];

	snprintf(root, sizeof(root), "%s/alone.root", dir);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		struct syms_options options = { .spool_dir = dir, .symfs = root };
		struct module m = file_module("/not/here");

		snprintf(command, sizeof(command),
			 "rm -rf alone.root; gcc -O1 -Wl,--build-id=sha1 %s -o alone source.c && "
			 "id=$(readelf -n alone | awk '/Build ID/ { print $3 }') && "
			 "d=alone.root/usr/lib/debug/.build-id/$(printf %%.2s $id) && mkdir -p $d "
			 "&& objcopy --only-keep-debug alone $d/${id#??}.debug",
			 flags[i]);
		if (!sh(command)) {
			skip(2, "no linker for %s", flags[i]);
			continue;
		}
		set_build_id(&m, "alone");
		is_str(fresh_name(&options, &m, file_place("alone", "alpha") + 1), "alpha+1",
		       "code, by its debug file alone: %s", flags[i]);
		is_str(fresh_name(&options, &m, file_place("alone", "counters") + 4), "counters+4",
		       "... and data");
	}
}

static void test_refused(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module fifo = file_module(path_of("fifo")), zero = file_module("/dev/zero");
	struct module text = file_module(path_of("source.c")), cut = file_module(path_of("cut"));
	struct module none = file_module(path_of("none")), odd = file_module("[heap]");
	struct module made_up = file_module("/proc/version");

	ok(sh("mkfifo fifo; head -c 100 plain >cut"), "a FIFO, and a file that is cut");
	is_str(fresh_name(&options, &fifo, 0), why(SYM_WHY_REFUSED), "a FIFO is not opened");
	is_str(fresh_name(&options, &zero, 0), why(SYM_WHY_REFUSED), "nor a device");
	is_str(fresh_name(&options, &made_up, 0), why(SYM_WHY_REFUSED),
	       "nor what the kernel makes up");
	is_str(fresh_name(&options, &text, 0), why(SYM_WHY_BROKEN), "a text is no ELF file");
	is_str(fresh_name(&options, &cut, 0), why(SYM_WHY_STRIPPED), "a file that is cut");
	is_str(fresh_name(&options, &none, 0), why(SYM_WHY_MISSING), "no file");
	is_str(fresh_name(&options, &odd, 0), why(SYM_WHY_MISSING), "no path");
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
	struct symbol symbol = SYMBOL_INIT;
	struct module m = file_module(path_of("plain"));
	uint64_t alpha = address("plain", "alpha") - base;
	struct syms_status status;
	enum sym_why reason;
	struct syms *syms;
	int fds[2];
	uint8_t magic[4] = { 0 };
	struct machinecode code = { .p = magic, .len = sizeof(magic) };
	char c;

	if (pipe(fds))
		abort();
	syms = syms_open(
		&(struct syms_options){ .spool_dir = dir, .wake = wake, .wake_arg = &fds[1] });
	is_int(syms_find(syms, syms_module(syms, &m), alpha, 0, &symbol), SYMS_LATER, "not yet");
	is_int(read(fds[0], &c, 1), 1, "then somebody is told");
	is_int(syms_find(syms, 0, alpha + 1, 0, &symbol), SYMS_FOUND, "and it is there");
	is_str(symbol.name.p, "alpha", "... with its name");
	is_hex(symbol.start, alpha, "... its start");
	ok(symbol.size > 4 && symbol.size < 200, "... and its size");
	syms_status(syms, 0, &status);
	ok(status.ready && !status.cached && status.ranges > 5, "it was read from the file");
	is_str(status.source, path_of("plain"), "... of that path");
	syms_code(syms, 0, 0, 0, &code);
	is_uint(code.len, 4, "bytes of the file");
	is_mem(magic, 4, ELFMAG, 4, "... are its own");
	ok(!code.narrow, "... of 64 bits");
	ok(sh("touch -d 2002-02-02 plain"), "when the file has changed");
	is_int(syms_file(syms, 0, &reason), -1, "... it is not opened again");
	is_int(reason, SYM_WHY_MISSING, "... and why");
	buf_release(&symbol.name);
	syms_close(syms);
	close(fds[0]);
	close(fds[1]);
}

/* A debug file would be requested when the module was read; by then it is not wanted any more. */
static void test_close(void)
{
	struct syms_options options = { .spool_dir = dir, .debuginfod = true };
	struct module m = file_module(path_of("plain"));
	struct symbol symbol = SYMBOL_INIT;

	set_build_id(&m, "plain");
	unsetenv("DEBUGINFOD_URLS");
	for (long i = 0; i < 40; i++) {
		struct timespec pause = { .tv_nsec = i * 250000 };
		struct syms *syms = syms_open(&options);

		syms_find(syms, syms_module(syms, &m), 0x1000, 0, &symbol);
		nanosleep(&pause, NULL);
		syms_close(syms);
	}
	ok(true, "closed while a module is read");
	buf_release(&symbol.name);
}

/* ---- cache ---- */

static void test_cache(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = file_module(path_of("copy"));
	uint64_t alpha = address("plain", "alpha") - base;
	char cache[512];
	struct stat st = { 0 };

	snprintf(cache, sizeof(cache), "%s/cache/of/symbols", dir);
	options.cache_dir = cache;
	set_build_id(&m, "plain");
	ok(sh("cp plain copy"), "a program");
	ok(!is_cached(&options, &m, alpha, "alpha+0"), "is read the first time");
	ok(is_cached(&options, &m, alpha, "alpha+0"), "its symbols are kept");
	ok(sh("mv cache/of/symbols/*.pns kept"), "a file has them");
	ok(!stat(path_of("kept"), &st) && (st.st_mode & 0777) == 0600, "... for the user alone");
	ok(sh("cp kept cache/of/symbols/$(readelf -n plain | awk '/Build ID/ { print $3 }').pns; "
	      "touch -d 2001-01-01 copy"),
	   "when the program has changed");
	ok(!is_cached(&options, &m, alpha, "alpha+0"), "... it is read again");
	ok(sh("rm copy"), "when it is gone");
	ok(is_cached(&options, &m, alpha, "alpha+0"), "... they are still there");
	ok(sh("f=$(echo cache/of/symbols/*.pns); s=$(stat -c %s $f); "
	      "printf '\\377' | dd of=$f bs=1 seek=$((s / 2)) conv=notrunc"),
	   "but not when the file was damaged");
	is_str(fresh_name(&options, &m, alpha), why(SYM_WHY_MISSING), "... which is noticed");
}

/* What addresses are is another thing for what a process has mapped and for the kernel itself. */
static void test_cache_kinds(void)
{
	char cache[512], path[600];
	struct syms_options options = { .spool_dir = dir, .cache_dir = cache };
	struct module kernel = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	struct module mapped = file_module(path_of("plain"));
	uint64_t alpha = address("plain", "alpha");

	snprintf(cache, sizeof(cache), "%s/cache/of/kinds", dir);
	snprintf(path, sizeof(path), "%s", path_of("plain"));
	set_build_id(&kernel, "plain");
	is_str(fresh_name(&options, &mapped, alpha - base), "alpha+0", "a file that is mapped");
	options.vmlinux = path;
	is_str(fresh_name(&options, &kernel, alpha), "alpha+0", "... and is said to be the kernel");
	is_str(fresh_name(&options, &mapped, alpha - base), "alpha+0", "... and mapped again");
}

/* ---- modules of the kernel ---- */

/* A module's text begins where it was loaded, whatever else is in its file. */
static void test_kmodule(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = { .kind = MODULE_KMODULE, .start = 0xffffffffc0000000 };
	static const struct {
		const char *file, *command;
	} files[] = {
		{ "mod.ko", "gcc -O1 -c -o mod.ko source.c" },
		{ "mod.ko.gz", "gzip -k mod.ko" },
		{ "mod.ko.xz", "xz -k mod.ko" },
		{ "mod.ko.zst", "zstd -q -k mod.ko" },
	};
	uint64_t alpha = 0;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		if (!sh(files[i].command)) {
			skip(1, "cannot be made here: %s", files[i].file);
			continue;
		}
		if (!i)
			alpha = address("mod.ko", "alpha");
		m.dso = path_of(files[i].file);
		m.dso_len = strlen(m.dso);
		is_str(fresh_name(&options, &m, m.start + alpha + 1), "alpha+1", "of %s",
		       files[i].file);
	}
	ok(sh("head -c 300 mod.ko.gz >cut.ko.gz"), "one that is cut");
	m.dso = path_of("cut.ko.gz");
	m.dso_len = strlen(m.dso);
	is_str(fresh_name(&options, &m, m.start + alpha), why(SYM_WHY_BROKEN), "... is broken");
}

/* ---- damage ---- */

/* Bytes of headers and tables matter most, so half of the damage is at the ends. */
static void damage(char *p, size_t size, uint64_t *state)
{
	unsigned n = 1 + (unsigned)(next_random(state) % 20);

	while (n--) {
		uint64_t r = next_random(state), span = r % 2 || size < 1024 ? size : 1024;
		size_t at = (size_t)(next_random(state) % span);

		p[r % 4 ? at : size - 1 - at] = (char)next_random(state);
	}
}

/* Whatever is in a file: an answer, and the next file has its names. */
static void test_damage(const char *name, enum module_kind kind, uint64_t at, unsigned cases)
{
	struct syms_options options = { .spool_dir = dir };
	struct syms *syms = syms_open(&options);
	struct module whole;
	uint64_t state = 0x9e3779b97f4a7c15, alpha = address("plain", "alpha") - base;
	unsigned died = 0, named = 0;
	char *bytes = NULL, *copy;
	size_t size = access(path_of(name), R_OK) ? 0 : slurp(name, &bytes);

	copy = malloc(size + 1);
	for (unsigned i = 0; i < cases && size && copy; i++) {
		char file[64];
		struct module m;
		const char *is;
		FILE *f;

		memcpy(copy, bytes, size);
		damage(copy, size, &state);
		snprintf(file, sizeof(file), "damaged%u", i);
		f = fopen(path_of(file), "w");
		if (!f || fwrite(copy, 1, size, f) != size || fclose(f))
			abort();
		m = file_module(path_of(file));
		m.kind = kind;
		is = name_at(syms, &m, at);
		died += !strcmp(is, why(SYM_WHY_DIED));
		named += is[0] != '(';
		unlink(path_of(file));
	}
	if (!size) {
		skip(3, "there is no %s", name);
		free(copy);
		syms_close(syms);
		return;
	}
	ok(died * 50 <= cases, "%u of %u damaged files of %s end the process", died, cases, name);
	/* Compressed data have checksums. */
	ok((named || kind == MODULE_KMODULE) && named < cases, "... and %u still name the function",
	   named);
	whole = file_module(path_of("plain"));
	is_str(name_at(syms, &whole, alpha), "alpha+0", "after %u damaged files of %s", cases,
	       name);
	syms_close(syms);
	free(bytes);
	free(copy);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR"), *cases = getenv("DAMAGED_FILES");
	unsigned n;
	char *made;

	snprintf(dir, sizeof(dir), "%s/syms.XXXXXX", tmp ? tmp : "/tmp");
	made = mkdtemp(dir);
	if (!made)
		abort();
	put("source.c", source);
	if (!sh("command -v gcc nm objcopy readelf strip objdump && "
		"gcc -O1 -no-pie -Wl,--build-id=sha1 -o plain source.c && "
		"gcc -O1 -shared -fPIC -Wl,--build-id=sha1 -o lib.full source.c && "
		"objcopy --only-keep-debug lib.full lib.debug && cp lib.full lib.so && "
		"strip lib.so && objcopy --add-gnu-debuglink=lib.debug lib.so && "
		"mv lib.debug apart && "
		"echo 'void _start(void) { for (;;); }' >bare.c && "
		"gcc -O1 -nostdlib -static -o bare bare.c && strip bare")) {
		skip(1, "no compiler and binutils here");
	} else {
		test_program();
		test_data();
		test_nested();
		test_narrow();
		test_plt();
		test_plt_variants();
		test_ifunc();
		test_stripped();
		test_separate();
		test_mini();
		test_build_id();
		test_id_with_zero();
		test_long_id();
		test_debug_alone();
		test_refused();
		test_kmodule();
		test_later();
		test_close();
		test_cache();
		test_cache_kinds();
		n = cases ? (unsigned)atoi(cases) : 20;
		test_damage("plain", MODULE_FILE, address("plain", "alpha") - base, n);
		test_damage("mini.so", MODULE_FILE, address("lib.full", "beta"), n);
		test_damage("calls.ibt", MODULE_FILE, address("calls.ibt", "main"), n);
		test_damage("mod.ko.gz", MODULE_KMODULE, address("mod.ko", "alpha"), n);
		test_damage("mod.ko.xz", MODULE_KMODULE, address("mod.ko", "alpha"), n);
		test_damage("mod.ko.zst", MODULE_KMODULE, address("mod.ko", "alpha"), n);
	}
	sh("cd / && rm -rf \"$OLDPWD\"");
	return done_testing();
}
