/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FORMAT_H
#define INDEX_FORMAT_H

#include <stdint.h>

/*
 * The index on disk, described in doc/index-format.md. All integers are little-endian; these
 * structures are written and read by value through index/container.c. On a big-endian machine the
 * compiler swaps each member at its use.
 *
 * Layout: a header, then chunks (each with a checksum), then an end of fixed size. The last chunk
 * is the directory of the tables; the end has the place of the directory.
 */
#define INDEX_MAGIC "PNXINDEX"
#define INDEX_END_MAGIC "PNX--END"

enum {
	INDEX_VERSION = 9
};

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
/* clang-format off */
#pragma scalar_storage_order little-endian
/* clang-format on */
#endif

/* Identifies the recording of an index. */
struct index_identity {
	uint64_t dev, ino, size;
	int64_t mtime_ns;
	uint64_t streams;     /* number of streams */
	uint64_t data_bytes;  /* of all streams together */
	uint64_t sample_hash; /* of pieces of the streams */
	uint64_t events;      /* hash of the attrs and ids */
};

struct index_header {
	char magic[8];
	uint32_t version;
	uint32_t header_size;
	struct index_identity identity;
	int64_t ctime_ns; /* the newest one of the recording's files */
	uint64_t hash;	  /* of all members before it */
};

/* Tags of chunks. */
enum index_tag {
	TAG_BLOCK = 0x4b4c42,	    /* columns of the rows of a block */
	TAG_BLOCKS = 0x534b4c42,    /* struct block_desc */
	TAG_GROUPS = 0x53505247,    /* struct group_entry, for GROUP_BLOCKS blocks each */
	TAG_KINDS = 0x444e494b,	    /* struct kind_entry */
	TAG_KIND_ROWS = 0x574f524b, /* uint64_t: rows of each kind */
	TAG_THREADS = 0x44524854,   /* struct thread_entry */
	TAG_TASKS = 0x4b534154,	    /* struct history_fence, for pieces of struct task_entry */
	TAG_STATES = 0x54415453,    /* struct history_fence, for pieces of struct state_entry */
	TAG_PIECE = 0x45434950,	    /* entries of a history */
	TAG_FRAME = 0x4d415246,	    /* a piece of an inflated stream, compressed with zstd */
	TAG_FRAMES = 0x534d5246,    /* struct frame_entry */
	TAG_CROWD = 0x44575243,	    /* uint64_t: blocks whose rows are in the pages of the order */
	TAG_ORDER = 0x5244524f,	    /* struct page_entry, ordered by their entries */
	TAG_PAGE = 0x45474150,	    /* entries of the time order, as two columns */
	TAG_STRINGS = 0x53525453,   /* text of the other tables, each with a NUL */
	TAG_CHECKPOINT = 0x54504b43,
	/* Tags of the file of spans: */
	TAG_SPANS = 0x4e415053,	       /* spans of the rows of a block (spans/spanblock.h) */
	TAG_SPAN_BLOCKS = 0x424e5053,  /* struct span_block_entry, of each block */
	TAG_SPAN_KINDS = 0x4b4e5053,   /* struct span_definition, one */
	TAG_SPAN_STRINGS = 0x534e5053, /* their names, each with a NUL */
	TAG_DIRECTORY = 0x43524944
};

struct chunk_header {
	uint32_t tag;
	uint32_t reserved;
	uint64_t size; /* of the payload after this header; the next chunk is at a multiple of 8 */
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
	uint64_t nanoseconds; /* duration of the build */
	uint64_t hash;	      /* of the four members before it */
	char magic[8];
};

/* The last times seen in a plain stream and in the stream inflated from it; 0: none yet. */
struct order_carry {
	uint64_t last[2];
};

/* A run of rows, with values that let a search skip it or find its rows in time order. */
struct block_desc {
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t rows;
	uint64_t first_row;
	uint64_t first_ordinal;
	uint64_t first_offset;	       /* in its stream */
	uint64_t time_min, time_max;   /* over rows with a time other than 0; min > max: none */
	uint64_t kinds, threads, cpus; /* bit (number % 64) is set for each number that occurs */
	uint64_t key_min, key_max;     /* over the rows' keys in time order (index/order.h) */
	struct order_carry carry;      /* before the block's first row */
	uint32_t flags;		       /* enum block_flag */
	uint32_t reserved;
};

enum block_flag {
	BLOCK_TIME_0 = 1,  /* some row has the time 0, or none */
	BLOCK_TIME_MAX = 2 /* some row has the time UINT64_MAX */
};

/* Consecutive blocks, from a multiple of GROUP_BLOCKS on; the last group can be smaller. */
struct group_entry {
	uint64_t hash;		/* of the blocks' entries in their table */
	struct block_desc rows; /* of all rows of these blocks as one block; chunk and size are 0 */
};

enum {
	GROUP_BLOCKS = 256
};

/* The properties that rows share. Numbers of events are those of the file; -1: none. */
struct kind_entry {
	uint32_t type;
	uint16_t misc;
	uint16_t flags;	 /* enum kind_flag */
	int32_t layout;	 /* the event whose layout the record has */
	int32_t event;	 /* of a SAMPLE or a READ: its event */
	uint64_t reason; /* for a damaged stretch: offset in the strings */
};

