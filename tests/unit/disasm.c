/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions as text: bytes and what objdump says of them, in AT&T's syntax. */
#include "sym/disasm.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tap.h"

/* NULL: capstone is not there. */
static struct disasm *open_for(enum regs_arch arch)
{
	static uint8_t code[4]; /* two instructions of x86, one that is undefined of arm64 */
	const struct machinecode machinecode = { code, sizeof(code), false };
	struct disasm *disasm = disasm_open(arch, false);
	struct buf text = BUF_INIT;

	if (disasm)
		disasm_text(disasm, &machinecode, 0, 0x1000, &text);
	buf_release(&text);
	if (!disasm_missing(disasm))
		return disasm;
	disasm_close(disasm);
	return NULL;
}

static void test_x86(void)
{
	/* push %rbp; mov %rsp,%rbp; callq 0x401200; ret; and half of a jump */
	static uint8_t code[] = { 0x55, 0x48, 0x89, 0xe5, 0xe8, 0xf7,
				  0x00, 0x00, 0x00, 0xc3, 0xe9, 0x01 };
	static const struct {
		size_t len;
		const char *text;
	} want[] = {
		{ 1, "pushq %rbp" },
		{ 3, "movq %rsp, %rbp" },
		{ 5, "callq 0x401200" },
		{ 1, "retq" },
	};
	const struct machinecode machinecode = { code, sizeof(code), false };
	struct disasm *disasm = open_for(REGS_X86);
	size_t at = 0;

	if (!disasm) {
		skip(9, "capstone is not there");
		return;
	}
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct buf text = BUF_INIT;

		is_uint(disasm_text(disasm, &machinecode, at, 0x401100 + at, &text), want[i].len,
			"bytes of instruction %zu", i);
		is_str(text.p, want[i].text, "its text");
		at += want[i].len;
		buf_release(&text);
	}
	is_uint(disasm_text(disasm, &machinecode, at, 0x401100 + at, &(struct buf)BUF_INIT), 0,
		"one that is cut");
	disasm_close(disasm);
}

/* A prefix in 64-bit code is an instruction in 32-bit code. */
static void test_narrow(void)
{
	static uint8_t code[] = { 0x48, 0x89, 0xe5 };
	static const struct {
		bool narrow;
		size_t len;
		const char *text;
	} want[] = { { false, 3, "movq %rsp, %rbp" }, { true, 1, "decl %eax" } };
	struct disasm *disasm = open_for(REGS_X86);

	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		const struct machinecode machinecode = { code, sizeof(code), want[i].narrow };
		struct buf text = BUF_INIT;

		if (!disasm) {
			skip(2, "capstone is not there");
			continue;
		}
		is_uint(disasm_text(disasm, &machinecode, 0, 0x1000, &text), want[i].len,
			"of %d bits", want[i].narrow ? 32 : 64);
		is_str(text.p, want[i].text, "its text");
		buf_release(&text);
	}
	disasm_close(disasm);
}

static void test_arm64(void)
{
	static uint8_t code[] = { 0xc0, 0x03, 0x5f, 0xd6 };
	struct machinecode machinecode = { code, sizeof(code), false };
	struct disasm *disasm = open_for(REGS_ARM64);
	struct buf text = BUF_INIT;

	if (!disasm) {
		skip(3, "capstone is not there");
		return;
	}
	is_uint(disasm_text(disasm, &machinecode, 0, 0x1000, &text), 4, "arm64: 4 bytes");
	is_str(text.p, "ret", "arm64: ret");
	machinecode.narrow = true;
	is_uint(disasm_text(disasm, &machinecode, 0, 0x1000, &text), 0, "arm: not known");
	buf_release(&text);
	disasm_close(disasm);
}

/* The first child of this process, 0: it has none; -1: the kernel does not list them. */
static pid_t first_child(void)
{
	char path[64];
	FILE *f;
	int pid = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	f = fopen(path, "re");
	if (!f)
		return -1;
	if (fscanf(f, "%d", &pid) != 1)
		pid = 0;
	fclose(f);
	return pid;
}

/* The process that reads the bytes of a file dies: no text, and that is reported. */
static void test_process(void)
{
	static uint8_t code[] = { 0x55, 0xc3 };
	const struct machinecode machinecode = { code, sizeof(code), false };
	struct disasm *disasm = open_for(REGS_X86);
	struct buf text = BUF_INIT;
	pid_t pid;

	disasm_close(disasm);
	if (!disasm || first_child() < 0) {
		skip(8, disasm ? "children are not listed" : "capstone is not there");
		return;
	}
	disasm = disasm_open(REGS_X86, false);
	is_int(first_child(), 0, "no process before there is code");
	is_uint(disasm_text(disasm, &machinecode, 0, 0x1000, &text), 1, "an instruction");
	pid = first_child();
	ok(pid > 0, "comes of a process");
	if (pid > 0)
		kill(pid, SIGKILL);
	is_uint(disasm_text(disasm, &machinecode, 0, 0x1000, &text), 0, "which has died: none");
	ok(disasm_died(disasm), "... and that is told");
	is_uint(disasm_text(disasm, &machinecode, 0, 0x1000, &text), 1, "another one is started");
	ok(!disasm_died(disasm), "... and lives");
	disasm_close(disasm);
	is_int(first_child(), 0, "it is ended");
	buf_release(&text);
}

int main(void)
{
	test_x86();
	test_narrow();
	test_arm64();
	test_process();
	ok(!disasm_open(REGS_UNKNOWN, false), "no architecture, no instructions");
	ok(disasm_missing(NULL), "... and a reason");
	disasm_close(NULL);
	return done_testing();
}
