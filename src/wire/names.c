/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of linux/perf_event.h and of perf's own records, with the texts that perf prints. */
#include "wire/names.h"

#include <string.h>
#include <strings.h>

#include "wire/schema.h"

/* clang-format off */
#define NAMES(id, ...) \
	const struct names id = { .join = "|", .list = (const struct name[]){ __VA_ARGS__, { 0 } } }
#define MASK(id, none, with, ...) \
	const struct names id = { .empty = (none), .join = (with), \
				  .list = (const struct name[]){ __VA_ARGS__, { 0 } } }

NAMES(names_cpumode,
	{ 0, "unknown" }, { 1, "kernel" }, { 2, "user" }, { 3, "hypervisor" },
	{ 4, "guest_kernel" }, { 5, "guest_user" });

/* enum perf_callchain_context: the names of the negative numbers, by their low 16 bits */
NAMES(names_context,
	{ -32ull, "hv" }, { -128ull, "kernel" }, { -512ull, "user" },
	{ -640ull, "user_deferred" }, { -2048ull, "guest" }, { -2176ull, "guest_kernel" },
	{ -2560ull, "guest_user" });

NAMES(names_branch_type,
	{ 0, "UNKNOWN", "N/A" }, { 1, "COND" }, { 2, "UNCOND" }, { 3, "IND" }, { 4, "CALL" },
	{ 5, "IND_CALL" }, { 6, "RET" }, { 7, "SYSCALL" }, { 8, "SYSRET" }, { 9, "COND_CALL" },
	{ 10, "COND_RET" }, { 11, "ERET" }, { 12, "IRQ" }, { 13, "SERROR" }, { 14, "NO_TX" },
	{ 15, "EXTEND_ABI" });
NAMES(names_branch_new_type,
	{ 0, "FAULT_ALGN" }, { 1, "FAULT_DATA" }, { 2, "FAULT_INST" }, { 3, "ARCH_1" },
	{ 4, "ARCH_2" }, { 5, "ARCH_3" }, { 6, "ARCH_4" }, { 7, "ARCH_5" });
NAMES(names_branch_spec,
	{ 0, "NA", "N/A" }, { 1, "SPEC_WRONG_PATH" }, { 2, "NON_SPEC_CORRECT_PATH" },
	{ 3, "SPEC_CORRECT_PATH" });
NAMES(names_branch_priv, { 0, "unknown" }, { 1, "user" }, { 2, "kernel" }, { 3, "hv" });

/* union perf_mem_data_src: PERF_MEM_*; texts of perf's util/mem-events.c */
MASK(names_mem_op, "No", " or ",
	{ 0x01, "NA", "N/A" }, { 0x02, "LOAD" }, { 0x04, "STORE" }, { 0x08, "PFETCH" },
	{ 0x10, "EXEC" });
MASK(names_mem_lvl, "N/A", " or ",
	{ 0x0001, "NA", "N/A" }, { 0x0002, "HIT", "hit", true }, { 0x0004, "MISS", "miss", true },
	{ 0x0008, "L1" }, { 0x0010, "LFB", "LFB/MAB" }, { 0x0020, "L2" }, { 0x0040, "L3" },
	{ 0x0080, "LOC_RAM", "Local RAM" }, { 0x0100, "REM_RAM1", "Remote RAM (1 hop)" },
	{ 0x0200, "REM_RAM2", "Remote RAM (2 hops)" },
	{ 0x0400, "REM_CCE1", "Remote Cache (1 hop)" },
	{ 0x0800, "REM_CCE2", "Remote Cache (2 hops)" }, { 0x1000, "IO", "I/O" },
	{ 0x2000, "UNC", "Uncached" });
NAMES(names_mem_lvl_num,
	{ 0, "none" }, { 1, "L1" }, { 2, "L2" }, { 3, "L3" }, { 4, "L4" },
	{ 5, "L2_MHB", "L2 MHB" }, { 6, "MSC", "Memory-side Cache" }, { 7, "L0" },
	{ 8, "UNC", "Uncached" }, { 9, "CXL" }, { 10, "IO", "I/O" },
	{ 11, "ANY_CACHE", "Any cache" }, { 12, "LFB", "LFB/MAB" }, { 13, "RAM" },
	{ 14, "PMEM" }, { 15, "NA", "N/A" });