enum kind_flag {
	KIND_NO_TRAILER = 1 /* too short for the sample_id that its event has */
};

struct thread_entry {
	uint32_t pid, tid;
};

/* Entries of a history begin with this (index/history.h). Their order is by id, time and row. */
struct moment {
	uint64_t time; /* ns; 0: none, ordered by row */
	uint64_t row;
	uint32_t id;
	uint32_t what; /* used by the entry; not part of the order */
};

/* A piece of an ordered history: up to HISTORY_PIECE entries, compressed with zstd. */
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

/* A change of a task's name: COMM, or FORK, after which the task has the name of its parent. */
struct task_entry {
	struct moment at; /* id: the thread's tid; what: its pid */
	uint32_t parent;  /* FORK: ptid; COMM: TASK_NAMED */
	uint32_t len;	  /* COMM: bytes of the name */
	union {
		char name[TASK_NAME];
		uint64_t place; /* for a longer name: offset in the strings */
	};
};

#define TASK_NAMED UINT32_MAX

/* The state of something from the time of a record on (index/states.h). */
struct state_entry {
	struct moment at; /* id: the object that has the state; what: enum state_what */
	uint64_t start, end;
};

/* A piece of an inflated stream: whole records, compressed separately. */
struct frame_entry {
	uint32_t stream;
	uint32_t size;	     /* inflated bytes of the piece */
	uint64_t offset;     /* offset of the piece in the inflated stream */
	uint64_t chunk;	     /* offset of the chunk header */
	uint32_t chunk_size; /* of the payload */
	uint32_t reserved;
};

/* An entry of the time order is one row; entries are ordered by key, then by row. */
struct order_entry {
	uint64_t key, row;
};

/* Consecutive entries of rows of crowded blocks. */
struct page_entry {
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t rows;
	struct order_entry first, last;
};

/* The payload of a page, before its two columns: keys and rows. */
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
	TABLE_SIZES, /* struct size_entry; only in checkpoints */
	TABLES,
	/* In checkpoints: new entries since the last one; in the index: fences of all entries. */
	TABLE_TASKS = TABLES,
	TABLE_STATES,
	TABLES_KEPT,
	/* Made when all rows exist. */
	TABLE_CROWD = TABLES_KEPT,
	TABLE_ORDER,
	TABLE_KIND_ROWS,
	TABLE_GROUPS, /* those that are complete; see index/groups.h */
	TABLES_ALL,
	HISTORIES = TABLES_KEPT - TABLES
};

/* Sizes of records that are trusted from here on (struct records in file/records.h). */
struct size_entry {
	uint32_t stream;
	uint32_t field; /* number of the field within known[][] */
	uint64_t bits;	/* the new bits */
};

/* The compressed and inflated sizes of the COMPRESSED records. */
struct inflating {
	uint64_t packed, inflated; /* bytes */
};

/*
 * A place from which an interrupted scan can resume. It is followed by one zstd frame, which has
 * the entries that were added to the tables since the previous checkpoint, and the new strings.
 */
struct checkpoint {
	uint64_t rows, records; /* in the blocks before the checkpoint */
	uint64_t position;	/* of the next record in the plain stream */
	uint64_t inflated;	/* end of the rows in the inflated stream */
	uint64_t in;		/* offset of a COMPRESSED record that may hold more rows; else 0 */
	/* before: of the streams before this one; inflating: of all streams so far */
	struct inflating before, inflating;
	uint64_t strings;	       /* bytes of the new strings */
	struct order_carry carry;      /* at the next row */
	uint32_t entries[TABLES_KEPT]; /* number of new entries */
	uint32_t stream;	       /* the plain stream */
	/* records.largest, the largest size of a record that was checked; 0: none */
	uint16_t largest;
	uint16_t flags; /* enum checkpoint_flag */
	uint32_t size;	/* inflated size of the entries and strings */
};

enum checkpoint_flag {
	CHECKPOINT_END = 1,	  /* the scanned rows depend on the place where the stream ended */
	CHECKPOINT_INFLATING = 2, /* the stream has had COMPRESSED records */
	CHECKPOINT_BROKEN = 4	  /* further COMPRESSED records cannot be inflated */
};

/* The payload of a block, before its jumps and columns. */
struct block_header {
	uint32_t rows;
	uint32_t jumps;
	uint32_t column_size[5]; /* enum column_id */
	uint32_t thin;		 /* 0 in a file that is kept; see index/thin.h */
};

/* The place of a row. Each later row, up to the next jump, begins where the previous row ends. */
struct block_jump {
	uint32_t row; /* in the block */
	uint32_t stream;
	uint64_t offset;
	uint64_t in; /* for an inflated stream: offset of the COMPRESSED record; else 0 */
};

/* The place of a block's spans; size 0: the block has none. */
struct span_block_entry {
	uint64_t chunk; /* offset of the chunk header */
	uint32_t size;	/* of the payload */
	uint32_t reserved;
};

/* The definitions with which the spans were made. */
struct span_definition {
	uint32_t version;
	uint32_t kinds; /* number of kinds */
	uint64_t hash;	/* of the kinds and of the names of system calls */
};

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#pragma scalar_storage_order default
#endif

#endif
