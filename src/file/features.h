/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURES_H
#define FILE_FEATURES_H

#include "base/report.h"
#include "base/vec.h"
#include "file/header.h"

/*
 * The feature sections of a file (perf's util/header.h, enum HEADER_*): facts about the machine,
 * the recording and the events. A section that cannot be decoded is listed with its bytes and a
 * reason; the others are decoded as usual.
 */
enum feature {
	FEATURE_TRACING_DATA = 1,
	FEATURE_BUILD_ID = 2,
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_BRANCH_STACK = 15,
	FEATURE_PMU_MAPPINGS = 16,
	FEATURE_AUXTRACE = 18,
	FEATURE_STAT = 19,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_DIR_FORMAT = 24,
	FEATURE_COMPRESSED = 27,
	FEATURE_META_INFO = 129 /* simpleperf's */
};

struct feature_section {
	unsigned number;
	struct section place; /* in the file; of a record: its payload */
	uint8_t *bytes;	      /* NULL: not kept, because it is too large or missing */
	bool large;	      /* it exists, but is too large to keep */
	bool unread;	      /* it exists, but reading it failed */
	int error;	      /* if it is unread: the errno, or 0 if the file has become shorter */
	const char *problem;  /* why it cannot be read, or NULL */
};

enum {
	FEATURES_MAX = 1024 /* sections; only a hostile pipe has more */
};

struct features {
	/*
	 * Sections of a file in ascending order of numbers, followed by sections from records.
	 * Sections of a pipe are in the order of the stream.
	 */
	VEC(struct feature_section) list;
	uint64_t kept; /* bytes of sections in memory */
	bool big;
};

void features_init(struct features *features, bool big);

/* Read the table after the data section, and the sections. */
void features_read(struct features *features, const struct header *header,
		   const struct source *source);
/* Add a section that came as a record: its bytes are copied, or read from its place. */
void features_add(struct features *features, unsigned number, struct section place,
		  const uint8_t *bytes);
void features_add_at(struct features *features, unsigned number, struct section place,
		     const struct source *source);

void features_release(struct features *features);

/* NRCPUS: the number of available CPUs, 0 unknown. Some sections have an entry for each. */
uint32_t features_nr_cpus(const struct features *features);
/* NRCPUS: the number of CPUs that were online; 0: unknown. */
uint32_t features_cpus_online(const struct features *features);

const struct feature_section *features_find(const struct features *features, unsigned number);

/* Append a feature that is one string (HOSTNAME, ARCH, ...). False: it is missing. */
bool features_text(const struct features *features, unsigned number, struct buf *out);

/* The value of a feature that is one number (DIR_FORMAT); 0 if it is missing. */
uint64_t features_number(const struct features *features, unsigned number);

/* The value of a key in simpleperf's META_INFO, len bytes. NULL: the key is missing. */
const char *features_meta(const struct features *features, const char *key, size_t *len);

/* Append "HOSTNAME", or "FEATURE_200" for an unknown feature. */
void feature_name(struct buf *out, unsigned number);

/* Pass the events of EVENT_DESC to each(), in order: name, attr and ids. Returns their number. */
struct event_desc {
	const uint8_t *attr;
	uint32_t attr_size;
	const char *name; /* len bytes */
	size_t name_len;
	const uint8_t *ids; /* nr_ids u64 */
	uint32_t nr_ids;
};
size_t features_event_desc(const struct features *features,
			   void (*each)(void *arg, size_t i, const struct event_desc *desc),
			   void *arg);

/* Report all decoded sections as members of the open object. The feature's name is the key. */
void features_report(const struct features *features, struct report *report);

#endif