MASK(names_mem_snoop, "N/A", " or ",
	{ 0x01, "NA", "N/A" }, { 0x02, "NONE", "None" }, { 0x04, "HIT", "Hit" },
	{ 0x08, "MISS", "Miss" }, { 0x10, "HITM", "HitM" });
MASK(names_mem_snoopx, "none", " or ", { 1, "FWD", "Fwd" }, { 2, "PEER", "Peer" });
MASK(names_mem_lock, "No", " or ", { 0, "UNLOCKED", "No" }, { 1, "NA", "N/A" }, { 2, "LOCKED", "Yes" });
MASK(names_mem_tlb, "N/A", " or ",
	{ 0x01, "NA", "N/A" }, { 0x02, "HIT", "hit", true }, { 0x04, "MISS", "miss", true },
	{ 0x08, "L1" }, { 0x10, "L2" }, { 0x20, "WK", "Walker" }, { 0x40, "OS", "Fault" });
MASK(names_mem_blk, "N/A", " ", { 1, "NA", "N/A" }, { 2, "DATA", "Data" }, { 4, "ADDR", "Addr" });
NAMES(names_mem_hops,
	{ 0, "none" }, { 1, "core", "core, same node" }, { 2, "node", "node, same socket" },
	{ 3, "socket", "socket, same board" }, { 4, "board" });
NAMES(names_mem_region,
	{ 0, "NA", "N/A" }, { 1, "RSVD" }, { 2, "L_SHARE" }, { 3, "L_NON_SHARE" }, { 4, "O_IO" },
	{ 5, "O_SHARE" }, { 6, "O_NON_SHARE" }, { 7, "MMIO" }, { 8, "MEM0" }, { 9, "MEM1" },
	{ 10, "MEM2" }, { 11, "MEM3" }, { 12, "MEM4" }, { 13, "MEM5" }, { 14, "MEM6" },
	{ 15, "MEM7" });

MASK(names_txn, "none", "|",
	{ 1, "ELISION", "EL" }, { 2, "TRANSACTION", "TX" }, { 4, "SYNC" }, { 8, "ASYNC" },
	{ 16, "RETRY" }, { 32, "CONFLICT", "CON" }, { 64, "CAPACITY_WRITE", "CAP-WRITE" },
	{ 128, "CAPACITY_READ", "CAP-READ" });
NAMES(names_regs_abi,
	{ 0, "none" }, { 1, "32" }, { 2, "64" }, { 5, "32|simd" }, { 6, "64|simd" });

MASK(names_mmap_prot, "none", "|", { 1, "READ" }, { 2, "WRITE" }, { 4, "EXEC" });
MASK(names_mmap_flags, "none", "|",
	{ 0x1, "SHARED" }, { 0x2, "PRIVATE" }, { 0x10, "FIXED" }, { 0x20, "ANONYMOUS" },
	{ 0x100, "GROWSDOWN" }, { 0x800, "DENYWRITE" }, { 0x1000, "EXECUTABLE" },
	{ 0x2000, "LOCKED" }, { 0x4000, "NORESERVE" }, { 0x8000, "POPULATE" },
	{ 0x10000, "NONBLOCK" }, { 0x20000, "STACK" }, { 0x40000, "HUGETLB" },
	{ 0x80000, "SYNC" });
MASK(names_aux_flags, "none", "|",
	{ 1, "TRUNCATED" }, { 2, "OVERWRITE" }, { 4, "PARTIAL" }, { 8, "COLLISION" },
	{ 0x100, "CORESIGHT_RAW" });
NAMES(names_ksym_type, { 0, "unknown" }, { 1, "BPF" }, { 2, "OOL" });
MASK(names_ksym_flags, "none", "|", { 1, "UNREGISTER" });
NAMES(names_bpf_type, { 0, "unknown" }, { 1, "PROG_LOAD" }, { 2, "PROG_UNLOAD" });
NAMES(names_ns,
	{ 0, "net" }, { 1, "uts" }, { 2, "ipc" }, { 3, "pid" }, { 4, "user" }, { 5, "mnt" },
	{ 6, "cgroup" });

/* perf_event_attr */
NAMES(names_attr_type,
	{ 0, "hardware" }, { 1, "software" }, { 2, "tracepoint" }, { 3, "hw_cache" }, { 4, "raw" },
	{ 5, "breakpoint" }, { 0x80000000u, "synth" });
