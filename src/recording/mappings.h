/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MAPPINGS_H
#define RECORDING_MAPPINGS_H

#include "recording/mapping_why.h"
#include "recording/recording.h"
#include "state/maps.h"
#include "wire/schema.h"

/*
 * What was mapped at a record's address when the record was made: a file, library, module or other
 * code, as MMAP, MMAP2 and KSYMBOL records describe it. reader_mappings() returns those of a
 * reader. For one thread.
 *
 * The result of a look-up is read from its record once, and kept while there is room. It stays
 * valid only as long as addresses of the same row are looked up.
 */
struct mappings;
struct row_info;

enum mapping_kind {
	MAPPING_USER,
	MAPPING_KERNEL,	 /* the kernel itself */
	MAPPING_MODULE,	 /* a kernel module */
	MAPPING_KSYMBOL, /* code that was added to the kernel: BPF programs, trampolines */
	MAPPING_GUEST_KERNEL,
	MAPPING_GUEST_MODULE,
	MAPPING_GUEST_USER,
	MAPPING_KINDS
};

enum {
	MAPPING_BUILD_ID = 20 /* the most bytes */
};

struct mapping {
	uint64_t row; /* row of its record */
	enum mapping_kind kind;
	uint64_t start, end; /* as mapped originally, even if other mappings have replaced a part
			      * of it */
	uint64_t pgoff;	     /* offset in the file of start; for the kernel the address of its
			   * reference symbol */
	const char *file;    /* as in the record, for a KSYMBOL its name; bytes of the recording */
	const char *dso;     /* perf's name: the file, [kernel.kallsyms], [module], [vdso], ... */
	bool has_file;	     /* map.off is an offset in a file, on disk or in the vdso */
	uint8_t build_id_size; /* 0: not known */
	uint8_t build_id[MAPPING_BUILD_ID];
	uint32_t pid;	      /* pid of its record */
	uint32_t prot, flags; /* PROT_*, MAP_*; for MMAP, derived from its misc as in perf */
	uint32_t maj, min;    /* of an MMAP2 without a build id, otherwise 0 */
	uint64_t ino, ino_generation;
	uint64_t space_key; /* space_key_of_mapping() */
};

struct mappings *mappings_open(struct recording *recording);
void mappings_close(struct mappings *mappings);

/*
 * The mapping of an address of a record, looked up by the address's cpumode. Returns NULL if there
 * is none; *why (unless why is NULL) is then the reason.
 */
const struct mapping *mappings_find(struct mappings *mappings, const struct row_info *info,
				    enum cpumode mode, uint64_t addr, enum mapping_why *why);

/*
 * The same for an address that may not have the record's cpumode, such as a branch into the kernel
 * or a data address. If nothing is mapped there in the cpumode, the address decides, as in perf.
 */
const struct mapping *mappings_find_any(struct mappings *mappings, const struct row_info *info,
					uint64_t addr, enum mapping_why *why);

/*
 * Set *offset to the offset of an address in the file (map.off). Returns false if there is no file.
 */
static inline bool mapping_offset(const struct mapping *mapping, uint64_t addr, uint64_t *offset)
{
	*offset = addr - mapping->start + mapping->pgoff;
	return mapping->has_file;
}

/*
 * Append perf's name for the file of an MMAP, MMAP2 or KSYMBOL record; nothing if it is unreadable.
 */
void mappings_add_dso(struct mappings *mappings, uint64_t row, struct buf *out);

/*
 * A version of the mappings that mappings_each() passes: if it is equal for two records, so are
 * their mappings. It depends on states of the index and is valid only in this process.
 */
uint64_t mappings_version(struct mappings *mappings, const struct row_info *info,
			  enum cpumode mode);

/* A version, and the moments at which a process has it, until rows are added to the recording. */
struct mappings_lifetime {
	uint64_t version;
	bool timed; /* moments are times; else they are rows */
	struct maps_span span;
};

/* mappings_version(), with these moments. */
void mappings_lifetime(struct mappings *mappings, const struct row_info *info, enum cpumode mode,
		       struct mappings_lifetime *lifetime);

/*
 * Is a row of the same process within the moments of the lifetime? has_time, time and row are those
 * of its info.
 */
static inline bool mappings_lifetime_has(const struct mappings_lifetime *lifetime, bool has_time,
					 uint64_t time, uint64_t row)
{
	if (!lifetime->timed)
		time = 0;
	else if (!has_time || !time || time == UINT64_MAX)
		return false;
	return maps_within(&lifetime->span, (struct maps_moment){ time, row });
}

/* mappings_version() for all mappings that mappings_find_any() examines for an address. */
uint64_t mappings_version_any(struct mappings *mappings, const struct row_info *info,
			      uint64_t addr);

/* The number of mappings that mappings_each() examines, including covered ones. */
uint64_t mappings_count(struct mappings *mappings, const struct row_info *info, enum cpumode mode);

/*
 * Pass all mappings at the time of a record to each(), in the order of addresses: those of the
 * record's process, of the kernel (mode CPUMODE_KERNEL) or of a guest. `start` and `end`: the part
 * that no other mapping covers. each() returns false to stop. The mapping is valid until each()
 * returns.
 */
typedef bool mappings_each_fn(void *arg, const struct mapping *mapping, uint64_t start,
			      uint64_t end);
void mappings_each(struct mappings *mappings, const struct row_info *info, enum cpumode mode,
		   mappings_each_fn *each, void *arg);

/*
 * Call the function is() for each mapping of at most `bytes` bytes at the time of a record, until
 * it returns true. The mapping is valid only in that call. Results of earlier look-ups stay valid.
 * Returns the number of mappings.
 */
uint64_t mappings_search(struct mappings *mappings, const struct row_info *info, enum cpumode mode,
			 uint64_t bytes, bool (*is)(void *arg, const struct mapping *mapping),
			 void *arg);

#endif
