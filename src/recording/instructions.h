/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INSTRUCTIONS_H
#define RECORDING_INSTRUCTIONS_H

#include "recording/mappings.h"

/*
 * The instruction at an address of a record, from the file that was mapped there: its bytes and
 * what capstone makes of them (sym/disasm.h). reader_instructions() has those of a reader. One
 * thread's. Instructions come again: they are kept while there is room.
 */
struct instructions;
struct reader;

struct instruction {
	const char *text; /* "movq %rsp, %rbp" */
	size_t text_len;
	const char *hex; /* its bytes: "48 89 e5" */
	size_t hex_len;
	uint32_t size; /* bytes */
	bool recorded; /* by a build id the file is known to be the recorded one */
};

struct instructions *instructions_open(struct reader *reader);
void instructions_close(struct instructions *instructions);

/*
 * The one at an address of a mapping. It is good until the next question. False: none is known.
 * Does not wait for a file that is still being read where the reader's symbols do not wait.
 */
bool instructions_find(struct instructions *instructions, const struct row_info *info,
		       const struct mapping *mapping, uint64_t addr,
		       struct instruction *instruction);

#endif
