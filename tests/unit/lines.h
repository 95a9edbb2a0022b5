/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_LINES_H
#define UNIT_LINES_H

#include "sym/syms.h"
#include "tap.h"
#include "unit/scratch.h"

/* A program whose source lines are known, and the answers for its addresses. */

/* Each label is at an instruction of its own, of a line that is known. */
static const char source[] __attribute__((unused)) =
	"#define AT(label) __asm__ volatile(\".globl \" #label \"\\n\" #label \": nop\")\n"
	"volatile int sink;\n"
	"#define ALWAYS static inline __attribute__((always_inline))\n"
	"ALWAYS void leaf(int x)\n"
	"{\n"
	"	sink = x;\n"
	"	AT(at_leaf);\n" /* 7 */
	"}\n"
	"ALWAYS void middle(int x)\n"
	"{\n"
	"	sink = x;\n"
	"	leaf(x + 1);\n" /* 12 */
	"	AT(at_middle);\n"
	"}\n"
	"__attribute__((noinline)) static void work(int x)\n"
	"{\n"
	"	if (x)\n"
	"		middle(x);\n" /* 18 */
	"	AT(at_work);\n"
	"}\n"
	"int main(void)\n"
	"{\n"
	"	work(3);\n"
	"	AT(at_main);\n" /* 24 */
	"	return 0;\n"
	"}\n";

/* Non-PIE programs are linked to 0x400000, the address of the file's first byte. */
static const uint64_t base __attribute__((unused)) = 0x400000;

/* "leaf t.c:7 < middle t.c:12 < work t.c:18", or why there is none. */
static inline void describe(const struct srclines_answer *answer, char *text, size_t size)
{
	struct buf out = BUF_INIT;

	for (uint32_t i = 0; i < answer->stack.n; i++) {
		const struct source_frame *f = &answer->stack.v[i];
		const char *slash = f->file ? strrchr(f->file, '/') : NULL;

		buf_addf(&out, "%s%s %s:%u", i ? " < " : "", f->name ? f->name : "?",
			 slash	   ? slash + 1
			 : f->file ? f->file
				   : "?",
			 f->line);
	}
	if (!answer->stack.n || answer->why)
		buf_addf(&out, "(%s)", sym_why_text(answer->why));
	snprintf(text, size, "%s", out.p);
	buf_release(&out);
}

static inline const char *lines_of(struct syms *syms, const struct module *m, uint64_t at)
{
	static char text[1024];
	struct srclines_answer answer = SRCLINES_ANSWER_INIT;

	syms_lines_now(syms, syms_module(syms, m), at, 0, &answer);
	describe(&answer, text, sizeof(text));
	buf_release(&answer.packed);
	return text;
}

static inline const char *lines_at(struct syms *syms, const char *path, uint64_t at)
{
	struct module m = { .kind = MODULE_FILE, .dso = path, .dso_len = strlen(path) };

	return lines_of(syms, &m, at);
}

static inline const char *why(enum sym_why reason)
{
	static char text[256];

	snprintf(text, sizeof(text), "(%s)", sym_why_text(reason));
	return text;
}

static inline struct syms *open_syms(void)
{
	return syms_open(&(struct syms_options){ .spool_dir = dir });
}

static const char at_leaf[] = "leaf t.c:7 < middle t.c:12 < work t.c:18";

#endif
