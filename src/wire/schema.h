/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_SCHEMA_H
#define WIRE_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/fields.h"

/*
 * The format of records: each type has a table of rows, in the order of the bytes. The tables are
 * the only description of the format: the detail tree, the keys of JSON, the fields of filters and
 * the highlighted bytes all come from a walk over them (wire/decode.h).
 */

enum row_kind {
	ROW_END, /* ends a table */
	ROW_UINT,
	ROW_SINT,
	ROW_F64,
	ROW_STR,    /* size bytes, or count bytes if size is 0; text up to the first NUL */
	ROW_BYTES,  /* size bytes, or count bytes if size is 0; all of them */
	ROW_OBJECT, /* the rows of sub, once; with ROW_FLAT they are members of what holds it */
	ROW_ATTR,   /* an object whose size is the u32 at its byte 4 (0: 64) */
	ROW_LIST,   /* the rows of sub, count times */
	ROW_BITS,   /* a number with parts: sub holds ROW_BIT rows */
	ROW_BIT,    /* size bits from shift up */
	ROW_CHAIN,  /* count u64: addresses, markers of enum perf_callchain_context, cookies */
	ROW_HOLD,   /* stores the place of size bytes, for a ROW_HELD row */
	ROW_REGS,   /* one u64 for each bit of a register mask */
	ROW_RAW,    /* count bytes; the rows of the event's tracepoint format describe them */
	ROW_PLACE   /* in raw data: a number that is the place of the rows of sub */
};

/* Values that a row saves for later rows of the same record. */
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

/* The value on which the presence of a row depends. */
enum when_src {
	WHEN_ALWAYS,
	WHEN_SAMPLE_TYPE,
	WHEN_READ_FORMAT,
	WHEN_BRANCH_TYPE,
	WHEN_MISC,
	WHEN_REG,	/* the value of register reg */
	WHEN_LEFT,	/* at least want bytes of the body are left; with negate: fewer */
	WHEN_FITS,	/* as many bytes of the body are left as register reg says */
	WHEN_HW_IDX,	/* the kernel omits hw_idx without a branch stack: try what fits */
	WHEN_COUNTERS,	/* an event of the group has branch counters, and they fit */
	WHEN_PROT,	/* MMAP2: more than a name is left, see walk_when.c */
	WHEN_PROG_NAME, /* BPF_METADATA: the name has want bytes, depending on the writer */
	WHEN_SPLIT_HEAD /* SIMPLEPERF_SPLIT: the piece begins with the header of a long record */
};

/* A row is present if (source & mask) == want, or != want with negate. */
struct when {
	uint64_t mask;
	uint64_t want;
	uint8_t src;
	uint8_t reg;
	bool negate;
};

enum count_src {
	COUNT_ONE,
	COUNT_REG,	 /* the value of register reg */
	COUNT_REST,	 /* as many as the bytes that are left allow */
	COUNT_PRODUCT,	 /* reg * reg2 * 8: bytes of SIMD registers */
	COUNT_USER_MASK, /* bits set in attr.sample_regs_user */
	COUNT_INTR_MASK,
	COUNT_FIXED, /* n */
	COUNT_TEXT8  /* reg and a NUL, rounded up to 8: text in perf's records */
};

struct count {
	uint8_t src;
	uint8_t reg, reg2;
	uint16_t n;
};

enum row_flag {
	ROW_STRUCTURAL = 1, /* in the tree and the bytes, but not in JSON or filters */
	ROW_SCALAR = 2,	    /* of a list: the elements are values, not objects */
	ROW_FLAT = 4,	    /* of bits or an object: the parts are members of what holds it */
	ROW_MIRROR = 8, /* of bits: a C bit-field, which big-endian compilers fill from the top */
	ROW_HELD = 16,	/* of a number: its bytes are where the last ROW_HOLD was */
	ROW_RELATIVE = 32, /* of a place: it counts from the end of its own bytes */
	ROW_AGAIN = 64,	   /* of an item: other leaves have its bytes, so it is no leaf */
	ROW_DERIVED = 128  /* of an item: computed from the item before it, not in the record */
};

struct row {
	uint16_t field; /* enum field_id */
	uint16_t size;	/* bytes of a number or of fixed text; bits of a ROW_BIT */
	uint8_t kind;	/* enum row_kind */
	uint8_t shift;	/* ROW_BIT: the lowest bit */
	uint8_t flags;	/* enum row_flag */
	uint8_t save;	/* enum row_reg that receives the value */
	struct when when;
	struct count count;
	const struct row *sub;
	const char *label; /* a name that is no field: that of a tracepoint's field */
};

