/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INSTRUCTIONS_H
#define RECORDING_INSTRUCTIONS_H

#include "recording/mappings.h"

/*
 * The instruction at an address of a record, from the mapped file: its bytes, and their disassembly
 * by capstone (sym/disasm.h). reader_instructions() returns those of a reader. For one thread.
 * Instructions repeat, so they are kept while there is room.
 */
struct instructions;
struct reader;

struct instruction {
	const char *text; /* "movq %rsp, %rbp" */
	size_t text_len;
	const char *hex; /* its bytes: "48 89 e5" */
	size_t hex_len;
	uint32_t size; /* bytes */
	bool recorded; /* the build id shows that the file is the recorded one */
};

struct instructions *instructions_open(struct reader *reader);
void instructions_close(struct instructions *instructions);

/*
 * Set the instruction at an address of a mapping; valid until the next call. Returns false if none
 * is known. If the reader's symbols do not wait, this does not either: a thread disassembles, and
 * an instruction that is not available yet is not known (sym/insns.h).
 */
bool instructions_find(struct instructions *instructions, const struct row_info *info,
		       const struct mapping *mapping, uint64_t addr,
		       struct instruction *instruction);

#endif