MASK(names_sample_type, "none", "|",
	{ 1ull << 0, "IP" }, { 1ull << 1, "TID" }, { 1ull << 2, "TIME" }, { 1ull << 3, "ADDR" },
	{ 1ull << 4, "READ" }, { 1ull << 5, "CALLCHAIN" }, { 1ull << 6, "ID" },
	{ 1ull << 7, "CPU" }, { 1ull << 8, "PERIOD" }, { 1ull << 9, "STREAM_ID" },
	{ 1ull << 10, "RAW" }, { 1ull << 11, "BRANCH_STACK" }, { 1ull << 12, "REGS_USER" },
	{ 1ull << 13, "STACK_USER" }, { 1ull << 14, "WEIGHT" }, { 1ull << 15, "DATA_SRC" },
	{ 1ull << 16, "IDENTIFIER" }, { 1ull << 17, "TRANSACTION" }, { 1ull << 18, "REGS_INTR" },
	{ 1ull << 19, "PHYS_ADDR" }, { 1ull << 20, "AUX" }, { 1ull << 21, "CGROUP" },
	{ 1ull << 22, "DATA_PAGE_SIZE" }, { 1ull << 23, "CODE_PAGE_SIZE" },
	{ 1ull << 24, "WEIGHT_STRUCT" });
MASK(names_read_format, "none", "|",
	{ 1, "TOTAL_TIME_ENABLED" }, { 2, "TOTAL_TIME_RUNNING" }, { 4, "ID" }, { 8, "GROUP" },
	{ 16, "LOST" });
MASK(names_branch_sample, "none", "|",
	{ 1u << 0, "USER" }, { 1u << 1, "KERNEL" }, { 1u << 2, "HV" }, { 1u << 3, "ANY" },
	{ 1u << 4, "ANY_CALL" }, { 1u << 5, "ANY_RETURN" }, { 1u << 6, "IND_CALL" },
	{ 1u << 7, "ABORT_TX" }, { 1u << 8, "IN_TX" }, { 1u << 9, "NO_TX" }, { 1u << 10, "COND" },
	{ 1u << 11, "CALL_STACK" }, { 1u << 12, "IND_JUMP" }, { 1u << 13, "CALL" },
	{ 1u << 14, "NO_FLAGS" }, { 1u << 15, "NO_CYCLES" }, { 1u << 16, "TYPE_SAVE" },
	{ 1u << 17, "HW_INDEX" }, { 1u << 18, "PRIV_SAVE" }, { 1u << 19, "COUNTERS" });
MASK(names_bp_type, "none", "|", { 1, "R" }, { 2, "W" }, { 4, "X" });
NAMES(names_clockid,
	{ 0, "realtime" }, { 1, "monotonic" }, { 2, "process_cputime" }, { 3, "thread_cputime" },
	{ 4, "monotonic_raw" }, { 5, "realtime_coarse" }, { 6, "monotonic_coarse" },
	{ 7, "boottime" }, { 11, "tai" });
NAMES(names_hw_event,
	{ 0, "cycles" }, { 1, "instructions" }, { 2, "cache-references" }, { 3, "cache-misses" },
	{ 4, "branches" }, { 5, "branch-misses" }, { 6, "bus-cycles" },
	{ 7, "stalled-cycles-frontend" }, { 8, "stalled-cycles-backend" }, { 9, "ref-cycles" });
NAMES(names_sw_event,
	{ 0, "cpu-clock" }, { 1, "task-clock" }, { 2, "page-faults" }, { 3, "context-switches" },
	{ 4, "cpu-migrations" }, { 5, "minor-faults" }, { 6, "major-faults" },
	{ 7, "alignment-faults" }, { 8, "emulation-faults" }, { 9, "dummy" },
	{ 10, "bpf-output" }, { 11, "cgroup-switches" });
NAMES(names_cache,
	{ 0, "L1-dcache" }, { 1, "L1-icache" }, { 2, "LLC" }, { 3, "dTLB" }, { 4, "iTLB" },
	{ 5, "branch" }, { 6, "node" });
NAMES(names_cache_op, { 0, "load", "loads" }, { 1, "store", "stores" },
	{ 2, "prefetch", "prefetches" });
NAMES(names_cache_result, { 0, "access" }, { 1, "miss", "misses" });

/* perf's own records */
NAMES(names_auxtrace,
	{ 0, "unknown" }, { 1, "Intel PT" }, { 2, "Intel BTS" }, { 3, "CoreSight ETM" },
	{ 4, "Arm SPE" }, { 5, "s390 CPUMSF" }, { 6, "HiSilicon PTT" }, { 7, "powerpc VPA DTL" });
