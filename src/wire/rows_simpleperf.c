/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of Android's simpleperf: enum user_record_type of its record.h. */
#include "wire/rows.h"

/* clang-format off */

static const struct row rows_kernel_symbol[] = {
	U32(simpleperf_size, SAVE(SIZE)),
	{ .field = F_simpleperf_kallsyms, .kind = ROW_STR, .count = NR(SIZE) }, END
};

static const struct row rows_dso[] = {
	U64(simpleperf_dso_type), U64(simpleperf_dso_id), U64(simpleperf_min_vaddr),
	STR(simpleperf_dso_name), END
};

static const struct row rows_symbol[] = {
	U64(simpleperf_sym_addr), U64(simpleperf_sym_len), U64(simpleperf_dso_id),
	STR(simpleperf_sym_name), END
};

/*
 * Pieces of a record that is too long for its size field. An empty SPLIT_END follows the last
 * piece.
 */
static const struct row rows_split[] = {
	U32(simpleperf_part_of, WHEN(WHEN_SPLIT_HEAD, 0, 0)), BYTES(simpleperf_data, REST, STRUCTURAL), END
};
static const struct row rows_split_end[] = { END };

static const struct row event_id[] = {
	U64(simpleperf_attr_index), U64(simpleperf_event_id), END
};
static const struct row rows_event_id[] = {
	U64(simpleperf_ids_nr, SAVE(NR), STRUCTURAL), LIST(simpleperf_ids, NR(NR), event_id), END
};

/* The frames of a chain, then the stack pointer of each frame. */
static const struct row stack_pointer[] = { U64(simpleperf_sp), END };
#define FRAMES \
	U64(callchain_nr, SAVE(NR), STRUCTURAL), CHAIN(callchain, NR(NR)), \
	LIST(simpleperf_sps, NR(NR), stack_pointer, .flags = ROW_SCALAR)

static const struct row rows_callchain[] = {
	S32(pid), S32(tid), U64(simpleperf_chain_type), U64(time), FRAMES, END
};

/* Registers and stack of the sample, in the form of PERF_SAMPLE_REGS_USER and STACK_USER. */
static const struct row result_regs[] = {
	U64(uregs_abi, SAVE(ABI)), U64(simpleperf_regs_mask, SAVE(TYPE), STRUCTURAL),
	REGS(uregs_reg, NR(TYPE)), END
};
static const struct row result_stack[] = {
	U64(ustack_size, SAVE(SIZE)),
	BYTES(ustack_data, NR(SIZE), STRUCTURAL, IF_REG_NOT(SIZE, ~0ull, 0)),
	U64(ustack_dyn, IF_REG_NOT(SIZE, ~0ull, 0)),
	END
};
/* Records of older versions end after the stack. */
static const struct row result_frames[] = { FRAMES, END };
static const struct row rows_unwinding_result[] = {
	U64(time), U64(simpleperf_used_time), U64(simpleperf_error), U64(simpleperf_error_addr),
	U64(simpleperf_stack_start), U64(simpleperf_stack_end),
	OBJECT(uregs, result_regs), OBJECT(ustack, result_stack),
	{ .kind = ROW_OBJECT, .sub = result_frames, IF_LEFT(8), .flags = ROW_FLAT },
	END
};

static const struct row rows_tracing[] = {
	U32(simpleperf_size, SAVE(SIZE)), BYTES(simpleperf_data, NR(SIZE), STRUCTURAL), END
};

static const struct row rows_debug[] = { U64(time), STR(simpleperf_text), END };

const struct record_desc records_simpleperf[RECORDS_SIMPLEPERF + 1] = {
#define SIMPLEPERF(id, type_, name_, min_, rows_, misc_, tail_, slice, in_pipe, state, fields, summary_, help_) \
	{ .type = (type_), .name = (name_), .min = (min_), .rows = (rows_), .misc = (misc_), \
	  .tail = TAIL_##tail_, .summary = (summary_), .help = (help_) },
#include "wire/records.def"
	{ .name = NULL }
};
