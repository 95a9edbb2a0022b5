/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PERF_RECORD_SAMPLE and the parts that other records share: linux/perf_event.h, enum
 * perf_event_type.
 */
#include "wire/rows.h"

/* clang-format off */

/* struct perf_branch_entry. Only perf sets bit 33, in samples that it makes itself. */
static const struct row branch_flags[] = {
	BIT(br_mispred, 0, 1),
	BIT(br_predicted, 1, 1),
	BIT(br_in_tx, 2, 1),
	BIT(br_abort, 3, 1),
	BIT(br_cycles, 4, 16),
	BIT(br_type, 20, 4, SAVE(BRANCH_TYPE)),
	BIT(br_spec, 24, 2),
	BIT(br_new_type, 26, 4, IF_REG(BRANCH_TYPE, ~0ull, 15)),
	BIT(br_priv, 30, 3),
	BIT(br_not_taken, 33, 1),
	END
};

static const struct row branch_entry[] = {
	U64(br_from),
	U64(br_to),
	BITS(br_flags, 8, branch_flags, .flags = ROW_FLAT | ROW_MIRROR),
	END
};

static const struct row branch_counter[] = { U64(br_counter), END };

/* union perf_mem_data_src; big-endian kernels reverse the declaration, so the bits are the same. */
static const struct row data_src_bits[] = {
	BIT(data_src_raw, 0, 64),
	BIT(mem_op, 0, 5),
	BIT(mem_lvl, 5, 14),
	BIT(mem_snoop, 19, 5),
	BIT(mem_lock, 24, 2),
	BIT(mem_tlb, 26, 7),
	BIT(mem_lvl_num, 33, 4),
	BIT(mem_remote, 37, 1),
	BIT(mem_snoopx, 38, 2),
	BIT(mem_blk, 40, 3),
	BIT(mem_hops, 43, 3),
	BIT(mem_region, 46, 5),
	END
};

static const struct row transaction_bits[] = {
	BIT(transaction_raw, 0, 64),
	BIT(txn_flags, 0, 32),
	BIT(txn_abort_code, 32, 32),
	END
};

/* union perf_sample_weight: after a swap of the u64 its parts are at these bits. */
static const struct row weight_parts[] = {
	BIT(weight, 0, 32),
	BIT(ins_lat, 32, 16),
	BIT(retire_lat, 48, 16),
	END
};

static const struct row read_group_value[] = {
	U64(read_value),
	U64(read_id, IF_READ(ID)),
	U64(read_lost, IF_READ(LOST)),
	END
};

static const struct row read_single_value[] = {
	U64(read_value, .flags = ROW_HELD),
	U64(read_id, IF_READ(ID)),
	U64(read_lost, IF_READ(LOST)),
	END
};

/*
 * PERF_FORMAT_*: a group begins with its number of counters. A single counter has its times between
 * the value and the id; the value is held until the times are passed to the sink.
 */
const struct row rows_read[] = {
	U64(read_nr, SAVE(NR), IF_READ(GROUP)),
	HOLD(8, WHEN(WHEN_READ_FORMAT, READ_GROUP, 0)),
	U64(read_time_enabled, IF_READ(TIME_ENABLED)),
	U64(read_time_running, IF_READ(TIME_RUNNING)),
	LIST(read_values, NR(NR), read_group_value, IF_READ(GROUP)),
	LIST(read_values, { .src = COUNT_ONE }, read_single_value,
	     WHEN(WHEN_READ_FORMAT, READ_GROUP, 0)),
	END
};

static const struct row simd_regs[] = {
	U16(simd_nr_vectors, SAVE(VECTORS)),
	U16(simd_vector_qwords, SAVE(VECTOR_QWORDS)),
	U16(simd_nr_pred, SAVE(PREDS)),
	U16(simd_pred_qwords, SAVE(PRED_QWORDS)),
	BYTES(simd_vectors, { .src = COUNT_PRODUCT, .reg = REG_VECTORS, .reg2 = REG_VECTOR_QWORDS }),
	BYTES(simd_preds, { .src = COUNT_PRODUCT, .reg = REG_PREDS, .reg2 = REG_PRED_QWORDS }),
	END
};

static const struct row user_regs[] = {
	U64(uregs_abi, SAVE(ABI)),
	REGS(uregs_reg, { .src = COUNT_USER_MASK }, IF_REG_NOT(ABI, ~0ull, 0)),
	OBJECT(simd, simd_regs, IF_REG(ABI, REGS_ABI_SIMD, REGS_ABI_SIMD)),
	END
};

static const struct row intr_regs[] = {
	U64(iregs_abi, SAVE(ABI)),
	REGS(iregs_reg, { .src = COUNT_INTR_MASK }, IF_REG_NOT(ABI, ~0ull, 0)),
	OBJECT(simd, simd_regs, IF_REG(ABI, REGS_ABI_SIMD, REGS_ABI_SIMD)),
	END
};

