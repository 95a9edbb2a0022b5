/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of addresses that are in no file of a program: kernel, vdso, code made at run time. */
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sym/syms.h"
#include "tap.h"
#include "unit/scratch.h"
#include "unit/symnames.h"

/* ---- kernel ---- */

static void test_kallsyms(void)
{
	char kallsyms[600];
	struct syms_options options = { .spool_dir = dir, .kallsyms = kallsyms };
	struct module kernel = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	struct module moved = kernel, ext = kernel, other = kernel;
	struct syms *syms;

	snprintf(kallsyms, sizeof(kallsyms), "%s", path_of("kallsyms"));
	put("kallsyms", "ffffffff81000000 T _stext\n"
			"ffffffff81000000 T _text\n"
			"ffffffff81000100 T do_one\n"
			"ffffffff81000180 t do_two\n"
			"ffffffff81000180 T __do_two\n"
			"ffffffff81000200 A absolute\n"
			"not a line of it\n"
			"ffffffff81000300 D jiffies\n"
			"ffffffffc0200000 t helper\t[ext4]\n"
			"ffffffffc0200040 T ext4_open\t[ext4]\n"
			"ffffffffc0400000 t last\t[snd]\n");
	syms = syms_open(&options);
	is_str(name_at(syms, &kernel, 0xffffffff81000123), "do_one+23", "a line of kallsyms");
	is_str(name_at(syms, &kernel, 0xffffffff81000210), "__do_two+90",
	       "what is absolute is no symbol; a global one is taken of two");
	is_str(name_at(syms, &kernel, 0xffffffff81002000), why(SYM_WHY_BETWEEN),
	       "the last symbol of the kernel does not go on to the modules");
	ext.kind = MODULE_KMODULE;
	is_str(name_at(syms, &ext, 0xffffffffc0200041), "ext4_open+1",
	       "a module's, without the module");
	moved.ref = 0xffffffff91000000;
	is_str(name_at(syms, &moved, 0xffffffff91000123), "do_one+23",
	       "a kernel that was elsewhere when it was recorded");
	syms_close(syms);
	put("kallsyms", "0000000000000000 T _stext\n0000000000000000 T do_one\n");
	is_str(fresh_name(&options, &kernel, 0xffffffff81000123), why(SYM_WHY_HIDDEN),
	       "the kernel hides its addresses");
	options.kallsyms = NULL;
	other.build_id_len = 20;
	memset(other.build_id, 0xa5, 20);
	is_str(fresh_name(&options, &other, 0xffffffff81000123), why(SYM_WHY_KERNEL),
	       "another kernel than the one that runs");
}

/* Symbols are searched elsewhere: modules begin again, and old numbers keep their meaning. */
static void test_use(void)
{
	char one[600], two[600];
	struct syms_options options = { .spool_dir = dir, .kallsyms = one };
	struct module kernel = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	const uint64_t at = 0xffffffff81000123;
	struct symbol symbol = SYMBOL_INIT;
	struct syms_places places;
	uint32_t old, first, end;
	struct syms_status status;
	struct syms *syms;

	put("one", "ffffffff81000100 T name_of_one\n");
	put("two", "ffffffff81000100 T name_of_two\n");
	snprintf(one, sizeof(one), "%s", path_of("one"));
	snprintf(two, sizeof(two), "%s", path_of("two"));
	syms = syms_open(&options);
	old = syms_module(syms, &kernel);
	is_str(name_at(syms, &kernel, at), "name_of_one+23", "before");
	syms_places(syms, &places);
	is_str(places.kallsyms, one, "where they are");
	places.kallsyms = two;
	syms_use(syms, &places);
	memset(two, 0, sizeof(two));
	syms_modules(syms, &first, &end);
	ok(first == end && syms_generation(syms) == 1, "nothing was asked for since");
	is_str(name_at(syms, &kernel, at), "name_of_two+23", "from elsewhere");
	syms_modules(syms, &first, &end);
	if (is_uint(end - first, 1, "a new module")) {
		syms_status(syms, first, &status);
		ok(status.wanted && status.ready && status.module->kind == MODULE_KERNEL,
		   "... and what became of it");
	}
	ok(syms_find_now(syms, old, at, 0, &symbol) == SYMS_FOUND, "the old one is there");
	is_str(symbol.name.p, "name_of_one", "... as it was");
	buf_release(&symbol.name);
	syms_close(syms);
}

