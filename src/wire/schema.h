/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_SCHEMA_H
#define WIRE_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/words.h"

/*
 * The shape of records: for each type a table of rows, in the order of the
 * bytes. The tables are the only description of the format; the detail tree, the
 * JSON keys, the filter's fields and the highlighted bytes all come from walking
 * them (wire/decode.h).
 */

enum row_kind {
	ROW_END, /* ends a table */
	ROW_UINT,
	ROW_SINT,
	ROW_F64,
	ROW_STR,    /* size bytes, or count bytes where size is 0; text up to the first NUL */
	ROW_BYTES,  /* likewise, all of them */
	ROW_OBJECT, /* the rows of sub, once; with ROW_FLAT they belong to what holds it */
	ROW_ATTR,   /* an object whose size is the u32 at its byte 4 (0: 64) */
	ROW_LIST,   /* the rows of sub, count times */
	ROW_BITS,   /* a number with parts: sub holds ROW_BIT rows */
	ROW_BIT,    /* size bits from shift up */
	ROW_CHAIN,  /* count u64: addresses, markers of enum perf_callchain_context, cookies */
	ROW_HOLD,   /* remembers the place of size bytes for a ROW_HELD row */
	ROW_REGS,   /* one u64 for each bit of a register mask */
	ROW_RAW,    /* count bytes that the rows of the event's tracepoint format describe */
	ROW_PLACE   /* in raw data: where the rows of sub are, which have no fixed place */
};

/* Values that a row leaves for later rows of the same record. */
enum row_reg {
	REG_NONE,
	REG_NR,
	REG_SIZE,
	REG_SIZE2,
	REG_TYPE,
	REG_ABI,
	REG_VECTORS,
	REG_VECTOR_QWORDS,
	REG_PREDS,
	REG_PRED_QWORDS,
	REG_BRANCH_TYPE,
	REG_COUNT
};

/* On what a row's presence depends. */
enum when_src {
	WHEN_ALWAYS,
	WHEN_SAMPLE_TYPE,
	WHEN_READ_FORMAT,
	WHEN_BRANCH_TYPE,
	WHEN_MISC,
	WHEN_REG,	/* value of register reg */
	WHEN_LEFT,	/* at least want bytes are left in the body, fewer with negate */
	WHEN_FITS,	/* at least as many bytes as register reg says are left in the body */
	WHEN_HW_IDX,	/* the kernel leaves hw_idx out where there is no branch stack: try */
	WHEN_COUNTERS,	/* an event of the group asks for branch counters, and they fit */
	WHEN_PROT,	/* MMAP2: what is left is more than a name, see walk_when.c */
	WHEN_PROG_NAME, /* BPF_METADATA: the name has want bytes, which depends on the writer */
	WHEN_SPLIT_HEAD /* SIMPLEPERF_SPLIT: the piece begins with the header of a long record */
};

/* The row is there when (source & mask) == want, or != want when negate is set. */
struct when {
	uint64_t mask;
	uint64_t want;
	uint8_t src;
	uint8_t reg;
	bool negate;
};

enum count_src {
	COUNT_ONE,
	COUNT_REG,	 /* value of register reg */
	COUNT_REST,	 /* as many as fit into what is left */
	COUNT_PRODUCT,	 /* reg * reg2 * 8: bytes of SIMD registers */
	COUNT_USER_MASK, /* bits set in attr.sample_regs_user */
	COUNT_INTR_MASK,
	COUNT_FIXED, /* n */
	COUNT_TEXT8  /* reg and a NUL, rounded up to 8: a text of perf's records */
};

struct count {
	uint8_t src;
	uint8_t reg, reg2;
	uint16_t n;
};

enum row_flag {
	ROW_STRUCTURAL = 1, /* in the tree and the bytes, not in JSON or a filter */
	ROW_SCALAR = 2,	    /* of a list: the elements are values, not objects */
	ROW_FLAT = 4,	    /* of bits, an object: the parts are members of what holds it */
	ROW_MIRROR = 8, /* of bits: a C bit-field, laid out from the top by big-endian compilers */
	ROW_HELD = 16,	/* of a number: its bytes are at the place of the last ROW_HOLD */
	ROW_RELATIVE = 32, /* of a place: it counts from its own end */
	ROW_AGAIN = 64,	   /* of an item: its bytes are in other leaves, so it is none */
	ROW_DERIVED = 128  /* of an item: it is made of the item before it, and not in the record */
};

struct row {
	uint16_t word; /* enum word */
	uint16_t size; /* bytes of a number or of fixed text; bits of a ROW_BIT */
	uint8_t kind;  /* enum row_kind */
	uint8_t shift; /* ROW_BIT: the lowest bit */
	uint8_t flags; /* enum row_flag */
	uint8_t save;  /* enum row_reg that receives the value */
	struct when when;
	struct count count;
	const struct row *sub;
	const char *label; /* a name that is no word: of a tracepoint's field */
};