/* perf's util/cs-etm.h and util/arm-spe.h: marks at the beginning of a CPU's part */
NAMES(names_trace_magic,
	{ 0x3030303030303030ull, "ETMv3" }, { 0x4040404040404040ull, "ETMv4" },
	{ 0x5050505050505050ull, "ETE" }, { 0x1010101010101010ull, "SPE" });
NAMES(names_stat_tag,
	{ 0, "AGGR_MODE" }, { 1, "INTERVAL" }, { 2, "SCALE" }, { 3, "AGGR_LEVEL" });
NAMES(names_stat_round, { 0, "interval" }, { 1, "final" });
NAMES(names_update, { 0, "UNIT" }, { 1, "SCALE" }, { 2, "NAME" }, { 3, "CPUS" });
NAMES(names_cpu_map, { 0, "CPUS" }, { 1, "MASK" }, { 2, "RANGE" });
NAMES(names_feature,
	{ 1, "TRACING_DATA" }, { 2, "BUILD_ID" }, { 3, "HOSTNAME" }, { 4, "OSRELEASE" },
	{ 5, "VERSION" }, { 6, "ARCH" }, { 7, "NRCPUS" }, { 8, "CPUDESC" }, { 9, "CPUID" },
	{ 10, "TOTAL_MEM" }, { 11, "CMDLINE" }, { 12, "EVENT_DESC" }, { 13, "CPU_TOPOLOGY" },
	{ 14, "NUMA_TOPOLOGY" }, { 15, "BRANCH_STACK" }, { 16, "PMU_MAPPINGS" },
	{ 17, "GROUP_DESC" }, { 18, "AUXTRACE" }, { 19, "STAT" }, { 20, "CACHE" },
	{ 21, "SAMPLE_TIME" }, { 22, "MEM_TOPOLOGY" }, { 23, "CLOCKID" }, { 24, "DIR_FORMAT" },
	{ 25, "BPF_PROG_INFO" }, { 26, "BPF_BTF" }, { 27, "COMPRESSED" }, { 28, "CPU_PMU_CAPS" },
	{ 29, "CLOCK_DATA" }, { 30, "HYBRID_TOPOLOGY" }, { 31, "PMU_CAPS" },
	{ 32, "CPU_DOMAIN_INFO" }, { 33, "E_MACHINE" }, { 34, "CLN_SIZE" },
	{ 35, "MEMORY_RANGES" }, { 128, "SIMPLEPERF_FILE" }, { 129, "SIMPLEPERF_META_INFO" },
	{ 130, "SIMPLEPERF_DEBUG_UNWIND" }, { 131, "SIMPLEPERF_DEBUG_UNWIND_FILE" },
	{ 132, "SIMPLEPERF_FILE2" }, { 133, "SIMPLEPERF_ETM_BRANCH_LIST" },
	{ 134, "SIMPLEPERF_INIT_MAP" });

/* simpleperf's record.h, dso.h, CallChainJoiner.h; libunwindstack's Error.h */
NAMES(names_simpleperf_record,
	{ 32769, "KERNEL_SYMBOL" }, { 32770, "DSO" }, { 32771, "SYMBOL" }, { 32772, "SPLIT" },
	{ 32773, "SPLIT_END" }, { 32774, "EVENT_ID" }, { 32775, "CALLCHAIN" },
	{ 32776, "UNWINDING_RESULT" }, { 32777, "TRACING_DATA" }, { 32778, "DEBUG" });
NAMES(names_simpleperf_dso,
	{ 0, "kernel" }, { 1, "kernel_module" }, { 2, "elf" }, { 3, "dex" }, { 4, "symbol_map" },
	{ 5, "unknown" });
NAMES(names_simpleperf_chain,
	{ 0, "ORIGINAL_OFFLINE" }, { 1, "ORIGINAL_REMOTE" }, { 2, "JOINED_OFFLINE" },
	{ 3, "JOINED_REMOTE" });
NAMES(names_simpleperf_error,
	{ 0, "NONE" }, { 1, "MEMORY_INVALID" }, { 2, "UNWIND_INFO" }, { 3, "UNSUPPORTED" },
	{ 4, "INVALID_MAP" }, { 5, "MAX_FRAMES_EXCEEDED" }, { 6, "REPEATED_FRAME" },
	{ 7, "INVALID_ELF" }, { 8, "THREAD_DOES_NOT_EXIST" }, { 9, "THREAD_TIMEOUT" },
	{ 10, "SYSTEM_CALL" }, { 11, "BAD_ARCH" }, { 12, "MAPS_PARSE" },
	{ 13, "INVALID_PARAMETER" }, { 14, "PTRACE_CALL" });