/* ---- perf's cache ---- */

/* Where perf keeps the file with the build id of a module. */
static void make_cache(const char *folder, const char *id)
{
	char command[512];

	snprintf(command, sizeof(command),
		 "mkdir -p '.debug/%s/%s' .debug/.build-id/%.2s && "
		 "ln -s '../../%s/%s' .debug/.build-id/%.2s/%s",
		 folder, id, id, folder, id, id, id + 2);
	ok(sh(command), "a folder of perf's cache for %s", folder);
}

static void test_kept_kallsyms(void)
{
	static const char id[] = "0102030405060708090a0b0c0d0e0f1011121314";
	static const char folder[] = ".debug/[kernel.kallsyms]";
	struct syms_options options = { .spool_dir = dir, .buildid_dir = path_of(".debug") };
	struct module m = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	const uint64_t at = 0xffffffff81000123;
	char path[256];

	m.build_id_len = 20;
	for (uint8_t i = 0; i < 20; i++)
		m.build_id[i] = i + 1;
	is_str(fresh_name(&options, &m, at), why(SYM_WHY_KERNEL), "a kernel that is not here");
	make_cache("[kernel.kallsyms]", id);
	snprintf(path, sizeof(path), "%s/%s/kallsyms", folder, id);
	put(path, "ffffffff81000000 T _text\nffffffff81000100 T kept_one\n");
	is_str(fresh_name(&options, &m, at), "kept_one+23", "... but its symbols, in perf's cache");
	m.ref = 0xffffffff91000000;
	is_str(fresh_name(&options, &m, 0xffffffff91000123), "kept_one+23",
	       "... and where it was when it was recorded");
	m.ref = 0;
	ok(sh("rm -r .debug/.build-id"), "without the link by build id");
	is_str(fresh_name(&options, &m, at), "kept_one+23", "... it has its place, too");
	m.build_id[19] ^= 1;
	is_str(fresh_name(&options, &m, at), why(SYM_WHY_KERNEL), "not for another build id");
	m.build_id[19] ^= 1;
	options.kallsyms = path_of("one");
	is_str(fresh_name(&options, &m, at), "name_of_one+23", "what the user gives comes first");
	options.kallsyms = path_of("none");
	is_str(fresh_name(&options, &m, at), why(SYM_WHY_MISSING), "... also if it is not there");
	options.kallsyms = NULL;
	options.buildid_dir = NULL;
	is_str(fresh_name(&options, &m, at), why(SYM_WHY_KERNEL), "a user without a home");
}

/* A file of the kernel without symbols: those of the text are used, and reported so. */
static void test_stripped_kernel(void)
{
	char root[600], kallsyms[600];
	struct syms_options options = { .spool_dir = dir, .symfs = root };
	struct module m = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	struct syms_status status;
	struct syms *syms;

	snprintf(root, sizeof(root), "%s/stripped.root", dir);
	snprintf(kallsyms, sizeof(kallsyms), "%s", path_of("one"));
	put("bare.c", "void _start(void) { for (;;); }\n");
	if (!sh("gcc -O1 -nostdlib -static -Wl,--build-id=sha1 -o bare bare.c && strip bare && "
		"id=$(readelf -n bare | awk '/Build ID/ { print $3 }') && "
		"d=stripped.root/usr/lib/debug/.build-id/$(printf %.2s $id) && mkdir -p $d && "
		"cp bare $d/${id#??}.debug")) {
		skip(2, "no compiler here");
		return;
	}
	set_build_id(&m, "bare");
	m.kallsyms = kallsyms;
	syms = syms_open(&options);
	is_str(name_at(syms, &m, 0xffffffff81000123), "name_of_one+23",
	       "a kernel without symbols: those of the text");
	syms_status(syms, 0, &status);
	is_str(status.source, kallsyms, "... which is where they are from");
	syms_close(syms);
}

