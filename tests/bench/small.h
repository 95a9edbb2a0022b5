/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCH_SMALL_H
#define BENCH_SMALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * The small recording from which a large one is made: its records, and the places in them that
 * differ from copy to copy. An error in it ends the program.
 */

/* Offsets in struct perf_file_header of tools/perf. */
enum {
	HEADER_OWN_SIZE = 8,
	HEADER_ATTR_SIZE = 16,
	HEADER_ATTRS = 24,
	HEADER_DATA = 40,
	HEADER_FEATURES = 72,
	HEADER_SIZE = 104
};

enum {
	FEATURES_MAX = 256
};

enum {
	RECORD_MMAP = 1,
	RECORD_COMM = 3,
	RECORD_EXIT = 4,
	RECORD_FORK = 7,
	RECORD_READ = 8,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_ITRACE_START = 12,
	RECORD_NAMESPACES = 16,
	RECORD_USER = 64,
	RECORD_FINISHED_ROUND = 68,
	RECORD_AUXTRACE = 71,
	RECORD_COMPRESSED = 81,
	RECORD_FINISHED_INIT = 82,
	RECORD_COMPRESSED2 = 83
};

enum {
	RECORD_MAX = 65528,
	PLACES = 8
};

struct event;

/* A record of the small recording, and the places in it that are changed. */
struct rec {
	uint8_t *p;
	uint16_t size;
	uint16_t pid[PLACES], time[2], cpu[2];
	uint8_t pids, times, cpus;
	uint16_t common_pid; /* of a tracepoint's payload, 0: none; perhaps of another namespace */
	uint16_t id;	     /* place of its event's id, 0: none */
	uint16_t raw;	     /* place of the size of its payload if that ends the record, else 0 */
	uint64_t at;	     /* its time */
	size_t order;	     /* in the file */
};

struct recs {
	struct rec *v;
	size_t n;
};

struct small {
	const char *path;
	uint64_t stack; /* bytes that stacks of the user are made to have, 0: as they are */
	uint64_t times; /* repetitions of its events, with ids of their own; 0: one */

	uint8_t *file;
	size_t size;
	uint64_t data, data_end;
	struct event *events;
	size_t events_n;
	uint64_t id_span;  /* distance between an event's ids and those of its next repetition */
	struct recs start; /* from before the recording: perf's own records, and those of time 0 */
	struct recs body;  /* by time */
	uint32_t pid_min, pid_max;
	unsigned threads; /* that the body names */
};

/* Read the recording at small->path. */
void small_read(struct small *small);

/* End the program unless the file has these bytes. */
void small_check(const struct small *small, uint64_t off, uint64_t size);

/* Has it that feature? */
bool small_has_feature(const struct small *small, unsigned bit);

/* Are records of the type about the life of a thread, or about its maps? */
bool small_is_life(uint32_t type);

/* A thread that is one: not the idle task, and not "none". */
static inline bool is_thread(uint32_t pid)
{
	return pid && pid <= INT32_MAX;
}

/* Integers of the file, which need not be aligned. */
static inline uint64_t get64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32_t get32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint16_t get16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline void put64(uint8_t *p, uint64_t v)
{
	memcpy(p, &v, sizeof(v));
}

static inline void put32(uint8_t *p, uint32_t v)
{
	memcpy(p, &v, sizeof(v));
}

static inline void put16(uint8_t *p, uint16_t v)
{
	memcpy(p, &v, sizeof(v));
}

void *xalloc(size_t size);

#endif
