/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_MADE_H
#define UNIT_MADE_H

/* A recording of samples that a function makes, byte by byte, so that it can be large. */
#include <string.h>

#include "file/perf_file.h"
#include "index/index.h"
#include "tap.h"
#include "wire/layout.h"

enum {
	DATA = 256,	/* place of the records */
	ATTR = 104,	/* place of the only attr; after it is an empty section of ids */
	ATTR_SIZE = 64, /* PERF_ATTR_SIZE_VER0 of perf_event.h */
	SIZE = 24	/* of a record: header, pid and tid, time */
};

struct recording_header {
	uint64_t magic, size, attr_size;
	uint64_t attrs[2], data[2], types[2];
	uint64_t features[4];
	uint32_t type, attr_bytes;
	uint64_t config, period, sample_type, read_format, flags;
	uint8_t zeros[DATA - ATTR - 48];
};

_Static_assert(sizeof(struct recording_header) == DATA, "the header and its attr");

struct sample {
	uint32_t type;
	uint16_t misc, size;
	uint32_t pid, tid;
	uint64_t time;
};

_Static_assert(sizeof(struct sample) == SIZE, "a record");

static struct recording_header header;
static uint64_t records;
static uint64_t (*time_of)(uint64_t row); /* the time of a row */

static uint32_t pid_of(uint64_t row)
{
	return (uint32_t)(row >> 20 & 0xff) + 1;
}

/* One row of a million is of the kernel, so that there are two kinds. */
static uint16_t misc_of(uint64_t row)
{
	return row % 1000000 == 999999 ? 1 : 2;
}

static void make_record(uint64_t row, struct sample *sample)
{
	*sample = (struct sample){ 9, misc_of(row), SIZE, pid_of(row), pid_of(row), time_of(row) };
}

static void fill(void *arg, uint64_t off, uint8_t *to, size_t len)
{
	(void)arg;
	while (len && off < DATA) {
		*to++ = ((const uint8_t *)&header)[off++];
		len--;
	}
	while (len) {
		struct sample sample;
		size_t skip = (size_t)((off - DATA) % SIZE);
		size_t n = SIZE - skip < len ? SIZE - skip : len;

		make_record((off - DATA) / SIZE, &sample);
		memcpy(to, (const uint8_t *)&sample + skip, n);
		to += n;
		off += n;
		len -= n;
	}
}

/* A recording of this machine: its numbers, and so its bit-fields, are of its byte order. */
static struct perf_file *make(uint64_t n, uint64_t (*times)(uint64_t row))
{
	static const uint64_t magic = 0x32454c4946524550; /* PERFILE2 */
	bool big = *(const char *)&magic == '2';
	/* Not only samples have times. */
	uint64_t sample_id_all = UINT64_C(1) << (big ? 63 - 18 : 18);
	struct perf_file *file = NULL;
	struct err err = ERR_INIT;

	records = n;
	time_of = times;
	header = (struct recording_header){
		.magic = magic,
		.size = ATTR,
		.attr_size = ATTR_SIZE + 16,
		.attrs = { ATTR, ATTR_SIZE + 16 },
		.data = { DATA, records * SIZE },
		.type = 1,
		.attr_bytes = ATTR_SIZE,
		.period = 1,
		.sample_type = SAMPLE_TID | SAMPLE_TIME,
		.flags = sample_id_all,
	};
	if (perf_file_open_source(&file, "made", source_made(DATA + records * SIZE, fill, NULL),
				  &err))
		diag("%s", err.msg);
	return file;
}

/* The complete index of a recording. path: of its file; NULL: it has none. */
static struct index *open_index(const struct perf_file *file, const char *path)
{
	struct index_options options = { .path = path };
	struct index *index = index_open(file, &options);

	is_int(index_wait(index), INDEX_DONE, "there is an index");
	return index;
}

#endif