static void test_jit(void)
{
	char symfs[600];
	struct syms_options options = { .spool_dir = dir, .symfs = symfs };
	struct module m = { .kind = MODULE_JIT, .dso = "//anon", .dso_len = 6, .pid = 77 };

	snprintf(symfs, sizeof(symfs), "%s/jit", dir);
	ok(sh("mkdir -p jit/tmp"), "a folder for map files");
	is_str(fresh_name(&options, &m, 0x7f0000001004), why(SYM_WHY_JIT), "there is none");
	put("jit/tmp/perf-77.map", "7f0000001000 40 LazyCompile:~old one.js:3\n"
				   "zzz\n"
				   "7f0000001000 20 LazyCompile:*new one.js:3\n"
				   "7f0000001040 0x10 no number\n"
				   "7f0000002000 10 last");
	is_str(fresh_name(&options, &m, 0x7f0000001004), "LazyCompile:*new one.js:3+4",
	       "code in the place of older code");
	is_str(fresh_name(&options, &m, 0x7f0000002001), "last+1", "a line without an end");
	is_str(fresh_name(&options, &m, 0x7f0000001045), why(SYM_WHY_BETWEEN), "no line has it");
}

/* A runtime that describes no code: the file is read, or it is not. */
static void test_jitdump(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = { .kind = MODULE_JITDUMP, .dso = path_of("rel/jit-1.dump") };
	struct stat st;

	m.dso_len = strlen(m.dso);
	ok(sh("mkdir rel && { printf 'DTiJ\\1\\0\\0\\0\\50\\0\\0\\0'; head -c 28 /dev/zero; } "
	      ">rel/jit-1.dump"),
	   "a file of a runtime");
	is_str(fresh_name(&options, &m, 0x1000), why(SYM_WHY_BETWEEN), "... is found by its path");
	if (stat(m.dso, &st))
		abort();
	m.ino = st.st_ino;
	m.maj = major(st.st_dev);
	m.min = minor(st.st_dev);
	is_str(fresh_name(&options, &m, 0x1000), why(SYM_WHY_BETWEEN), "... and its number");
	m.min++;
	is_str(fresh_name(&options, &m, 0x1000), why(SYM_WHY_OTHER_DUMP), "one of another device");
	m.min--;
	m.ino++;
	is_str(fresh_name(&options, &m, 0x1000), why(SYM_WHY_OTHER_DUMP), "one of another number");
	m.ino--;
	if (chown(m.dso, 65534, 65534))
		skip(1, "only root can give a file away");
	else
		is_str(fresh_name(&options, &m, 0x1000), why(SYM_WHY_OWNER),
		       "one of another user, whose number is right");
	if (geteuid() == 0 && chown(m.dso, 0, 0))
		abort();
	m.ino = m.maj = m.min = 0;
	m.dso = "rel/jit-1.dump";
	m.dso_len = strlen(m.dso);
	if (chdir(dir))
		abort();
	is_str(fresh_name(&options, &m, 0x1000), why(SYM_WHY_MISSING),
	       "... and not where the program happens to run");
}

static void test_ksymbol(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = { .kind = MODULE_KSYMBOL,
			    .dso = "bpf_prog_6deef7357e7b4530",
			    .dso_len = 25,
			    .start = 0x1000,
			    .size = 0x80 };

	is_str(fresh_name(&options, &m, 0x1010), "bpf_prog_6deef7357e7b4530+10", "a BPF program");
	is_str(fresh_name(&options, &m, 0x1080), why(SYM_WHY_BETWEEN), "... ends");
}

static bool note_vdso(void *arg, const struct symrange *range)
{
	static const char name[] = "__vdso_clock_gettime";

	if (range->len == sizeof(name) - 1 && !memcmp(range->name, name, range->len))
		*(uint64_t *)arg = range->start;
	return true;
}

/* ---- the running kernel ---- */