static const struct row user_stack[] = {
	U64(ustack_size, SAVE(SIZE)),
	BYTES(ustack_data, NR(SIZE), STRUCTURAL, IF_REG_NOT(SIZE, ~0ull, 0)),
	U64(ustack_dyn, IF_REG_NOT(SIZE, ~0ull, 0)),
	END
};

static const struct row aux_sample[] = {
	U64(aux_sample_size, SAVE(SIZE)),
	BYTES(aux_sample_data, NR(SIZE), STRUCTURAL, IF_REG_NOT(SIZE, ~0ull, 0)),
	END
};

/* The order is that of perf_output_sample(), not that of the bits. */
const struct row rows_sample[] = {
	U64(id, WHEN(WHEN_SAMPLE_TYPE, SAMPLE_IDENTIFIER | SAMPLE_ID, SAMPLE_IDENTIFIER)),
	U64(identifier, WHEN(WHEN_SAMPLE_TYPE, SAMPLE_IDENTIFIER | SAMPLE_ID,
			     SAMPLE_IDENTIFIER | SAMPLE_ID)),
	U64(ip, IF_SAMPLE(IP)),
	S32(pid, IF_SAMPLE(TID)),
	S32(tid, IF_SAMPLE(TID)),
	U64(time, IF_SAMPLE(TIME)),
	U64(addr, IF_SAMPLE(ADDR)),
	U64(id, IF_SAMPLE(ID)),
	U64(stream_id, IF_SAMPLE(STREAM_ID)),
	S32(cpu, IF_SAMPLE(CPU)),
	U32(cpu_reserved, IF_SAMPLE(CPU), STRUCTURAL),
	U64(period, IF_SAMPLE(PERIOD)),
	OBJECT(read, rows_read, IF_SAMPLE(READ)),
	U64(callchain_nr, SAVE(NR), IF_SAMPLE(CALLCHAIN), STRUCTURAL),
	CHAIN(callchain, NR(NR), IF_SAMPLE(CALLCHAIN)),
	U32(raw_size, SAVE(SIZE), IF_SAMPLE(RAW), STRUCTURAL),
	RAW(raw, NR(SIZE), IF_SAMPLE(RAW)),
	U64(brstack_nr, SAVE(NR), IF_SAMPLE(BRANCH_STACK), STRUCTURAL),
	S64(hw_idx, .when = { .src = WHEN_HW_IDX }),
	LIST(brstack, NR(NR), branch_entry, IF_SAMPLE(BRANCH_STACK)),
	LIST(br_counters, NR(NR), branch_counter, .when = { .src = WHEN_COUNTERS },
	     .flags = ROW_SCALAR),
	OBJECT(uregs, user_regs, IF_SAMPLE(REGS_USER)),
	OBJECT(ustack, user_stack, IF_SAMPLE(STACK_USER)),
	U64(weight, IF_SAMPLE(WEIGHT)),
	BITS(weight_struct, 8, weight_parts, IF_SAMPLE(WEIGHT_STRUCT),
	     .flags = ROW_FLAT | ROW_STRUCTURAL),
	BITS(data_src, 8, data_src_bits, IF_SAMPLE(DATA_SRC)),
	BITS(transaction, 8, transaction_bits, IF_SAMPLE(TRANSACTION)),
	OBJECT(iregs, intr_regs, IF_SAMPLE(REGS_INTR)),
	U64(phys_addr, IF_SAMPLE(PHYS_ADDR)),
	U64(cgroup, IF_SAMPLE(CGROUP)),
	U64(data_page_size, IF_SAMPLE(DATA_PAGE_SIZE)),
	U64(code_page_size, IF_SAMPLE(CODE_PAGE_SIZE)),
	OBJECT(aux_sample, aux_sample, IF_SAMPLE(AUX)),
	END
};

/*
 * sample_id: from the trailer's start, whose place follows from its size. For fields that the body
 * has, too, decode.c uses the trailer's own names, sid.*.
 */
const struct row rows_trailer[] = {
	S32(pid, IF_SAMPLE(TID)),
	S32(tid, IF_SAMPLE(TID)),
	U64(time, IF_SAMPLE(TIME)),
	U64(id, IF_SAMPLE(ID)),
	U64(stream_id, IF_SAMPLE(STREAM_ID)),
	S32(cpu, IF_SAMPLE(CPU)),
	U32(cpu_reserved, IF_SAMPLE(CPU), STRUCTURAL),
	U64(id, WHEN(WHEN_SAMPLE_TYPE, SAMPLE_IDENTIFIER | SAMPLE_ID, SAMPLE_IDENTIFIER)),
	U64(identifier, WHEN(WHEN_SAMPLE_TYPE, SAMPLE_IDENTIFIER | SAMPLE_ID,
			     SAMPLE_IDENTIFIER | SAMPLE_ID)),
	END
};
