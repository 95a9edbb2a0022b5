/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_UNWIND_H
#define SYM_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "wire/regs.h"

/*
 * Unwinds stacks that were recorded as bytes with registers (PERF_SAMPLE_REGS_USER,
 * PERF_SAMPLE_STACK_USER). libdwfl does this in a separate process, in a sandbox and with little
 * time for each stack; the process receives programs and libraries as descriptors. If it dies, it
 * is started again; a file that has killed it several times is not used any more.
 *
 * x86-64, i386, arm64 and arm, little endian. For one thread at a time.
 */
struct unwind;

/* A mapping with code: [start, end) contains the file from offset pgoff on. */
struct unwind_map {
	uint64_t start, end, pgoff;
	uint32_t file;	 /* a small number chosen by the caller; UNWIND_NO_FILE: none */
	uint32_t unused; /* explicit padding, because the struct is sent as bytes */
};

#define UNWIND_NO_FILE UINT32_MAX

enum {
	UNWIND_FRAMES_MAX = 1024, /* of one stack */
	UNWIND_FILES_MAX = 1 << 20,
	UNWIND_MAPS_MAX = 1 << 17,  /* of a process; further ones are ignored */
	UNWIND_STACK_MAX = 1 << 20, /* bytes: more than PERF_SAMPLE_STACK_USER can have */
	UNWIND_BATCH = 64	    /* stacks that are unwound together */
};

struct unwind_maps {
	VEC(struct unwind_map) list;
};

/* Called by unwind_run() when needed. */
struct unwind_source {
	/*
	 * Add all mappings with code of the address space of stack i; stacks are numbered in the
	 * order of unwind_add().
	 */
	void (*maps)(void *arg, size_t i, struct unwind_maps *maps);
	/*
	 * Return a descriptor of a regular file, which is closed afterwards; -1: it is not
	 * available.
	 */
	int (*open)(void *arg, uint32_t file);
	void *arg;
};

struct unwind_stack {
	/* Stacks with the same number have the same mappings, which are requested only once. */
	uint64_t space;
	enum regs_arch arch;
	uint64_t abi, mask;   /* uregs.abi, attr.sample_regs_user */
	const uint64_t *regs; /* the registers, by bit of the mask */
	const uint8_t *stack; /* the recorded stack: ustack.dyn bytes from the stack pointer */
	size_t stack_len;
	unsigned max; /* maximum number of frames, at most UNWIND_FRAMES_MAX */
};

/* The reason why there is no further frame. `at` and file are those of struct unwind_frames. */
enum unwind_why {
	UNWIND_OUTERMOST, /* by the tables, this frame has no caller */
	UNWIND_MAX,	  /* the requested number of frames was reached */
	UNWIND_CUT,	  /* memory at `at` is needed, which was not recorded */
	UNWIND_UNMAPPED,  /* no code is mapped at `at` */
	UNWIND_NO_MODULE, /* the mapping at `at` has no file, or the file is missing */
	UNWIND_BROKEN,	  /* the file that is mapped at `at` cannot be used */
	UNWIND_NO_TABLES, /* its tables have no rule for `at`, and there is no frame pointer */
	UNWIND_NO_REGS,	  /* the stack pointer or the instruction pointer was not recorded */
	UNWIND_ARCH,	  /* stacks of this architecture cannot be unwound */
	UNWIND_NO_ARCH,	  /* the architecture is unknown */
	UNWIND_FAILED,	  /* the unwinding process died of it, or took too long */
	UNWIND_WHY_COUNT
};

/*
 * The innermost frame has the recorded instruction pointer. Callers have their return address minus
 * one, as in perf script; this is inside of the call. Frames that were interrupted by a signal have
 * the address itself.
 */
struct unwind_frames {
	VEC(uint64_t) ips; /* innermost first */
	enum unwind_why why;
	uint64_t at;	 /* an address, if why refers to one */
	uint32_t file;	 /* the file that is mapped there; UNWIND_NO_FILE: none */
	uint32_t unused; /* explicit padding, because the struct is sent as bytes */
};

/* The source is copied. */
struct unwind *unwind_open(const struct unwind_source *source);
void unwind_close(struct unwind *u);

/*
 * Add stacks and then unwind them together, which is much faster than one by one. unwind_reset()
 * removes the stacks so far. unwind_add() copies the stack; it returns false if there is no room
 * for another one.
 */
void unwind_reset(struct unwind *u);
bool unwind_add(struct unwind *u, const struct unwind_stack *stack);
void unwind_run(struct unwind *u);

/* Return the frames of stack i, valid from unwind_run() to unwind_reset(). */
const struct unwind_frames *unwind_result(const struct unwind *u, size_t i);

/*
 * Return the reason as a text such as "no code was mapped at the last address", that is, the
 * address of the last frame.
 */
const char *unwind_why_text(enum unwind_why why);

#endif
