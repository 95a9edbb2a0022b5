/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_UNWIND_H
#define SYM_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "wire/regs.h"

/*
 * Frames of a stack that was recorded as bytes, with the registers (PERF_SAMPLE_REGS_USER,
 * PERF_SAMPLE_STACK_USER). libdwfl finds them in a process of its own, in a sandbox and with
 * little time for each stack, which gets the files of programs and libraries as descriptors.
 * When it dies it is started again; a file that it died of several times is used no more.
 *
 * x86-64, i386, arm64 and arm, little endian. One thread at a time.
 */
struct unwind;

/* A mapping with code: [start, end) is what lies at pgoff of the file. */
struct unwind_map {
	uint64_t start, end, pgoff;
	uint32_t file;	 /* a small number that the caller gives to it, UNWIND_NO_FILE: none */
	uint32_t unused; /* it has no gap, as it is sent */
};

#define UNWIND_NO_FILE UINT32_MAX

enum {
	UNWIND_FRAMES_MAX = 1024, /* of one stack */
	UNWIND_FILES_MAX = 1 << 20,
	UNWIND_MAPS_MAX = 1 << 17,  /* of a process; more are not looked at */
	UNWIND_STACK_MAX = 1 << 20, /* bytes: more than PERF_SAMPLE_STACK_USER can have */
	UNWIND_BATCH = 64	    /* stacks that are unwound at once */
};

struct unwind_maps {
	VEC(struct unwind_map) list;
};

/* Asked when they are needed, in unwind_run(). */
struct unwind_source {
	/* Add all mappings with code of the address space of stack i of those that were added. */
	void (*maps)(void *arg, size_t i, struct unwind_maps *maps);
	/* A descriptor of a regular file, which is closed then; -1: it cannot be had. */
	int (*open)(void *arg, uint32_t file);
	void *arg;
};

struct unwind_stack {
	/* Stacks of the same number have the same mappings; they are not asked for again. */
	uint64_t space;
	enum regs_arch arch;
	uint64_t abi, mask;   /* uregs.abi, attr.sample_regs_user */
	const uint64_t *regs; /* of the bits of the mask */
	const uint8_t *stack; /* what was on the stack, ustack.dyn bytes from the stack pointer */
	size_t stack_len;
	unsigned max; /* frames, at most UNWIND_FRAMES_MAX */
};

/* Why there is no further frame. */
enum unwind_why {
	UNWIND_OUTERMOST, /* the tables say that this one has no caller */
	UNWIND_MAX,	  /* as many as were asked for */
	UNWIND_CUT,	  /* what is needed is not in the bytes of the stack: at is where */
	UNWIND_UNMAPPED,  /* no code is mapped at at */
	UNWIND_NO_MODULE, /* what is mapped at at has no file, or it is not there */
	UNWIND_BROKEN,	  /* the file of what is mapped at at cannot be used */
	UNWIND_NO_TABLES, /* its tables say nothing about at, and there is no frame pointer */
	UNWIND_NO_REGS,	  /* stack pointer or instruction pointer were not recorded */
	UNWIND_ARCH,	  /* stacks of this architecture cannot be unwound */
	UNWIND_NO_ARCH,	  /* the architecture is not known */
	UNWIND_FAILED,	  /* the process that unwinds died of it, or took too long */
	UNWIND_WHY_COUNT
};

/*
 * The innermost frame has the recorded instruction pointer. Others have their return address
 * less one, so that it lies in the call, as perf script prints it; those that a signal
 * interrupted have the address itself.
 */
struct unwind_frames {
	VEC(uint64_t) ips; /* innermost first */
	enum unwind_why why;
	uint64_t at;	 /* an address, where why speaks of one */
	uint32_t file;	 /* of what is mapped there, UNWIND_NO_FILE: none */
	uint32_t unused; /* it has no gap, as it is sent */
};

struct unwind *unwind_open(const struct unwind_source *source);
void unwind_close(struct unwind *u);

/*
 * Stacks are added and then unwound at once, which costs much less than one by one.
 * unwind_reset() forgets those before. unwind_add() copies the stack; false: there is no room for
 * a further one.
 */
void unwind_reset(struct unwind *u);
bool unwind_add(struct unwind *u, const struct unwind_stack *stack);
void unwind_run(struct unwind *u);

/* Of stack i of those that were added, from unwind_run() to unwind_reset(). */
const struct unwind_frames *unwind_result(const struct unwind *u, size_t i);

/* "no code was mapped at the last address", of the frames. */
const char *unwind_why_text(enum unwind_why why);

#endif
