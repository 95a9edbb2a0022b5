/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_INSNS_H
#define SYM_INSNS_H

#include "base/buf.h"
#include "sym/machinecode.h"
#include "wire/regs.h"

/*
 * Single instructions as text and bytes, for callers that must not wait. A thread reads the code
 * and has it disassembled (sym/disasm.h); answers are kept while there is room.
 *
 * All functions but open and close are for any thread.
 */
struct insns;

enum {
	INSNS_LONGEST = 16 /* the most bytes of an instruction of any architecture */
};

struct insns_options {
	/* Copy code of a module, as syms_code() does. */
	void (*code)(void *arg, uint32_t module, uint64_t at, uint64_t time,
		     struct machinecode *code);
	void *code_arg;
	void (*wake)(void *arg); /* called from the thread when an answer is available */
	void *wake_arg;
};

/* Open without starting anything: thread and process start with the first question. */
struct insns *insns_open(const struct insns_options *options);
void insns_close(struct insns *insns);

/* An instruction in a module; members as for syms_code(). */
struct insns_place {
	uint32_t module;
	uint64_t at, time;
	uint64_t addr; /* address in the process */
	enum regs_arch arch;
	bool big;
};

struct insns_answer {
	struct buf text; /* "movq %rsp, %rbp"; "": there is no instruction */
	struct buf hex;	 /* its bytes: "48 89 e5" */
	uint32_t size;
};

#define INSNS_ANSWER_INIT                                                                          \
	{                                                                                          \
		.text = BUF_INIT, .hex = BUF_INIT                                                  \
	}

/* Return an answer at once. False: the answer is not known yet; wake() is called when it is. */
bool insns_find(struct insns *insns, const struct insns_place *place, struct insns_answer *answer);

/*
 * Return the number of requests without an answer, and the number of answers that have arrived
 * since.
 */
uint32_t insns_pending(struct insns *insns);
uint32_t insns_answered(struct insns *insns);

#endif