/* Bytes that follow a record and are not counted in its size. */
enum record_tail {
	TAIL_NONE,
	TAIL_TRACING, /* the u32 at 8, rounded up to 8, unless the record has room for them */
	TAIL_AUXTRACE /* the u64 at 8 */
};

/* A record type. */
struct record_desc {
	uint32_t type;
	uint16_t min;	  /* bytes of the smallest valid record */
	bool trailer;	  /* written by the kernel: ends with a sample_id when the attr says so */
	uint8_t tail;	  /* enum record_tail */
	const char *name; /* as perf's statistics name it */
	const struct row *rows;
	const struct row *misc; /* parts of misc besides cpumode, NULL none */
	const char *summary;	/* one line: {word} stands for a value, see recording/summary.h */
	const char *help;
};

#define RECORD_HEADER_SIZE 8

/* The types of records.def. */
enum record_type {
#define KERNEL(id, type, ...) RECORD_##id = (type),
#define PERF(id, type, ...) RECORD_##id = (type),
#define SIMPLEPERF(id, type, ...) RECORD_##id = (type),
#include "wire/records.def"
	RECORD_USER_START = 64,		 /* the first type that perf writes itself */
	RECORD_SIMPLEPERF_START = 32769, /* the first type of simpleperf */
	RECORD_DAMAGE = 0xffffffff	 /* ours: a damaged stretch; no file has this type */
};

/* Bits of misc, whose meaning depends on the type, and their numbers. */
enum record_misc {
#define MISC(name, bit) MISC_##name = 1 << (bit), MISC_##name##_AT = (bit),
#define MISC_PERF(name, bit) MISC_##name = 1 << (bit), MISC_##name##_AT = (bit),
#include "wire/records.def"
};

/* The low bits of misc: where the CPU was. linux/perf_event.h, PERF_RECORD_MISC_CPUMODE_MASK. */
enum cpumode {
	CPUMODE_UNKNOWN,
	CPUMODE_KERNEL,
	CPUMODE_USER,
	CPUMODE_HYPERVISOR,
	CPUMODE_GUEST_KERNEL,
	CPUMODE_GUEST_USER,
	CPUMODE_MASK = 7
};

/* Flags of AUX records: PERF_AUX_FLAG_* of linux/perf_event.h. */
enum {
	AUX_TRUNCATED = 1,
	AUX_OVERWRITE = 2,
	AUX_PARTIAL = 4,
	AUX_COLLISION = 8
};

/* The low bits of misc are a CPU mode: in the kernel's records, and in one of perf's. */
static inline bool record_has_cpumode(uint32_t type)
{
	return type < RECORD_USER_START || type == RECORD_BUILD_ID;
}

/* Records whose addresses are of a task at their own time, so that they have names. */
static inline bool record_has_frames(uint32_t type)
{
	return type == RECORD_SAMPLE || type == RECORD_CALLCHAIN_DEFERRED ||
	       type == RECORD_SIMPLEPERF_CALLCHAIN;
}

/* The description of a type, or NULL for a type that is not known. */
const struct record_desc *record_find(uint32_t type);

/* True when the body itself, not its trailer, holds an event id; a sample's is not meant. */
bool schema_has_id(uint32_t type);

/*
 * The number of bytes that follow a record of size bytes and belong to it. At least desc->min
 * bytes of it are at rec.
 */
uint64_t record_tail(const struct record_desc *desc, const uint8_t *rec, size_t size, bool big);

/* The type's name, UNKNOWN(n) for others. */
void record_name(struct buf *buf, uint32_t type);

/* The type of a name, "SAMPLE" or "UNKNOWN(40)", ignoring case. */
bool record_type_value(const char *name, size_t len, uint64_t *type);

/* The parts that are not tied to one type. */
extern const struct row rows_header[], rows_trailer[], rows_attr[], rows_read[], rows_cpumode[];
extern const struct row rows_sample[];

/*
 * The tables by author: the kernel, perf, simpleperf. A type's place in them is its number less
 * the first.
 */
enum {
	RECORDS_KERNEL = 0
#define KERNEL(...) +1
#include "wire/records.def"
		,
	RECORDS_PERF = 0
#define PERF(...) +1
#include "wire/records.def"
		,
	RECORDS_SIMPLEPERF = 0
#define SIMPLEPERF(...) +1
#include "wire/records.def"
		,
	RECORD_TABLES = 3
};
extern const struct record_desc records_kernel[RECORDS_KERNEL + 1];
extern const struct record_desc records_perf[RECORDS_PERF + 1];
extern const struct record_desc records_simpleperf[RECORDS_SIMPLEPERF + 1];

/* All tables; each ends with a NULL name. */
extern const struct record_desc *const record_tables[RECORD_TABLES];

#endif
