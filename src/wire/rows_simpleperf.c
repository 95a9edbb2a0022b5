/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of Android's simpleperf: enum user_record_type of its record.h. */
#include "wire/rows.h"

/* clang-format off */

static const struct row rows_kernel_symbol[] = {
	U32(simpleperf_size, SAVE(SIZE)),
	{ .word = W_simpleperf_kallsyms, .kind = ROW_STR, .count = NR(SIZE) }, END
};

static const struct row rows_dso[] = {
	U64(simpleperf_dso_type), U64(simpleperf_dso_id), U64(simpleperf_min_vaddr),
	STR(simpleperf_dso_name), END
};

static const struct row rows_symbol[] = {
	U64(simpleperf_sym_addr), U64(simpleperf_sym_len), U64(simpleperf_dso_id),
	STR(simpleperf_sym_name), END
};

/* Pieces of a record that is longer than a size can say; an empty SPLIT_END follows the last. */
static const struct row rows_split[] = {
	BYTES(simpleperf_data, REST, STRUCTURAL), END
};
static const struct row rows_split_end[] = { END };

static const struct row event_id[] = {
	U64(simpleperf_attr_index), U64(simpleperf_event_id), END
};
static const struct row rows_event_id[] = {
	U64(simpleperf_ids_nr, SAVE(NR), STRUCTURAL), LIST(simpleperf_ids, NR(NR), event_id), END
};

/* The frames of a chain, and then the stack pointer of each of them. */
static const struct row stack_pointer[] = { U64(simpleperf_sp), END };
#define FRAMES \
	U64(callchain_nr, SAVE(NR), STRUCTURAL), CHAIN(callchain, NR(NR)), \
	LIST(simpleperf_sps, NR(NR), stack_pointer, .flags = ROW_SCALAR)

static const struct row rows_callchain[] = {
	S32(pid), S32(tid), U64(simpleperf_chain_type), U64(time), FRAMES, END
};

/* Registers and stack of the sample, as PERF_SAMPLE_REGS_USER and STACK_USER have them. */
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
/* Older versions end behind the stack. */
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

#define SIMPLEPERF(t, n, m, r) .type = (t), .name = "SIMPLEPERF_" n, .min = (m), .rows = (r)

const struct record_desc records_simpleperf[RECORDS_SIMPLEPERF + 1] = {
	{ SIMPLEPERF(32769, "KERNEL_SYMBOL", 12, rows_kernel_symbol),
	  .summary = "{#simpleperf.size byte bytes} of kallsyms", .help = "symbols of the kernel" },
	{ SIMPLEPERF(32770, "DSO", 33, rows_dso),
	  .summary = "{simpleperf.dso_id}: {simpleperf.dso_type} {simpleperf.dso_name}",
	  .help = "file of symbols" },
	{ SIMPLEPERF(32771, "SYMBOL", 33, rows_symbol),
	  .summary = "{simpleperf.sym_name} at {simpleperf.sym_addr} of {simpleperf.dso_id}",
	  .help = "symbol of a file" },
	{ SIMPLEPERF(32772, "SPLIT", 8, rows_split), .summary = "",
	  .help = "piece of a record that is longer than 65535 bytes" },
	{ SIMPLEPERF(32773, "SPLIT_END", 8, rows_split_end), .summary = "",
	  .help = "the pieces of a record are complete" },
	{ SIMPLEPERF(32774, "EVENT_ID", 16, rows_event_id),
	  .summary = "{#simpleperf.ids id ids}", .help = "ids of events" },
	{ SIMPLEPERF(32775, "CALLCHAIN", 40, rows_callchain),
	  .summary = "{#callchain frame frames} {simpleperf.chain_type}",
	  .help = "call chain of a sample, unwound while recording" },
	{ SIMPLEPERF(32776, "UNWINDING_RESULT", 80, rows_unwinding_result),
	  .summary = "error {simpleperf.error_code} at {simpleperf.error_addr} "
		     "after {simpleperf.used_time} ns",
	  .help = "how unwinding a sample ended, with its registers and stack" },
	{ SIMPLEPERF(32777, "TRACING_DATA", 12, rows_tracing),
	  .summary = "{#simpleperf.size byte bytes} of formats", .help = "formats of tracepoints" },
	{ SIMPLEPERF(32778, "DEBUG", 17, rows_debug),
	  .summary = "{simpleperf.text}", .help = "message of simpleperf" },
	{ .name = NULL }
};
