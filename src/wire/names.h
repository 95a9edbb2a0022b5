/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_NAMES_H
#define WIRE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Names of values. name is the kernel's name, with which filters compare; text is perf's text if it
 * differs.
 */
struct name {
	uint64_t value;
	const char *name;
	const char *text; /* NULL: same as name */
	bool suffix;	  /* of a mask: it follows the joined names after a blank (" hit") */
};

struct names {
	const struct name *list; /* its last element has a NULL name */
	const char *empty;	 /* the text of a mask without any bit, NULL: 0 */
	const char *join;	 /* text between the names of a mask */
};

/* The name of a value, or NULL. */
const struct name *names_find(const struct names *names, uint64_t value);

/* Get the value of a name or text of len bytes; case does not matter. False: there is none. */
bool names_value(const struct names *names, const char *name, size_t len, uint64_t *value);

/* Append the names of a mask's bits. Bits without a name follow as hex. */
void names_mask(struct buf *buf, const struct names *names, uint64_t mask);

extern const struct names names_trace_magic;
extern const struct names names_record_type, names_cpumode;
extern const struct names names_context, names_branch_type, names_branch_new_type,
	names_branch_spec, names_branch_priv;
extern const struct names names_mem_op, names_mem_lvl, names_mem_lvl_num, names_mem_snoop,
	names_mem_snoopx, names_mem_lock, names_mem_tlb, names_mem_blk, names_mem_hops,
	names_mem_region;
extern const struct names names_txn, names_regs_abi;
extern const struct names names_mmap_prot, names_mmap_flags, names_aux_flags, names_ksym_type,
	names_ksym_flags, names_bpf_type, names_ns;
extern const struct names names_attr_type, names_sample_type, names_read_format,
	names_branch_sample, names_bp_type, names_clockid;
extern const struct names names_auxtrace, names_stat_tag, names_stat_round, names_update,
	names_cpu_map, names_feature;
extern const struct names names_simpleperf_record, names_simpleperf_dso, names_simpleperf_chain;
extern const struct names names_simpleperf_error;
extern const struct names names_hw_event, names_sw_event, names_cache, names_cache_op,
	names_cache_result;

/* Append the level of a data_src: from lvl_num, remote and hops if they are set, else from lvl. */
void names_mem_level(struct buf *buf, uint64_t data_src);

/*
 * Append data_src in one line, as perf script prints it (perf's perf_script__meminfo_scnprintf):
 * "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A".
 */
void names_data_src(struct buf *buf, uint64_t data_src);

#endif
