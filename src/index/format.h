/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FORMAT_H
#define INDEX_FORMAT_H

#include <stdint.h>

/*
 * The index on disk, described in doc/index-format.md. All integers are
 * little-endian; these structures are written and read by value through
 * index/container.c. Where the machine is big-endian, the compiler swaps each member as
 * it is used.
 *
 * header, then chunks (each with a checksum), the last of which is the directory
 * of the tables, then a fixed end that says where the directory is.
 */
#define INDEX_MAGIC "PNXINDEX"
#define INDEX_END_MAGIC "PNX--END"

enum {
	INDEX_VERSION = 6
};

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
/* clang-format off */
#pragma scalar_storage_order little-endian
/* clang-format on */
#endif

/* What ties an index to its recording. */
struct index_identity {
	uint64_t dev, ino, size;
	int64_t mtime_ns;
	uint64_t streams;     /* how many */
	uint64_t data_bytes;  /* of all streams */
	uint64_t sample_hash; /* of pieces of the streams */
	uint64_t events;      /* hash of the attrs and ids */
};

struct index_header {
	char magic[8];
	uint32_t version;
	uint32_t header_size;
	struct index_identity identity;
	int64_t ctime_ns; /* the newest of the recording's files */
	uint64_t hash;	  /* of all before it */
};

/* Tags of chunks. */
enum index_tag {
	TAG_BLOCK = 0x4b4c42,	  /* columns of some rows */
	TAG_BLOCKS = 0x534b4c42,  /* struct block_desc */
	TAG_KINDS = 0x444e494b,	  /* struct kind_entry */
	TAG_THREADS = 0x44524854, /* struct thread_entry */
	TAG_TASKS = 0x4b534154,	  /* struct history_fence, of pieces of struct task_entry */
	TAG_STATES = 0x54415453,  /* struct history_fence, of pieces of struct state_entry */
	TAG_PIECE = 0x45434950,	  /* entries of a history */
	TAG_FRAME = 0x4d415246,	  /* a piece of an inflated stream, zstd */
	TAG_FRAMES = 0x534d5246,  /* struct frame_entry */
	TAG_CROWD = 0x44575243,	  /* uint64_t: blocks whose rows are in the pages of the order */
	TAG_ORDER = 0x5244524f,	  /* struct page_entry, by their entries */
	TAG_PAGE = 0x45474150,	  /* entries of the time order in two columns */
	TAG_STRINGS = 0x53525453, /* text of the others, each with a NUL */
	TAG_CHECKPOINT = 0x54504b43,
	/* Of the file of spans: */
	TAG_SPANS = 0x4e415053,	       /* spans of the rows of a block (spans/spanblock.h) */
	TAG_SPAN_BLOCKS = 0x424e5053,  /* struct span_block_entry, of each block */
	TAG_SPAN_KINDS = 0x4b4e5053,   /* struct span_definition, one */
	TAG_SPAN_STRINGS = 0x534e5053, /* their names, each with a NUL */
	TAG_DIRECTORY = 0x43524944
};

struct chunk_header {
	uint32_t tag;
	uint32_t reserved;
	uint64_t size; /* of the payload behind this header; the next chunk is at a multiple of 8 */
	uint64_t hash; /* XXH3-64 of the payload */
};

struct directory_entry {
	uint32_t tag;
	uint32_t reserved;
	uint64_t offset; /* of the chunk's payload */
	uint64_t size;
	uint64_t hash;
};

struct index_end {
	uint64_t directory; /* offset of the directory's chunk header */
	uint64_t rows, records;
	uint64_t nanoseconds; /* that the build took */
	uint64_t hash;	      /* of the four before it */
	char magic[8];
};

/* The last times seen in a plain stream and in what it inflates to; 0: none yet. */
struct order_carry {
	uint64_t last[2];
};

/* A run of rows; what it says lets a search skip it and finds it in the order of time. */
struct block_desc {
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t rows;
	uint64_t first_row;
	uint64_t first_ordinal;
	uint64_t first_offset;	       /* in its stream */
	uint64_t time_min, time_max;   /* over rows with a time that is not 0; min > max: none */
	uint64_t kinds, threads, cpus; /* bit (number % 64) is set for each that occurs */
	uint64_t key_min, key_max; /* over the rows' keys in the order of time (index/order.h) */
	struct order_carry carry;  /* before its first row */
};

/* What rows have in common. Numbers of events are those of the file, -1 none. */
struct kind_entry {
	uint32_t type;
	uint16_t misc;
	uint16_t flags;	 /* enum kind_flag */
	int32_t layout;	 /* the event that the record is laid out as */
	int32_t event;	 /* of a SAMPLE or a READ: its event */
	uint64_t reason; /* of a damaged stretch: offset in the strings */
};

enum kind_flag {
	KIND_NO_TRAILER = 1 /* too short for the sample_id that its event has */
};

struct thread_entry {
	uint32_t pid, tid;
};

/* What entries of a history begin with (index/history.h), and are ordered by: id, time, row. */
struct moment {
	uint64_t time; /* ns; 0: none, it is ordered by its row */
	uint64_t row;
	uint32_t id;
	uint32_t what; /* the entry's own, not part of the order */
};

