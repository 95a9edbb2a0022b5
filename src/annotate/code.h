/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_CODE_H
#define ANNOTATE_CODE_H

#include "annotate/asm_text.h"
#include "base/arena.h"
#include "base/vec.h"
#include "recording/mappings.h"
#include "recording/reader.h"
#include "sym/disasm.h"

/*
 * The instructions of a part of code as it was mapped at the time of a record, and their source
 * lines. Not for several threads.
 */
enum {
	CODE_NO_SOURCE = UINT32_MAX,
	CODE_LOOPS = 4 /* nested loops that are marked */
};

/* The position of a line in a loop. A loop goes from the target of a jump back to that jump. */
enum code_loop {
	CODE_NO_LOOP,
	CODE_LOOP_FIRST,
	CODE_LOOP_WITHIN,
	CODE_LOOP_LAST
};

/* A source line of the function, or of a function that was inlined into it. */
struct code_source {
	const char *file;    /* path in the debug information */
	uint32_t line;	     /* from 1; 0: no particular line */
	const char *inlined; /* name of the inlined function; NULL: the function itself */
};

struct code_line {
	uint64_t off;	  /* from the beginning of the code, in bytes */
	uint32_t len;	  /* bytes of the instruction; 0: unknown */
	uint32_t source;  /* index in code.sources; CODE_NO_SOURCE: unknown */
	const char *text; /* the instruction, with names for its addresses; NULL: unknown */
	uint64_t target;  /* the offset that a CODE_JUMP leads to */
	uint8_t flow;	  /* enum code_flow */
	bool label;	  /* a CODE_JUMP of this code leads here */
	uint8_t loops[CODE_LOOPS]; /* enum code_loop of each nested loop, the outermost first */
};

struct code {
	uint64_t size;		     /* bytes that were requested */
	VEC(struct code_line) lines; /* in the order of offsets, without gaps */
	VEC(struct code_source) sources;
	struct arena texts; /* of lines and sources */
	const char *why;    /* why the instructions do not reach the code's end; NULL: they do */
	const char *why_source; /* why some source lines are unknown; NULL: all are known */
	bool lines_broken;	/* reading source lines has failed */
	bool differs;		/* the file is not the recorded build */
	bool sourced;		/* code_sources_read() has added the source lines */
	size_t loop_depth;	/* nested loops that are marked */
};

/* The process that disassembles several parts of code. A zeroed one is not started. */
struct code_disasm {
	struct disasm *disasm;
	enum regs_arch arch;
	bool big;
};

/* Start the process for the architecture of records with a layout; see disasm_start(). */
void code_disasm_start(struct code_disasm *disasm, const struct layout *layout);
void code_disasm_release(struct code_disasm *disasm);

/*
 * Read the code at an address in a record's process. Waits for its files, and for the process that
 * disassembles (sym/disasm.h). If the code cannot be read, there are no lines, and `why` has the
 * reason. sources: the caller calls code_sources_read() next, whose process then reads the file at
 * the same time.
 */
void code_read(struct code *code, struct code_disasm *disasm, struct reader *reader,
	       const struct row_info *info, uint64_t addr, uint64_t size, bool sources);

/* Copy code with everything it owns. */
void code_copy(struct code *to, const struct code *from);
void code_release(struct code *code);

/* Append "file.c:12", as bytes in the form of the field srcline. */
void code_place(const struct code_source *source, struct buf *out);

#endif