/* Its symbols are kept until the next boot. */
static void test_running(void)
{
	char cache[512];
	struct syms_options options = { .spool_dir = dir, .cache_dir = cache };
	struct module m = { .kind = MODULE_KERNEL, .dso = "[kernel.kallsyms]", .dso_len = 17 };
	struct utsname uts;
	static const char name[] = "do_exit+1";
	uint64_t at =
		strtoull(said("awk '$3 == \"do_exit\" { print $1 }' /proc/kallsyms"), NULL, 16);

	uname(&uts);
	m.release = uts.release;
	snprintf(cache, sizeof(cache), "%s/boot", dir);
	if (!at || access("/sys/kernel/notes", R_OK)) {
		skip(6, "this machine hides its kernel's addresses or build id");
		return;
	}
	ok(!is_cached(&options, &m, at + 1, name), "the running kernel is asked");
	ok(is_cached(&options, &m, at + 1, name), "... once");
	ok(sh("cd boot && set -- *.pns && test $# = 1 && "
	      "test $1 = $(tr -d - </proc/sys/kernel/random/boot_id).pns"),
	   "... a boot");
	ok(sh("cd boot && f=$(echo *.pns) && s=$(stat -c %s $f) && "
	      "printf '\377' | dd of=$f bs=1 seek=$((s / 2)) conv=notrunc"),
	   "when the file was damaged");
	ok(!is_cached(&options, &m, at + 1, name), "... it is asked again");
	ok(is_cached(&options, &m, at + 1, name), "... and kept again");
}

/* ---- vdso ---- */

static void test_vdso(void)
{
	struct syms_options options = { .spool_dir = dir };
	struct module m = { .kind = MODULE_VDSO, .dso = "[vdso]", .dso_len = 6 };
	struct syms *syms = syms_open(&options);
	struct utsname uts;
	uint64_t at = 0;

	uname(&uts);
	m.release = "2.6.32";
	is_str(name_at(syms, &m, 0x800), why(SYM_WHY_VDSO), "the vdso of another kernel");
	m.release = uts.release;
	ok(syms_each(syms, syms_module(syms, &m), note_vdso, &at), "all symbols of this one's");
	if (at)
		is_str(name_at(syms, &m, at + 1), "__vdso_clock_gettime+1", "... one by its place");
	else
		skip(1, "no such symbol on this machine");
	syms_close(syms);
}

/* A vdso of another kernel: any file that has its build id and symbols. */
static void test_kept_vdso(void)
{
	struct syms_options options = { .spool_dir = dir, .buildid_dir = path_of(".debug") };
	struct module m = { .kind = MODULE_VDSO, .dso = "[vdso]", .dso_len = 6 };
	uint8_t magic[4] = { 0 };
	struct machinecode code = { .p = magic, .len = sizeof(magic) };
	char command[512];
	struct syms *syms;
	const char *id;
	uint64_t at;

	put("vdso.c", "int __vdso_of_then(void) { return 1; }\n");
	if (!sh("gcc -O1 -shared -fPIC -Wl,--build-id=sha1 -o vdso.so vdso.c")) {
		skip(7, "no compiler here");
		return;
	}
	at = address("vdso.so", "__vdso_of_then");
	set_build_id(&m, "vdso.so");
	is_str(fresh_name(&options, &m, at), why(SYM_WHY_VDSO), "a vdso of another kernel");
	id = said("readelf -n vdso.so | awk '/Build ID/ { print $3 }'");
	make_cache("[vdso]", id);
	snprintf(command, sizeof(command), "cp vdso.so '.debug/[vdso]/%s/vdso'", id);
	ok(sh(command), "... which perf has kept");
	syms = syms_open(&options);
	is_str(name_at(syms, &m, at + 1), "__vdso_of_then+1", "... has its names");
	syms_code(syms, 0, 0, 0, &code);
	is_uint(code.len, 4, "... and its bytes");
	is_mem(magic, 4, "\177ELF", 4, "... of the file");
	syms_close(syms);
	m.build_id[3] ^= 1;
	is_str(fresh_name(&options, &m, at), why(SYM_WHY_VDSO), "not for another build id");
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	char *made;

	snprintf(dir, sizeof(dir), "%s/symkernel.XXXXXX", tmp ? tmp : "/tmp");
	made = mkdtemp(dir);
	if (!made)
		abort();
	test_kallsyms();
	test_use();
	test_kept_kallsyms();
	test_stripped_kernel();
	test_jit();
	test_jitdump();
	test_ksymbol();
	test_running();
	test_vdso();
	test_kept_vdso();
	sh("cd / && rm -rf \"$OLDPWD\"");
	return done_testing();
}