/* Bytes that follow a record and that its size does not include. */
enum record_tail {
	TAIL_NONE,
	TAIL_TRACING, /* the u32 at byte 8, rounded up to 8; 0 if the data are in the record */
	TAIL_AUXTRACE /* the u64 at byte 8 */
};

/* A record type. */
struct record_desc {
	uint32_t type;
	uint16_t min; /* bytes of the smallest valid record */
	/* the kernel writes it, with a sample_id trailer if the attr requests it */
	bool trailer;
	uint8_t tail;	  /* enum record_tail */
	const char *name; /* its name in perf's statistics */
	const struct row *rows;
	const struct row *misc; /* parts of misc other than cpumode, or NULL */
	const char *summary;	/* one line; {field} stands for a value, see recording/summary.h */
	const char *help;
};

#define RECORD_HEADER_SIZE 8
#define RECORD_SIZE_MAX 65535 /* the size in the header has 16 bits */

/* The types of records.def. */
enum record_type {
#define KERNEL(id, type, ...) RECORD_##id = (type),
#define PERF(id, type, ...) RECORD_##id = (type),
#define SIMPLEPERF(id, type, ...) RECORD_##id = (type),
#include "wire/records.def"
	RECORD_USER_START = 64,		 /* the first type of perf's own records */
	RECORD_SIMPLEPERF_START = 32769, /* the first type of simpleperf */
	RECORD_DAMAGE = 0xffffffff	 /* a damaged stretch; no file has this type */
};

/* Bits of misc, whose meaning depends on the type: their masks and their numbers. */
enum record_misc {
#define MISC(name, bit) MISC_##name = 1 << (bit), MISC_##name##_AT = (bit),
#define MISC_PERF(name, bit) MISC_##name = 1 << (bit), MISC_##name##_AT = (bit),
#include "wire/records.def"
};

/*
 * The low bits of misc: the mode that the CPU was in. linux/perf_event.h,
 * PERF_RECORD_MISC_CPUMODE_MASK.
 */
enum cpumode {
	CPUMODE_UNKNOWN,
	CPUMODE_KERNEL,
	CPUMODE_USER,
	CPUMODE_HYPERVISOR,
	CPUMODE_GUEST_KERNEL,
	CPUMODE_GUEST_USER,
	CPUMODE_MASK = 7
};

/* Of MMAP and MMAP2 records, as for mmap(2): PROT_EXEC, MAP_SHARED and MAP_PRIVATE. */
enum {
	PROT_EXECUTE = 4,
	FLAG_SHARED = 1,
	FLAG_PRIVATE = 2
};

/* Flags of AUX records: PERF_AUX_FLAG_* of linux/perf_event.h. */
enum {
	AUX_TRUNCATED = 1,
	AUX_OVERWRITE = 2,
	AUX_PARTIAL = 4,
	AUX_COLLISION = 8
};

/* Are the low bits of misc a CPU mode? They are in the kernel's records and in one of perf's. */
static inline bool record_has_cpumode(uint32_t type)
{
	return type < RECORD_USER_START || type == RECORD_BUILD_ID;
}

/* Does a record of the type report that a thread gets a CPU or leaves it? */
static inline bool record_is_switch(uint32_t type)
{
	return type == RECORD_SWITCH || type == RECORD_SWITCH_CPU_WIDE;
}

/*
 * Do records of the type have addresses in a task's address space at their time, which can have
 * names?
 */
static inline bool record_has_frames(uint32_t type)
{
	return type == RECORD_SAMPLE || type == RECORD_CALLCHAIN_DEFERRED ||
	       type == RECORD_SIMPLEPERF_CALLCHAIN;
}

/* The description of a type. NULL: the type is unknown. */
const struct record_desc *record_find(uint32_t type);

/* Does the body (not the trailer) hold an event id? False for samples. */
bool schema_has_id(uint32_t type);

/*
 * The number of bytes that follow a record of size bytes and belong to it. rec has at least the
 * first desc->min bytes of the record.
 */
uint64_t record_tail(const struct record_desc *desc, const uint8_t *rec, size_t size, bool big);

/* Append the name of a type, or UNKNOWN(n). */
void record_name(struct buf *buf, uint32_t type);

/* Get the type for a name, "SAMPLE" or "UNKNOWN(40)"; case does not matter. */
bool record_type_value(const char *name, size_t len, uint64_t *type);

/* Parts that several types share. */
extern const struct row rows_header[], rows_trailer[], rows_attr[], rows_read[], rows_cpumode[];
extern const struct row rows_sample[];

/*
 * The tables by author: the kernel, perf, simpleperf. A type's index in its table is its number
 * minus the first.
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
