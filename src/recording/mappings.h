/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MAPPINGS_H
#define RECORDING_MAPPINGS_H

#include "recording/mapping_why.h"
#include "recording/recording.h"
#include "state/maps.h"
#include "wire/schema.h"

/*
 * What an address of a record belonged to when the record was made: the file, library,
 * module or other code that was mapped there, as the MMAP, MMAP2 or KSYMBOL records
 * tell. reader_mappings() has those of a reader. One thread's.
 *
 * What a look-up finds is read from its record once, and kept while there is room: it
 * stays where it is as long as addresses of the same row are asked about, and no longer.
 */
struct mappings;
struct row_info;

enum mapping_kind {
	MAPPING_USER,
	MAPPING_KERNEL,	 /* the kernel itself */
	MAPPING_MODULE,	 /* of it */
	MAPPING_KSYMBOL, /* code that was added to it: BPF programs, trampolines */
	MAPPING_GUEST_KERNEL,
	MAPPING_GUEST_MODULE,
	MAPPING_GUEST_USER,
	MAPPING_KINDS
};

enum {
	MAPPING_BUILD_ID = 20 /* bytes at most */
};

struct mapping {
	uint64_t row; /* of the record */
	enum mapping_kind kind;
	uint64_t start, end; /* addresses as it was made, whatever has been mapped over it since */
	uint64_t pgoff;	  /* offset in the file of start; of the kernel the address of its symbol */
	const char *file; /* as the record has it, of a KSYMBOL its name; bytes of the recording */
	const char *dso;  /* as perf names it: the file, [kernel.kallsyms], [module], [vdso], ... */
	bool has_file;	  /* there is a file in which map.off is a place, on a disk or the vdso */
	uint8_t build_id_size; /* 0: it is not known */
	uint8_t build_id[MAPPING_BUILD_ID];
	uint32_t pid;	      /* of the record */
	uint32_t prot, flags; /* PROT_*, MAP_*; of MMAP what perf makes of its misc */
	uint32_t maj, min;    /* of MMAP2 without a build id, else 0 */
	uint64_t ino, ino_generation;
	uint64_t likeness; /* likeness_of_mapping() */
};

struct mappings *mappings_open(struct recording *recording);
void mappings_close(struct mappings *mappings);

/*
 * The mapping of an address that a record has, by the cpumode that the address is of
 * (enum cpumode). NULL: *why tells, where it is not NULL.
 */
const struct mapping *mappings_find(struct mappings *mappings, const struct row_info *info,
				    enum cpumode mode, uint64_t addr, enum mapping_why *why);

/*
 * Likewise for an address that may be of the other side than the record's cpumode: a branch
 * into the kernel, data. The address decides where the cpumode finds nothing, as in perf.
 */
const struct mapping *mappings_find_any(struct mappings *mappings, const struct row_info *info,
					uint64_t addr, enum mapping_why *why);

/* The offset in the file of an address of it (map.off). False: there is no file. */
static inline bool mapping_offset(const struct mapping *mapping, uint64_t addr, uint64_t *offset)
{
	*offset = addr - mapping->start + mapping->pgoff;
	return mapping->has_file;
}

/* Append what perf names the file of a MMAP, MMAP2 or KSYMBOL record; nothing: it is unreadable. */
void mappings_add_dso(struct mappings *mappings, uint64_t row, struct buf *out);

/*
 * A number of what mappings_each() gives: where it is the same for two records, the mappings are,
 * too. It is made of the index's states and says nothing in another run.
 */
uint64_t mappings_version(struct mappings *mappings, const struct row_info *info,
			  enum cpumode mode);

/* Likewise of all that mappings_find_any() looks at for an address. */
uint64_t mappings_version_any(struct mappings *mappings, const struct row_info *info,
			      uint64_t addr);

/* How many mappings mappings_each() goes over, those that others cover included. */
uint64_t mappings_count(struct mappings *mappings, const struct row_info *info, enum cpumode mode);

/*
 * All that was mapped as of a record in the order of the addresses: of the record's process, of
 * the kernel (mode CPUMODE_KERNEL), of a guest. start and end: the part of it that nothing else
 * covers. False of each ends it. The mapping is good until each returns.
 */
typedef bool mappings_each_fn(void *arg, const struct mapping *mapping, uint64_t start,
			      uint64_t end);
void mappings_each(struct mappings *mappings, const struct row_info *info, enum cpumode mode,
		   mappings_each_fn *each, void *arg);

/*
 * Ask about all that was mapped as of a record and has no more than so many bytes, until is says
 * true. A mapping is good in that call alone, others stay where they are. Returns how many
 * mappings there were.
 */
uint64_t mappings_search(struct mappings *mappings, const struct row_info *info, enum cpumode mode,
			 uint64_t bytes, bool (*is)(void *arg, const struct mapping *mapping),
			 void *arg);

#endif