/* A piece of a history that is in order: up to HISTORY_PIECE entries, zstd. */
struct history_fence {
	struct moment first;
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t entries;
};

enum {
	HISTORY_PIECE = 256
};

enum {
	TASK_NAME = 16 /* TASK_COMM_LEN of the kernel's linux/sched.h */
};

/* A change of a task's name: COMM, or FORK, which takes the parent's. */
struct task_entry {
	struct moment at; /* id: the thread's tid; what: its pid */
	uint32_t parent;  /* FORK: ptid; COMM: TASK_NAMED */
	uint32_t len;	  /* COMM: bytes of the name */
	union {
		char name[TASK_NAME];
		uint64_t place; /* of a longer name: offset in the strings */
	};
};

#define TASK_NAMED UINT32_MAX

/* What a record says about the state of something from its time on (index/states.h). */
struct state_entry {
	struct moment at; /* id: whose state; what: enum state_what */
	uint64_t start, end;
};

/* A piece of an inflated stream: whole records, compressed on their own. */
struct frame_entry {
	uint32_t stream;
	uint32_t size;	     /* bytes of it when it is inflated */
	uint64_t offset;     /* of it in the inflated stream */
	uint64_t chunk;	     /* offset of the chunk header */
	uint32_t chunk_size; /* of the payload */
	uint32_t reserved;
};

/* An entry of the time order is one row; entries are ordered by key, then by row. */
struct order_entry {
	uint64_t key, row;
};

/* Entries that follow one another, of rows of crowded blocks. */
struct page_entry {
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t rows;
	struct order_entry first, last;
};

/* The payload of a page, before its columns of keys and of rows. */
struct page_header {
	uint32_t rows;
	uint32_t column_size[2];
	uint32_t reserved;
};

/* The tables that grow while the index is built, in the order of a checkpoint's entries. */
enum index_table {
	TABLE_BLOCKS,
	TABLE_KINDS,
	TABLE_THREADS,
	TABLE_FRAMES,
	TABLE_SIZES, /* struct size_entry; in checkpoints alone */
	TABLES,
	/* In checkpoints: what is new since the last one; in the index: fences of all. */
	TABLE_TASKS = TABLES,
	TABLE_STATES,
	TABLES_KEPT,
	/* These are made of the others when all rows are there. */
	TABLE_CROWD = TABLES_KEPT,
	TABLE_ORDER,
	TABLES_ALL,
	HISTORIES = TABLES_KEPT - TABLES
};

/* Sizes of records that are believed from here on (struct records in file/records.h). */
struct size_entry {
	uint32_t stream;
	uint32_t word; /* number of the word among those of known[][] */
	uint64_t bits; /* that are new */
};

/* How much the COMPRESSED records had, and what it became. */
struct inflating {
	uint64_t packed, inflated; /* bytes */
};

/*
 * Where a scan that was interrupted can go on. Behind it are, as one zstd frame, the entries
 * that the tables have got since the checkpoint before, then the new strings.
 */
struct checkpoint {
	uint64_t rows, records; /* in the blocks before it */
	uint64_t position;	/* of the next record in the plain stream */
	uint64_t inflated;	/* how far the inflated stream has become rows */
	uint64_t in; /* offset of a COMPRESSED record that may hold more of them; else 0 */
	struct inflating before, inflating; /* of the streams before this one; so far */
	uint64_t strings;		    /* bytes of the new ones */
	struct order_carry carry;	    /* as of the next row */
	uint32_t entries[TABLES_KEPT];	    /* how many are new */
	uint32_t stream;		    /* the plain stream */
	uint16_t largest; /* size of the largest record that was believed, large ones only */
	uint16_t flags;	  /* enum checkpoint_flag */
	uint32_t size;	  /* of the entries and strings when they are inflated */
};

enum checkpoint_flag {
	CHECKPOINT_END = 1,	  /* what was scanned depends on where the stream ended */
	CHECKPOINT_INFLATING = 2, /* there were COMPRESSED records in the stream */
	CHECKPOINT_BROKEN = 4	  /* what else they hold cannot be inflated */
};

/* The payload of a block, before its jumps and columns. */
struct block_header {
	uint32_t rows;
	uint32_t jumps;
	uint32_t column_size[5]; /* enum column_id */
	uint32_t thin;		 /* 0 in a file that is kept, see index/thin.h */
};

/* From this row on, offsets count from here; rows follow one another by their sizes. */
struct block_jump {
	uint32_t row; /* in the block */
	uint32_t stream;
	uint64_t offset;
	uint64_t in; /* of an inflated stream: offset of the COMPRESSED record; else 0 */
};

/* Where the spans of a block are; size 0: it has none. */
struct span_block_entry {
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t reserved;
};

/* What the spans were made by. */
struct span_definition {
	uint32_t version;
	uint32_t kinds; /* how many there are */
	uint64_t hash;	/* of the kinds and of the names of system calls */
};

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#pragma scalar_storage_order default
#endif

#endif
