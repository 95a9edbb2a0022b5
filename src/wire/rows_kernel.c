/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that the kernel writes: linux/perf_event.h, enum perf_event_type. */
#include "wire/rows.h"

/* clang-format off */

/* PERF_RECORD_MISC_*: the meaning of the upper bits depends on the type. */
enum {
	MISC_MMAP_BUILD_ID = 1 << 14,
};

const struct row rows_cpumode[] = { BIT(cpumode, 0, 3), END };

static const struct row misc_mmap[] = {
	BIT(cpumode, 0, 3), BIT(mmap_data, 13, 1), END
};
static const struct row misc_mmap2[] = {
	BIT(cpumode, 0, 3), BIT(mmap_timeout, 12, 1), BIT(mmap_data, 13, 1), END
};
static const struct row misc_comm[] = { BIT(cpumode, 0, 3), BIT(comm_exec, 13, 1), END };
static const struct row misc_switch[] = {
	BIT(cpumode, 0, 3), BIT(switch_out, 13, 1), BIT(switch_preempt, 14, 1), END
};
static const struct row misc_sample[] = { BIT(cpumode, 0, 3), BIT(exact_ip, 14, 1), END };
static const struct row misc_lost_samples[] = { BIT(cpumode, 0, 3), BIT(lost_bpf, 15, 1), END };

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
/* With MMAP_BUILD_ID the 24 bytes behind pgoff hold a build id, else device and inode. */
static const struct row rows_mmap2[] = {
	S32(pid), S32(tid), U64(mmap_addr), U64(mmap_len), U64(mmap_pgoff),
	U32(mmap_maj, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U32(mmap_min, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U64(mmap_ino, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U64(mmap_ino_gen, IF_NOT_MISC(MISC_MMAP_BUILD_ID)),
	U8(mmap_build_id_size, SAVE(SIZE), IF_MISC(MISC_MMAP_BUILD_ID), STRUCTURAL),
	U8(reserved, IF_MISC(MISC_MMAP_BUILD_ID), STRUCTURAL),
	U16(reserved, IF_MISC(MISC_MMAP_BUILD_ID), STRUCTURAL),
	{ .word = W_mmap_build_id, .kind = ROW_BYTES, .size = 20, .count = NR(SIZE),
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

#define KERNEL(t, n, m, r) .type = (t), .name = (n), .min = (m), .rows = (r), .trailer = true

const struct record_desc records_kernel[RECORDS_KERNEL + 1] = {
	{ KERNEL(1, "MMAP", 41, rows_mmap), .misc = misc_mmap,
	  .summary = "{mmap.addr}+{mmap.len} @ {mmap.pgoff} {mmap.file}",
	  .help = "executable mapping, or data mapping with mmap_data" },
	{ KERNEL(2, "LOST", 24, rows_lost),
	  .summary = "{#lost.count record records} lost",
	  .help = "the ring buffer was full and records were dropped" },
	{ KERNEL(3, "COMM", 17, rows_comm), .misc = misc_comm,
	  .summary = "{comm}{?comm.exec: exec}",
	  .help = "name of a task" },
	{ KERNEL(4, "EXIT", 32, rows_task),
	  .summary = "parent {ppid}/{ptid}",
	  .help = "end of a task" },
	{ KERNEL(5, "THROTTLE", 32, rows_throttle),
	  .summary = "event id {id}",
	  .help = "event stopped: too many interrupts" },
	{ KERNEL(6, "UNTHROTTLE", 32, rows_throttle),
	  .summary = "event id {id}",
	  .help = "event goes on" },
	{ KERNEL(7, "FORK", 32, rows_task),
	  .summary = "parent {ppid}/{ptid}",
	  .help = "new process or thread" },
	{ KERNEL(8, "READ", 24, rows_read_record),
	  .summary = "{read.values.value}",
	  .help = "counter values at the end of a task" },
	{ .type = 9, .name = "SAMPLE", .min = 8, .rows = rows_sample, .misc = misc_sample,
	  .summary = "{cpumode} {ip}{?addr: addr {addr}}{?data_src.op>1: {data_src}}"
		     "{?weight: weight {weight}}{?brstack: {#brstack branch branches}}"
		     "{?callchain: {#callchain frame frames}}{?ustack.size: stack {ustack.dyn}}"
		     "{?raw: raw {#raw}}{?read: read {read.values.value}}{?period: period {period}}",
	  .help = "sample" },
	{ KERNEL(10, "MMAP2", 65, rows_mmap2), .misc = misc_mmap2,
	  .summary = "{+mmap.prot:{mmap.prot} }{mmap.addr}+{mmap.len} @ {mmap.pgoff} {mmap.file}",
	  .help = "mapping with protection and inode or build id" },
	{ KERNEL(11, "AUX", 32, rows_aux),
	  .summary = "{#aux.size byte bytes} at {aux.offset}{?aux.flags: {aux.flags}}",
	  .help = "data in the AUX buffer" },
	{ KERNEL(12, "ITRACE_START", 16, rows_itrace_start),
	  .summary = "", .help = "instruction trace starts" },
	{ KERNEL(13, "LOST_SAMPLES", 16, rows_lost_samples), .misc = misc_lost_samples,
	  .summary = "{#lost.count sample samples} lost", .help = "samples were dropped" },
	{ KERNEL(14, "SWITCH", 8, rows_empty), .misc = misc_switch,
	  .summary = "{?switch.out:out}{!switch.out:in}{?switch.preempt: preempted}",
	  .help = "task switch" },
	{ KERNEL(15, "SWITCH_CPU_WIDE", 16, rows_switch_cpu_wide), .misc = misc_switch,
	  .summary = "{?switch.out:out, next}{!switch.out:in, prev} {switch.next_pid}/{switch.next_tid}"
		     "{?switch.preempt: preempted}",
	  .help = "task switch, with the other task" },
	{ KERNEL(16, "NAMESPACES", 24, rows_namespaces),
	  .summary = "{#ns namespace namespaces}", .help = "namespaces of a task" },
	{ KERNEL(17, "KSYMBOL", 25, rows_ksymbol),
	  .summary = "{ksym.addr}+{ksym.len} {ksym.type}{?ksym.flags: {ksym.flags}} {ksym.name}",
	  .help = "kernel symbol comes or goes" },
	{ KERNEL(18, "BPF_EVENT", 24, rows_bpf_event),
	  .summary = "{bpf.type} id {bpf.id} tag {bpf.tag}",
	  .help = "BPF program loaded or unloaded" },
	{ KERNEL(19, "CGROUP", 17, rows_cgroup),
	  .summary = "{cgroup} {cgroup.path}", .help = "cgroup id and path" },
	{ KERNEL(20, "TEXT_POKE", 24, rows_text_poke),
	  .summary = "{poke.addr} {poke.old_len} -> {poke.new_len} bytes",
	  .help = "kernel text was changed" },
	{ KERNEL(21, "AUX_OUTPUT_HW_ID", 16, rows_hw_id),
	  .summary = "{hw_id}", .help = "hardware id of AUX output" },
	{ KERNEL(22, "CALLCHAIN_DEFERRED", 24, rows_deferred),
	  .summary = "cookie {cookie} {#callchain frame frames}",
	  .help = "user call chain of earlier samples" },
	{ .name = NULL }
};