/* The names of the field type come from the record tables. */
const struct names names_record_type = { .join = "|", .list = (const struct name[]){ { 0 } } };
/* clang-format on */

const struct name *names_find(const struct names *names, uint64_t value)
{
	for (const struct name *n = names->list; n->name; n++)
		if (n->value == value)
			return n;
	return NULL;
}

static bool is_same_name(const char *a, const char *b, size_t len)
{
	return a && strlen(a) == len && !strncasecmp(a, b, len);
}

bool names_value(const struct names *names, const char *name, size_t len, uint64_t *value)
{
	if (names == &names_record_type)
		return record_type_value(name, len, value);
	for (const struct name *n = names->list; n->name; n++) {
		if (is_same_name(n->name, name, len) || is_same_name(n->text, name, len)) {
			*value = n->value;
			return true;
		}
	}
	return false;
}

void names_mask(struct buf *buf, const struct names *names, uint64_t mask)
{
	size_t start = buf->len;
	uint64_t left = mask;

	for (const struct name *n = names->list; n->name; n++) {
		if (!(mask & n->value))
			continue;
		left &= ~n->value;
		if (n->suffix)
			continue;
		if (buf->len > start)
			buf_adds(buf, names->join);
		buf_adds(buf, n->text ? n->text : n->name);
	}
	if (left) {
		if (buf->len > start)
			buf_adds(buf, names->join);
		buf_addf(buf, "0x%llx", (unsigned long long)left);
	}
	if (buf->len == start)
		buf_adds(buf, names->empty ? names->empty : "0");
	for (const struct name *n = names->list; n->name; n++)
		if (n->suffix && mask & n->value)
			buf_addf(buf, " %s", n->text);
}

/* A part of data_src, by its place in rows_sample.c. */
static uint64_t part(uint64_t v, unsigned shift, unsigned bits)
{
	return v >> shift & ((1ull << bits) - 1);
}

enum {
	LVL_HIT_MISS = 0x6,
	LVL_NUM_NA = 15
};

void names_mem_level(struct buf *buf, uint64_t v)
{
	uint64_t lvl = part(v, 5, 14), num = part(v, 33, 4), hops = part(v, 43, 3);
	const struct name *hop = names_find(&names_mem_hops, hops);

	if (!num || num == LVL_NUM_NA) {
		names_mask(buf, &names_mem_lvl, lvl & ~(lvl & ~1ull ? 1ull : 0));
		return;
	}
	if (part(v, 37, 1))
		buf_adds(buf, "Remote ");
	if (hops && hop)
		buf_addf(buf, "%s ", hop->text ? hop->text : hop->name);
	field_id_text(buf, F_mem_lvl_num, num);
	for (const struct name *n = names_mem_lvl.list; n->name; n++)
		if (n->suffix && lvl & n->value)
			buf_addf(buf, " %s", n->text);
}

static void data_src_snoop(struct buf *buf, uint64_t v)
{
	uint64_t snoop = part(v, 19, 5), snoopx = part(v, 38, 2);

	if (snoop || !snoopx)
		names_mask(buf, &names_mem_snoop, snoop);
	if (snoop && snoopx)
		buf_adds(buf, " or ");
	if (snoopx)
		names_mask(buf, &names_mem_snoopx, snoopx);
}

void names_data_src(struct buf *buf, uint64_t v)
{
	buf_adds(buf, "|OP ");
	names_mask(buf, &names_mem_op, part(v, 0, 5));
	buf_adds(buf, "|LVL ");
	names_mem_level(buf, v);
	buf_adds(buf, "|SNP ");
	data_src_snoop(buf, v);
	buf_adds(buf, "|TLB ");
	names_mask(buf, &names_mem_tlb, part(v, 26, 7));
	buf_adds(buf, "|LCK ");
	names_mask(buf, &names_mem_lock, part(v, 24, 2));
	buf_adds(buf, "|BLK ");
	if (part(v, 40, 3))
		buf_addc(buf, ' ');
	names_mask(buf, &names_mem_blk, part(v, 40, 3));
}
