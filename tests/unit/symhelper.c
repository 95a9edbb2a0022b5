/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that reads symbols is killed by somebody, the system for instance. */
#include "sym/symhelper.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sym/symfile.h"
#include "tap.h"
#include "unit/scratch.h"

/* How many there were to kill. */
static int kill_processes(void)
{
	char command[512];

	snprintf(command, sizeof(command),
		 "n=0; for p in /proc/[0-9]*; do { read c <$p/comm; } 2>/dev/null && "
		 "[ \"$c\" = perfnav-symbols ] && grep -qx 'PPid:.%d' $p/status && "
		 "kill -KILL ${p#/proc/} && n=$((n + 1)); done; echo $n",
		 (int)getpid());
	return atoi(said(command));
}

struct counts {
	int kills;    /* to come, each at the first block */
	int killed;   /* processes */
	int anew;     /* how often */
	size_t bytes; /* of blocks since then */
};

static bool count_block(void *arg, const struct buf *block)
{
	struct counts *counts = arg;

	if (counts->kills && !counts->bytes) {
		counts->kills--;
		counts->killed += kill_processes();
	}
	counts->bytes += block->len;
	return true;
}

static void count_anew(void *arg)
{
	struct counts *counts = arg;

	counts->anew++;
	counts->bytes = 0;
}

static struct symhelper_sink sink_of(struct counts *counts)
{
	return (struct symhelper_sink){ .put = count_block, .anew = count_anew, .arg = counts };
}

/* More than fits between two processes, so that one cannot be done before it is killed. */
static void make_map(void)
{
	char line[128];
	FILE *f = fopen(path_of("map"), "w");

	for (unsigned i = 0; f && i < 50000; i++) {
		snprintf(line, sizeof(line), "%x 10 a_function_with_a_long_name_%08x\n",
			 0x100000 + i * 32, i * 2654435761u);
		fputs(line, f);
	}
	if (!f || fclose(f))
		abort();
}

static void test_text(void)
{
	struct symhelper *h = symhelper_open();
	struct counts whole = { .kills = 0 }, killed = { .kills = 1 }, twice = { .kills = 2 };
	struct symhelper_sink sink = sink_of(&whole);
	int fd;

	make_map();
	fd = open(path_of("map"), O_RDONLY | O_CLOEXEC);
	is_int(symhelper_text(h, fd, TEXTREAD_PERF_MAP, &sink), SYMHELPER_OK, "a text is read");
	is_uint(sink.end.text.lines, 50000, "... all lines");
	ok(whole.bytes > 500000 && !whole.anew, "... into blocks of %zu bytes", whole.bytes);
	lseek(fd, 0, SEEK_SET);
	sink = sink_of(&killed);
	is_int(symhelper_text(h, fd, TEXTREAD_PERF_MAP, &sink), SYMHELPER_OK,
	       "the process is killed after its first block");
	is_int(killed.killed, 1, "... one was there");
	is_int(killed.anew, 1, "... what came is forgotten");
	is_uint(killed.bytes, whole.bytes, "... and comes again as a whole");
	is_uint(sink.end.text.lines, 50000, "... from the begin of the text");
	lseek(fd, 0, SEEK_SET);
	sink = sink_of(&twice);
	is_int(symhelper_text(h, fd, TEXTREAD_PERF_MAP, &sink), SYMHELPER_DIED,
	       "killed twice: it is not asked again");
	is_int(twice.anew, 1, "... a third time");
	close(fd);
	symhelper_close(h);
}

static void test_elf(void)
{
	struct symhelper *h = symhelper_open();
	struct counts counts = { .kills = 0 };
	struct symhelper_sink sink = sink_of(&counts);
	struct symfile bare = SYMFILE_INIT, debug = SYMFILE_INIT;

	put("one.c", "int alpha(int x) { return x + 1; }\n"
		     "void _start(void) { for (;;); }\n");
	if (!sh("gcc -O1 -nostdlib -static -o full one.c && objcopy --only-keep-debug full "
		"debug && strip -o bare full")) {
		skip(6, "no compiler and binutils here");
		symhelper_close(h);
		return;
	}
	symfile_open(&bare, path_of("bare"));
	symfile_open(&debug, path_of("debug"));
	ok(symhelper_facts(h, bare.fd, bare.size, false, &bare.facts), "what a file is");
	is_int(kill_processes(), 1, "the process is killed");
	ok(symhelper_facts(h, debug.fd, debug.size, false, &debug.facts) && debug.facts.symtab,
	   "... and what another is, is known all the same");
	is_int(kill_processes(), 1, "killed once more");
	is_int(symhelper_elf(h, bare.fd, bare.size, debug.fd, debug.size, ELFREAD_OFFSETS, &sink),
	       SYMHELPER_OK, "symbols are read");
	ok(counts.bytes && counts.anew == 1, "... of its debug file, too");
	symfile_release(&bare);
	symfile_release(&debug);
	symhelper_close(h);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	char *made;

	snprintf(dir, sizeof(dir), "%s/symhelper.XXXXXX", tmp ? tmp : "/tmp");
	made = mkdtemp(dir);
	if (!made)
		abort();
	test_text();
	test_elf();
	sh("cd / && rm -rf \"$OLDPWD\"");
	return done_testing();
}
