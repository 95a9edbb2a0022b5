/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_CODE_H
#define ANNOTATE_CODE_H

#include "base/vec.h"
#include "recording/mappings.h"
#include "recording/reader.h"

/*
 * The instructions of a stretch of code as it was mapped when a record was made, and the lines of
 * source that they come from. One thread's.
 */
enum {
	CODE_NO_SOURCE = UINT32_MAX,
	CODE_LOOPS = 4 /* loops in one another that are marked */
};

/* Where an instruction leads to. */
enum code_flow {
	CODE_ON,    /* to the next one */
	CODE_JUMP,  /* into this code, to code_line.target */
	CODE_LEAVE, /* a branch to elsewhere, or to what is not in the instruction */
	CODE_CALL,
	CODE_RETURN
};

/* What a line is of a loop, which goes from the target of a jump back to that jump. */
enum code_loop {
	CODE_NO_LOOP,
	CODE_LOOP_FIRST,
	CODE_LOOP_WITHIN,
	CODE_LOOP_LAST
};

/* A line of source, of the function or of one that was inlined into it. */
struct code_source {
	char *file;    /* path as debug information has it */
	uint32_t line; /* from 1; 0: of none in particular */
	char *inlined; /* name of the inlined function; NULL: it is the function's own */
};

struct code_line {
	uint64_t off;	 /* from the beginning of the code, bytes */
	uint32_t len;	 /* bytes of the instruction; 0: none is known */
	uint32_t source; /* of code.sources; CODE_NO_SOURCE: not known */
	char *text;	 /* the instruction, with names of the addresses in it; NULL: not known */
	uint64_t target; /* offset that a JUMP leads to */
	uint8_t flow;	 /* enum code_flow */
	bool label;	 /* a JUMP of this code leads here */
	uint8_t loops[CODE_LOOPS]; /* enum code_loop, the outermost first */
};

struct code {
	VEC(struct code_line) lines; /* in the order of their offsets, without gaps */
	VEC(struct code_source) sources;
	const char *why; /* the instructions do not reach the end of the code; NULL: they do */
	const char *why_source; /* not all source lines are known; NULL: they are */
	bool differs;		/* the file is another build than the recorded one */
	size_t depth;		/* of loops that are marked in one another */
};

/*
 * Read the code at an address of a record's process. Wait for its files and for the process that
 * disassembles (sym/disasm.h). Code that cannot be read has no lines, and why is set.
 */
void code_read(struct code *code, struct reader *reader, const struct row_info *info, uint64_t addr,
	       uint64_t size);

/* Add the source lines of code that was read so. Wait for the process that reads them. */
void code_read_sources(struct code *code, struct reader *reader, const struct row_info *info,
		       uint64_t addr);

/* Copy code and all that it owns. */
void code_copy(struct code *to, const struct code *from);
void code_release(struct code *code);

/* Append "file.c:12", bytes as the field srcline has them. */
void code_place(const struct code_source *source, struct buf *out);

#endif
