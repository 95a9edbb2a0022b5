/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTFMT_H
#define TRACING_PRINTFMT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "tracing/printspec.h"
#include "wire/bytes.h"

/*
 * The print format of a tracepoint as a small program: pieces that are printed one behind the
 * other, whose values are trees of nodes over the raw data of a sample. tracing/printcompile.h
 * makes them, in a process of its own; printrun.h runs them, in this one.
 *
 * What a program means is what libtraceevent (src/event-parse.c there: pretty_print(),
 * eval_num_arg(), print_str_arg()) makes of the format it was compiled from.
 */
enum print_op {
	/* Numbers: 64 bits, unsigned. */
	PRINT_CONST,	 /* v */
	PRINT_FIELD,	 /* size bytes at a */
	PRINT_INDEX,	 /* element b of size bytes, from a on */
	PRINT_DYN_INDEX, /* size bytes at a place, b bytes further */
	PRINT_DYN_LEN,	 /* bytes at a place */
	PRINT_MASK,	 /* the bits v of a */
	PRINT_NOT,
	PRINT_INVERT,
	PRINT_ADD,
	PRINT_SUB,
	PRINT_MUL,
	PRINT_DIV,
	PRINT_MOD,
	PRINT_AND,
	PRINT_OR,
	PRINT_SHL,
	PRINT_SHR,
	PRINT_BOTH,
	PRINT_EITHER,
	PRINT_LT,
	PRINT_LE,
	PRINT_GT,
	PRINT_GE,
	PRINT_EQ,
	PRINT_NE,
	PRINT_COND, /* a ? b : c */
	/* Texts. */
	PRINT_TEXT,	 /* b bytes of texts, from a on */
	PRINT_CHARS,	 /* at most b bytes at a, up to a NUL; b 0: all that is left */
	PRINT_STRING,	 /* up to a NUL, at a place */
	PRINT_BITMASK,	 /* the words at a place in hexadecimal */
	PRINT_CHOICE,	 /* a ? b : c */
	PRINT_FLAGS,	 /* names of the bits of a: pairs c.., v the text between them */
	PRINT_SYMBOL,	 /* the name of a: pairs c.. */
	PRINT_HEX,	 /* b bytes at a or at the place a, with blanks between them */
	PRINT_HEX_STR,	 /* without */
	PRINT_MAC,	 /* an address of 6 bytes at a */
	PRINT_IP4,	 /* of 4 */
	PRINT_IP6,	 /* of 16, in full */
	PRINT_IP6_SHORT, /* of 16, as RFC 5952 has it */
	PRINT_UUID,	 /* of 16 bytes at a */
	PRINT_OP_COUNT
};

/* A place is a field of 4 bytes: where (low half), and how many bytes (high half). */
enum print_flag {
	PRINT_PLACE = 1,    /* a is one */
	PRINT_RELATIVE = 2, /* counted from its end */
	PRINT_REVERSE = 4   /* of addresses: the last byte first */
};

struct print_node {
	uint8_t op; /* enum print_op */
	uint8_t size;
	uint8_t flags;
	uint8_t unused;	  /* it has no gap, as it is sent */
	uint32_t a, b, c; /* numbers of nodes, which come before this one; offsets */
	uint64_t v;
};

/* Of flags and symbols: a value and its name, len bytes of texts. */
struct print_pair {
	uint64_t value;
	uint32_t text, len;
};

enum print_kind {
	PRINT_KIND_TEXT,    /* as PRINT_TEXT: star bytes of texts, from node on */
	PRINT_KIND_NUMBER,  /* of a node, as printf() does by conversion d, u, x, X or o */
	PRINT_KIND_STRING,  /* by %s */
	PRINT_KIND_POINTER, /* by %p */
	PRINT_KIND_ADDRESS, /* by %ps, or %pS where its conversion is S: of code of the kernel */
	PRINT_KIND_COUNT
};

enum print_star {
	PRINT_WIDTH = 1, /* the width is the value of node star */
	PRINT_PRECISION	 /* the precision is */
};

struct print_piece {
	uint8_t kind;  /* enum print_kind */
	uint8_t stars; /* enum print_star, 0: none */
	struct printspec spec;
	uint32_t node, star;
};

/* v of PRINT_FLAGS. */
static inline uint64_t print_between(uint32_t text, uint32_t len)
{
	return (uint64_t)len << 32 | text;
}

struct printfmt {
	uint16_t id; /* the first two bytes of raw data that it is for */
	bool big;
	VEC(struct print_node) nodes;
	VEC(struct print_pair) pairs; /* c of a node: the first; its b: how many */
	VEC(struct print_piece) pieces;
	struct buf texts;
};

enum {
	PRINT_NODES_MAX = 4096, /* and pairs, and pieces */
	PRINT_TEXTS_MAX = 65536,
	PRINT_DEPTH_MAX = 64, /* of a tree */
	PRINT_WIDTH_MAX = 4096,
	PRINTFMTS_MAX = 16 << 20 /* bytes */
};

void printfmt_free(struct printfmt *print);

/* As bytes, on the way from the process that compiled it; both ends are on this machine. */
void printfmt_put(struct buf *out, const struct printfmt *print);

/*
 * NULL: the bytes are no program that can be run. Nothing in them is trusted: what is returned
 * has no reference out of its tables, and no node that is used twice.
 */
struct printfmt *printfmt_get(const void *p, size_t len);

/* The programs of a recording, by the numbers of their formats; NULL: it has none. */
struct printfmts {
	VEC(struct printfmt *) list;
	size_t bytes; /* that they were read from */
};

void printfmts_release(struct printfmts *prints);

/* Append one with its number to the bytes that printfmts_get() reads. */
void printfmts_put(struct buf *out, uint32_t number, const struct printfmt *print);

/*
 * Read programs of n formats. What is no program, or is more than fits in PRINTFMTS_MAX bytes,
 * is left out.
 */
void printfmts_get(struct printfmts *prints, uint32_t n, const void *p, size_t len);

/* Any thread. */
const struct printfmt *printfmts_find(const struct printfmts *prints, uint32_t number);

#endif
