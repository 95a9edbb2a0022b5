/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that the kernel writes: linux/perf_event.h, enum perf_event_type. */
#include "wire/rows.h"

/* clang-format off */

const struct row rows_cpumode[] = { BIT(cpumode, 0, 3), END };

static const struct row misc_mmap[] = {
	BIT(cpumode, 0, 3), BIT(mmap_data, MISC_MMAP_DATA_AT, 1), END
};
static const struct row misc_mmap2[] = {
	BIT(cpumode, 0, 3), BIT(mmap_timeout, MISC_PROC_MAP_PARSE_TIMEOUT_AT, 1), BIT(mmap_data, MISC_MMAP_DATA_AT, 1), END
};
static const struct row misc_comm[] = { BIT(cpumode, 0, 3), BIT(comm_exec, MISC_COMM_EXEC_AT, 1), END };
static const struct row misc_switch[] = {
	BIT(cpumode, 0, 3), BIT(switch_out, MISC_SWITCH_OUT_AT, 1),
	BIT(switch_preempt, MISC_SWITCH_OUT_PREEMPT_AT, 1), END
};
static const struct row misc_sample[] = { BIT(cpumode, 0, 3), BIT(exact_ip, MISC_EXACT_IP_AT, 1), END };
static const struct row misc_lost_samples[] = {
	BIT(cpumode, 0, 3), BIT(lost_bpf, MISC_LOST_SAMPLES_BPF_AT, 1), END
};

static const struct row rows_mmap[] = {
	S32(pid), S32(tid), U64(mmap_addr), U64(mmap_len), U64(mmap_pgoff), STR(mmap_file), END
};

static const struct row rows_lost[] = { U64(id), U64(lost_count), END };

static const struct row rows_comm[] = { S32(pid), S32(tid), STR(comm), END };

static const struct row rows_task[] = { S32(pid), S32(ppid), S32(tid), S32(ptid), U64(body_time), END };

static const struct row rows_throttle[] = { U64(body_time), U64(id), U64(stream_id), END };

static const struct row rows_read_record[] = {
	S32(pid), S32(tid), OBJECT(read, rows_read), END
};

static const struct row mmap2_prot[] = { U32(mmap_prot), U32(mmap_flags), END };
/* With MMAP_BUILD_ID the 24 bytes after pgoff hold a build id, else device and inode. */
static const struct row rows_mmap2[] = {
	S32(pid), S32(tid), U64(mmap_addr), U64(mmap_len), U64(mmap_pgoff),
	U32(mmap_maj, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U32(mmap_min, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U64(mmap_ino, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U64(mmap_ino_gen, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U8(mmap_build_id_size, SAVE(SIZE), IF_MISC(MISC_MMAP_BUILD_ID), STRUCTURAL),
	U8(reserved, IF_MISC(MISC_MMAP_BUILD_ID), STRUCTURAL),
	U16(reserved, IF_MISC(MISC_MMAP_BUILD_ID), STRUCTURAL),
	{ .field = F_mmap_build_id, .kind = ROW_BYTES, .size = 20, .count = NR(SIZE),
	  IF_MISC(MISC_MMAP_BUILD_ID) },
	FLAT(mmap2_prot, WHEN(WHEN_PROT, 0, 0)), STR(mmap_file), END
};

/* PERF_AUX_FLAG_PMU_FORMAT_TYPE_MASK */
static const struct row aux_flags[] = { BIT(aux_format, 8, 8), END };
static const struct row rows_aux[] = {
	U64(aux_offset), U64(aux_size), BITS(aux_flags, 8, aux_flags, .flags = ROW_FLAT), END
};

static const struct row rows_itrace_start[] = { S32(pid), S32(tid), END };

static const struct row rows_lost_samples[] = { U64(lost_count), END };

static const struct row rows_empty[] = { END };

static const struct row rows_switch_cpu_wide[] = {
	S32(switch_next_pid), S32(switch_next_tid), END
};

static const struct row ns_entry[] = { U64(ns_dev), U64(ns_ino), END };

static const struct row rows_namespaces[] = {
	S32(pid), S32(tid), U64(ns_nr, SAVE(NR), STRUCTURAL), LIST(ns, NR(NR), ns_entry), END
};

static const struct row rows_ksymbol[] = {
	U64(ksym_addr), U32(ksym_len), U16(ksym_type), U16(ksym_flags), STR(ksym_name), END
};

static const struct row rows_bpf_event[] = {
	U16(bpf_type), U16(bpf_flags), U32(bpf_id), BYTESN(bpf_tag, 8), END
};

static const struct row rows_cgroup[] = { U64(cgroup), STR(cgroup_path), END };

static const struct row rows_text_poke[] = {
	U64(poke_addr), U16(poke_old_len, SAVE(SIZE)), U16(poke_new_len, SAVE(SIZE2)),
	BYTES(poke_old, NR(SIZE)), BYTES(poke_new, NR(SIZE2)), END
};

static const struct row rows_hw_id[] = { U64(hw_id), END };

static const struct row rows_deferred[] = {
	U64(cookie), U64(callchain_nr, SAVE(NR), STRUCTURAL), CHAIN(callchain, NR(NR)), END
};

const struct record_desc records_kernel[RECORDS_KERNEL + 1] = {
/* A sample has the fields of the trailer in its body. */
#define KERNEL(id, type_, name_, min_, rows_, misc_, tail_, slice, in_pipe, state, fields, summary_, help_) \
	{ .type = (type_), .name = (name_), .min = (min_), .rows = (rows_), .misc = (misc_), \
	  .tail = TAIL_##tail_, .summary = (summary_), .help = (help_), .trailer = (type_) != RECORD_SAMPLE },
#include "wire/records.def"
	{ .name = NULL }
};
