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
 * The print format of a tracepoint as a small program: pieces that are printed one after the other,
 * whose values are trees of nodes over the raw data of a sample. tracing/printcompile.h makes
 * programs in a process of its own; printrun.h runs them in this process.
 *
 * A program has the meaning that libtraceevent gives the format (src/event-parse.c there:
 * pretty_print(), eval_num_arg(), print_str_arg()).
 */
enum print_op {
	/* Numbers: 64 bits, unsigned. */
	PRINT_CONST,	 /* v */
	PRINT_FIELD,	 /* size bytes at a */
	PRINT_INDEX,	 /* element b, of size bytes, of an array at a */
	PRINT_DYN_INDEX, /* size bytes at a place, b bytes after its start */
	PRINT_DYN_LEN,	 /* the number of bytes at a place */
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
	PRINT_TEXT,    /* b bytes of texts, from offset a on */
	PRINT_CHARS,   /* at most b bytes at a, up to a NUL; b 0: all bytes left */
	PRINT_STRING,  /* the bytes at a place, up to a NUL */
	PRINT_BITMASK, /* the words at a place, in hexadecimal */
	PRINT_CHOICE,  /* a ? b : c */
	/* names of the bits set in `a`: pairs from c on; v: the text between names */
	PRINT_FLAGS,
	PRINT_SYMBOL,	 /* the name of value a: pairs c.. */
	PRINT_HEX,	 /* b bytes at a, or at the place a, with blanks between them */
	PRINT_HEX_STR,	 /* b bytes at a, or at the place a, without blanks */
	PRINT_MAC,	 /* a MAC address of 6 bytes at a */
	PRINT_IP4,	 /* an IPv4 address of 4 bytes at a */
	PRINT_IP6,	 /* an IPv6 address of 16 bytes at a, in full */
	PRINT_IP6_SHORT, /* an IPv6 address of 16 bytes at a, in the form of RFC 5952 */
	PRINT_UUID,	 /* a UUID of 16 bytes at a */
	PRINT_OP_COUNT
};

/* A place is a field of 4 bytes: an offset (low half) and a number of bytes (high half). */
enum print_flag {
	PRINT_PLACE = 1,    /* a is a place */
	PRINT_RELATIVE = 2, /* the offset counts from the end of the field */
	PRINT_REVERSE = 4   /* of addresses: the last byte comes first */
};

struct print_node {
	uint8_t op; /* enum print_op */
	uint8_t size;
	uint8_t flags;
	uint8_t unused;	  /* explicit padding, because nodes are sent as bytes */
	uint32_t a, b, c; /* numbers of earlier nodes, or offsets */
	uint64_t v;
};

/* For flags and symbols: a value and its name, which is len bytes of texts. */
struct print_pair {
	uint64_t value;
	uint32_t text, len;
};

enum print_kind {
	PRINT_KIND_TEXT,    /* literal text: `len` bytes of texts, from offset `text` on */
	PRINT_KIND_NUMBER,  /* a node's number, as printf() prints by d, u, x, X or o */
	PRINT_KIND_STRING,  /* a node's text, by %s */
	PRINT_KIND_POINTER, /* a node's number, by %p */
	PRINT_KIND_ADDRESS, /* an address of the kernel's code, by %ps, or %pS if conversion is S */
	PRINT_KIND_COUNT
};

enum print_star {
	PRINT_WIDTH = 1, /* the width is the value of node star */
	PRINT_PRECISION	 /* the precision is the value of node star */
};

struct print_piece {
	uint8_t kind;  /* enum print_kind */
	uint8_t stars; /* enum print_star, 0: none */
	struct printspec spec;
	union {
		uint32_t node;
		uint32_t text; /* of PRINT_KIND_TEXT */
	};
	union {
		uint32_t star; /* a node */
		uint32_t len;  /* of PRINT_KIND_TEXT */
	};
};

/* The v of PRINT_FLAGS. */
static inline uint64_t print_between(uint32_t text, uint32_t len)
{
	return (uint64_t)len << 32 | text;
}

struct printfmt {
	uint16_t id; /* the first two bytes of the raw data that the program is for */
	bool big;
	VEC(struct print_node) nodes;
	VEC(struct print_pair) pairs; /* of a node: c is the first one, b their number */
	VEC(struct print_piece) pieces;
	struct buf texts;
};

enum {
	PRINT_NODES_MAX = 4096, /* the most nodes, pairs and pieces */
	PRINT_TEXTS_MAX = 65536,
	PRINT_DEPTH_MAX = 64, /* of a tree */
	PRINT_WIDTH_MAX = 4096,
	PRINTFMTS_MAX = 16 << 20 /* bytes of all programs */
};

void printfmt_free(struct printfmt *print);

/* The bytes of a network address or a UUID that an operation prints; 0: it prints none. */
uint8_t printfmt_address_size(enum print_op op);

/*
 * Append a program as bytes, which the process that compiled it sends to another one. Both
 * processes are on this machine.
 */
void printfmt_put(struct buf *out, const struct printfmt *print);

/*
 * Read a program from untrusted bytes. NULL: they are no program that can be run.
 * A returned program refers to nothing outside of its tables and uses no node twice.
 */
struct printfmt *printfmt_get(const void *p, size_t len);

/* The programs of a recording, by the numbers of their formats. NULL: the format has none. */
struct printfmts {
	VEC(struct printfmt *) list;
	size_t bytes; /* bytes that they were read from */
};

void printfmts_release(struct printfmts *prints);

/* Append a program and its number in the form that printfmts_get() reads. */
void printfmts_put(struct buf *out, uint32_t number, const struct printfmt *print);

/*
 * Read the programs of n formats. Invalid ones, and those that exceed PRINTFMTS_MAX bytes, are left
 * out.
 */
void printfmts_get(struct printfmts *prints, uint32_t n, const void *p, size_t len);

/* For any thread. */
const struct printfmt *printfmts_find(const struct printfmts *prints, uint32_t number);

#endif
