/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that perf itself writes: perf/event.h of libperf, enum perf_user_event_type. */
#include "wire/rows.h"

/* clang-format off */

static const struct row rows_none[] = { END };

static const struct row attr_id[] = { U64(attr_id), END };

/* The attr states its own size, and the ids follow it; attr.size 0 means VER0. */
static const struct row rows_header_attr[] = {
	{ .field = F_attr, .kind = ROW_ATTR, .sub = rows_attr },
	LIST(attr_ids, REST, attr_id, .flags = ROW_SCALAR),
	END
};

/* In perf's structure the name has 64 bytes; in the stream it has only as many as it needs. */
static const struct row rows_event_type[] = {
	U64(event_type_id), STR(event_type_name), END
};

/* perf writes the data after the record, simpleperf inside, padded to a multiple of 64. */
static const struct row rows_tracing_data[] = {
	U32(tracing_size, SAVE(SIZE)),
	BYTES(tracing_data, NR(SIZE), IF_FITS(SIZE), STRUCTURAL),
	BYTES(padding, REST, STRUCTURAL), END
};

static const struct row rows_build_id[] = {
	S32(build_id_pid), BYTESN(build_id_id, 20), U8(build_id_size), U8(reserved, STRUCTURAL),
	U16(reserved, STRUCTURAL), STR(build_id_file), END
};

static const struct row id_index_entry[] = {
	U64(id_index_id), U64(id_index_idx), S64(id_index_cpu), S64(id_index_tid), END
};
static const struct row id_index_guest[] = {
	S64(id_index_machine_pid), S64(id_index_vcpu), END
};
static const struct row rows_id_index[] = {
	U64(id_index_nr, SAVE(NR), STRUCTURAL),
	LIST(id_index, NR(NR), id_index_entry),
	LIST(id_index_guests, NR(NR), id_index_guest, IF_LEFT(16)),
	END
};

static const struct row auxtrace_value[] = { U64(auxtrace_info_value), END };
#define TRACE_TIMES \
	U64(trace_pmu_type), U64(trace_time_shift), U64(trace_time_mult), U64(trace_time_zero), \
	U64(trace_cap_zero)

/* Later versions added the fields after filter_str_len. */
static const struct row trace_pt_filter[] = {
	{ .field = F_trace_filter, .kind = ROW_STR,
	  .count = { .src = COUNT_TEXT8, .reg = REG_SIZE } },
	END
};
static const struct row trace_pt[] = {
	TRACE_TIMES, U64(trace_tsc_bit), U64(trace_noretcomp_bit), U64(trace_sched_switch),
	U64(trace_snapshot), U64(trace_per_cpu), U64(trace_mtc_bit, IF_LEFT(8)),
	U64(trace_mtc_freq, IF_LEFT(8)), U64(trace_tsc_ctc_n, IF_LEFT(8)),
	U64(trace_tsc_ctc_d, IF_LEFT(8)), U64(trace_cyc_bit, IF_LEFT(8)),
	U64(trace_max_ratio, IF_LEFT(8)), U64(trace_filter_len, IF_LEFT(8), SAVE(SIZE)),
	FLAT(trace_pt_filter, IF_REG_NOT(SIZE, ~0ull, 0)),
	U64(trace_event_trace, IF_LEFT(8)), END
};
static const struct row trace_bts[] = { TRACE_TIMES, U64(trace_snapshot), END };
static const struct row trace_pmu[] = { U64(trace_pmu_type, IF_LEFT(8)), END };

/*
 * The values of a CPU's trace unit: perf's util/cs-etm.h, util/arm-spe.h. Later versions added
 * some; values beyond these have no known names. Version 0 does not state their number.
 */
#define IF_MAGIC(byte) IF_REG(TYPE, ~0ull, (byte) * 0x0101010101010101ull)
#define IF_PARAMS(n) IF_REG(SIZE, ~0ull, n)
#define IF_NOT_PARAMS(n) IF_REG_NOT(SIZE, ~0ull, n)
#define ETM4_REGS \
	U64(trace_trcconfigr), U64(trace_trctraceidr), U64(trace_trcidr0), U64(trace_trcidr1), \
	U64(trace_trcidr2), U64(trace_trcidr8), U64(trace_trcauthstatus)
static const struct row etmv3_regs[] = {
	U64(trace_etmcr), U64(trace_etmtraceidr), U64(trace_etmccer), U64(trace_etmidr), END
};
static const struct row etmv4_7[] = { ETM4_REGS, END };
static const struct row etmv4_8[] = { ETM4_REGS, U64(trace_ts_source), END };
static const struct row ete_8[] = { ETM4_REGS, U64(trace_trcdevarch), END };
static const struct row ete_9[] = { ETM4_REGS, U64(trace_trcdevarch), U64(trace_ts_source), END };
static const struct row spe_3[] = {
	U64(trace_midr), U64(trace_cpu_pmu_type), U64(trace_min_ival), END
};
static const struct row spe_4[] = {
	U64(trace_midr), U64(trace_cpu_pmu_type), U64(trace_min_ival), U64(trace_event_filter), END
};
static const struct row trace_param[] = { U64(trace_param), END };
static const struct row params_any[] = {
	LIST(trace_params, NR(SIZE), trace_param, .flags = ROW_SCALAR), END
};
static const struct row params_not_4[] = { FLAT(params_any, IF_NOT_PARAMS(4)), END };
static const struct row params_not_8[] = { FLAT(params_any, IF_NOT_PARAMS(8)), END };
static const struct row params_not_9[] = { FLAT(params_any, IF_NOT_PARAMS(9)), END };
static const struct row etmv3_cpu[] = {
	FLAT(etmv3_regs, IF_PARAMS(4)), FLAT(params_any, IF_NOT_PARAMS(4)), END
};
static const struct row etmv4_cpu[] = {
	FLAT(etmv4_7, IF_PARAMS(7)), FLAT(etmv4_8, IF_PARAMS(8)),
	FLAT(params_not_8, IF_NOT_PARAMS(7)), END
};
static const struct row ete_cpu[] = {
	FLAT(ete_8, IF_PARAMS(8)), FLAT(ete_9, IF_PARAMS(9)),
	FLAT(params_not_9, IF_NOT_PARAMS(8)), END
};
static const struct row trace_etm_cpu0[] = {
	U64(trace_magic, SAVE(TYPE)), S64(trace_cpu),
	FLAT(etmv3_regs, IF_MAGIC(0x30)), FLAT(etmv4_7, IF_MAGIC(0x40)), END
};
static const struct row trace_etm_cpu[] = {
	U64(trace_magic, SAVE(TYPE)), S64(trace_cpu), U64(trace_nr_params, SAVE(SIZE)),
	FLAT(etmv3_cpu, IF_MAGIC(0x30)), FLAT(etmv4_cpu, IF_MAGIC(0x40)),
	FLAT(ete_cpu, IF_MAGIC(0x50)), END
};
static const struct row trace_etm_cpus[] = {
	LIST(trace_cpus, NR(NR), trace_etm_cpu), END
};
static const struct row trace_etm_cpus0[] = {
	LIST(trace_cpus, NR(NR), trace_etm_cpu0), END
};
/*
 * nr_cpus and pmu_type are halves of a word, the low half first: these units exist only on
 * little-endian machines.
 */
static const struct row trace_etm[] = {
	U64(trace_version, SAVE(SIZE2)), U32(trace_nr_cpus, SAVE(NR)), U32(trace_pmu_type),
	U64(trace_snapshot),
	FLAT(trace_etm_cpus0, IF_REG(SIZE2, ~0ull, 0)),
	FLAT(trace_etm_cpus, IF_REG_NOT(SIZE2, ~0ull, 0)),
	END
};

/* Before Arm SPE had a version, it had these two values. */
static const struct row trace_spe_old[] = { U64(trace_pmu_type), U64(trace_per_cpu), END };
static const struct row trace_spe_cpu[] = {
	U64(trace_magic), S64(trace_cpu), U64(trace_nr_params, SAVE(SIZE)),
	FLAT(spe_3, IF_PARAMS(3)), FLAT(spe_4, IF_PARAMS(4)),
	FLAT(params_not_4, IF_NOT_PARAMS(3)), END
};
static const struct row trace_spe_new[] = {
	U64(trace_version), U64(trace_header_words), U64(trace_pmu_type),
	U64(trace_nr_cpus, SAVE(NR)), LIST(trace_cpus, NR(NR), trace_spe_cpu), END
};
static const struct row trace_spe[] = {
	FLAT(trace_spe_old, UNLESS_LEFT(17)), FLAT(trace_spe_new, IF_LEFT(17)),
	END
};

#define PRODUCER(type, r) FLAT(r, IF_REG(ABI, ~0ull, type))
static const struct row trace_rest[] = {
	LIST(auxtrace_info_priv, REST, auxtrace_value, .flags = ROW_SCALAR), END
};
static const struct row rows_auxtrace_info[] = {
	U32(auxtrace_info_type, SAVE(ABI)), U32(reserved, STRUCTURAL),
	PRODUCER(1, trace_pt), PRODUCER(2, trace_bts), PRODUCER(3, trace_etm),
	PRODUCER(4, trace_spe), PRODUCER(5, trace_pmu), PRODUCER(6, trace_pmu),
	PRODUCER(7, trace_pmu),
	FLAT(trace_rest, IF_LEFT(8)), END
};

static const struct row rows_auxtrace[] = {
	U64(auxtrace_size), U64(auxtrace_offset), U64(auxtrace_reference), U32(auxtrace_idx),
	S32(auxtrace_tid), S32(auxtrace_cpu), U32(reserved, STRUCTURAL), END
};

/* fmt 0 has no time; fmt 2 adds the guest after 64 bytes of message. */
static const struct row rows_auxtrace_error[] = {
	U32(error_type), U32(error_code), S32(error_cpu), S32(error_pid), S32(error_tid),
	U32(error_fmt, SAVE(TYPE)), U64(error_ip),
	U64(error_time, IF_REG_NOT(TYPE, ~0ull, 0)),
	STR(error_msg, .when = { .src = WHEN_REG, .reg = REG_TYPE, .mask = ~1ull, .want = 0 }),
	STRN(error_msg, 64, .when = { .src = WHEN_REG, .reg = REG_TYPE, .mask = ~1ull, .want = 0,
				      .negate = true }),
	S32(error_machine_pid, IF_LEFT(4)), S32(error_vcpu, IF_LEFT(4)),
	END
};

static const struct row thread_map_entry[] = {
	S64(thread_map_pid), STRN(thread_map_comm, 16), END
};
static const struct row rows_thread_map[] = {
	U64(thread_map_nr, SAVE(NR), STRUCTURAL), LIST(thread_map, NR(NR), thread_map_entry), END
};

/* A packed structure in three forms: numbers, a mask of 4-byte or 8-byte words, a range. */
static const struct row cpu_map_cpu[] = { SINT(cpu_map_cpu, 2), END };
static const struct row cpu_map_word4[] = { U32(cpu_map_word), END };
static const struct row cpu_map_word8[] = { U64(cpu_map_word), END };
#define IF_CPUS IF_REG(TYPE, ~0ull, 0)
#define IF_MASK IF_REG(TYPE, ~0ull, 1)
#define IF_RANGE IF_REG(TYPE, ~0ull, 2)
static const struct row cpu_map_mask[] = {
	LIST(cpu_map_mask, NR(NR), cpu_map_word4, .flags = ROW_SCALAR, IF_REG(SIZE, ~0ull, 4)),
	U32(reserved, IF_REG(SIZE, ~0ull, 8), STRUCTURAL),
	LIST(cpu_map_mask, NR(NR), cpu_map_word8, .flags = ROW_SCALAR, IF_REG(SIZE, ~0ull, 8)),
	END
};
static const struct row rows_cpu_map[] = {
	U16(cpu_map_type, SAVE(TYPE)),
	U16(cpu_map_nr, SAVE(NR), IF_CPUS),
	LIST(cpu_map_cpus, NR(NR), cpu_map_cpu, IF_CPUS, .flags = ROW_SCALAR),
	U16(cpu_map_nr, SAVE(NR), IF_MASK),
	U16(cpu_map_long_size, SAVE(SIZE), IF_MASK),
	{ .kind = ROW_OBJECT, .sub = cpu_map_mask, IF_MASK, .flags = ROW_FLAT },
	U8(cpu_map_any, IF_RANGE), U8(reserved, IF_RANGE, STRUCTURAL),
	U16(cpu_map_start, IF_RANGE), U16(cpu_map_end, IF_RANGE),
	END
};

static const struct row stat_config_entry[] = {
	U64(stat_config_tag), U64(stat_config_value), END
};
static const struct row rows_stat_config[] = {
	U64(stat_config_nr, SAVE(NR), STRUCTURAL), LIST(stat_config, NR(NR), stat_config_entry),
	END
};

static const struct row rows_stat[] = {
	U64(id), S32(stat_cpu), U32(stat_thread), U64(stat_value), U64(stat_enabled),
	U64(stat_running), END
};

static const struct row rows_stat_round[] = {
	U64(stat_round_type), U64(stat_round_time), END
};

/* The type of the update decides the form of its data. */
static const struct row rows_event_update[] = {
	U64(update_type, SAVE(SIZE2)), U64(id),
	STR(update_unit, IF_REG(SIZE2, ~0ull, 0)),
	F64(update_scale, IF_REG(SIZE2, ~0ull, 1)),
	STR(update_name, IF_REG(SIZE2, ~0ull, 2)),
	{ .kind = ROW_OBJECT, .sub = rows_cpu_map, IF_REG(SIZE2, ~0ull, 3),
	  .flags = ROW_FLAT },
	END
};

static const struct row rows_time_conv[] = {
	U64(time_conv_shift), U64(time_conv_mult), U64(time_conv_zero),
	U64(time_conv_cycles, IF_LEFT(8)), U64(time_conv_mask, IF_LEFT(8)),
	U8(time_conv_cap_zero, IF_LEFT(1)), U8(time_conv_cap_short, IF_LEFT(1)), END
};

/* An empty one ends the features; its number may be that of an unknown feature. */
static const struct row rows_feature[] = {
	U64(feature_last, UNLESS_LEFT(9)),
	U64(feature_id, IF_LEFT(8)), BYTES(feature_data, REST, IF_LEFT(1)), END
};

static const struct row rows_compressed[] = {
	BYTES(compressed_data, REST, STRUCTURAL), END
};
static const struct row rows_compressed2[] = {
	U64(compressed_size, SAVE(SIZE)), BYTES(compressed_data, NR(SIZE), STRUCTURAL), END
};

/*
 * The name has KSYM_NAME_LEN bytes of the writer's kernel headers: 512, in some builds 256
 * (tools/lib/perf/include/perf/event.h). The smallest record has a name of 256 and no variables.
 */
static const struct row bpf_variable[] = {
	STRN(bpf_metadata_key, 64), STRN(bpf_metadata_value, 256), END
};
static const struct row rows_bpf_metadata[] = {
	STRN(bpf_metadata_name, 512, .when = { .src = WHEN_PROG_NAME, .want = 512 }),
	STRN(bpf_metadata_name, 256, .when = { .src = WHEN_PROG_NAME, .want = 256 }),
	U64(bpf_metadata_nr, SAVE(NR), STRUCTURAL),
	LIST(bpf_metadata, NR(NR), bpf_variable),
	END
};

static const struct row rows_schedstat_cpu[] = {
	U64(sched_time), U32(sched_cpu), U16(sched_version), U16(reserved, STRUCTURAL),
	U32(sched_yld_count), U32(sched_array_exp), U32(sched_sched_count),
	U32(sched_sched_goidle), U32(sched_ttwu_count), U32(sched_ttwu_local),
	U64(sched_rq_cpu_time), U64(sched_run_delay), U64(sched_pcount), END
};

/* The counts of a domain: perf's libperf, perf/schedstat-v15.h to -v17.h. */
#define BALANCE_15(t) \
	U32(sched_##t##_lb_count), U32(sched_##t##_lb_balanced), \
	U32(sched_##t##_lb_failed), U32(sched_##t##_lb_imbalance), \
	U32(sched_##t##_lb_gained), U32(sched_##t##_lb_hot_gained), \
	U32(sched_##t##_lb_nobusyq), U32(sched_##t##_lb_nobusyg)
#define BALANCE_17(t) \
	U32(sched_##t##_lb_count), U32(sched_##t##_lb_balanced), \
	U32(sched_##t##_lb_failed), U32(sched_##t##_lb_imbalance_load), \
	U32(sched_##t##_lb_imbalance_util), U32(sched_##t##_lb_imbalance_task), \
	U32(sched_##t##_lb_imbalance_misfit), U32(sched_##t##_lb_gained), \
	U32(sched_##t##_lb_hot_gained), U32(sched_##t##_lb_nobusyq), \
	U32(sched_##t##_lb_nobusyg)
#define DOMAIN_COUNTS \
	U32(sched_alb_count), U32(sched_alb_failed), U32(sched_alb_pushed), \
	U32(sched_sbe_count), U32(sched_sbe_balanced), U32(sched_sbe_pushed), \
	U32(sched_sbf_count), U32(sched_sbf_balanced), U32(sched_sbf_pushed), \
	U32(sched_ttwu_wake_remote), U32(sched_ttwu_move_affine), U32(sched_ttwu_move_balance)
static const struct row busy_15[] = { BALANCE_15(busy), END };
static const struct row idle_15[] = { BALANCE_15(idle), END };
static const struct row newidle_15[] = { BALANCE_15(newidle), END };
static const struct row busy_17[] = { BALANCE_17(busy), END };
static const struct row idle_17[] = { BALANCE_17(idle), END };
static const struct row newidle_17[] = { BALANCE_17(newidle), END };
static const struct row domain_15[] = {
	OBJECT(sched_idle, idle_15), OBJECT(sched_busy, busy_15), OBJECT(sched_newidle, newidle_15),
	DOMAIN_COUNTS, END
};
static const struct row domain_16[] = {
	OBJECT(sched_busy, busy_15), OBJECT(sched_idle, idle_15), OBJECT(sched_newidle, newidle_15),
	DOMAIN_COUNTS, END
};
static const struct row domain_17[] = {
	OBJECT(sched_busy, busy_17), OBJECT(sched_idle, idle_17), OBJECT(sched_newidle, newidle_17),
	DOMAIN_COUNTS, U32(reserved, IF_LEFT(4), STRUCTURAL), END
};
#define IF_VERSION(n) IF_REG(TYPE, ~0ull, n)
#define IF_NOT_VERSION(n) IF_REG_NOT(TYPE, ~0ull, n)
static const struct row sched_field[] = { U32(sched_field), END };
static const struct row domain_any[] = {
	LIST(sched_fields, REST, sched_field, .flags = ROW_SCALAR), END
};
static const struct row domain_not_17[] = { FLAT(domain_any, IF_NOT_VERSION(17)), END };
static const struct row domain_not_16[] = { FLAT(domain_not_17, IF_NOT_VERSION(16)), END };
static const struct row rows_schedstat_domain[] = {
	U64(sched_time), U32(sched_cpu), U16(sched_version, SAVE(TYPE)), U16(sched_domain),
	FLAT(domain_15, IF_VERSION(15)), FLAT(domain_16, IF_VERSION(16)),
	FLAT(domain_17, IF_VERSION(17)), FLAT(domain_not_16, IF_NOT_VERSION(15)), END
};

/* cpumode of the file; bit 15 states that the size of the build id is valid. */
static const struct row misc_build_id[] = {
	BIT(cpumode, 0, 3), BIT(build_id_sized, MISC_BUILD_ID_SIZE_AT, 1), END
};

const struct record_desc records_perf[RECORDS_PERF + 1] = {
#define PERF(id, type_, name_, min_, rows_, misc_, tail_, slice, in_pipe, state, fields, summary_, help_) \
	{ .type = (type_), .name = (name_), .min = (min_), .rows = (rows_), .misc = (misc_), \
	  .tail = TAIL_##tail_, .summary = (summary_), .help = (help_) },
#include "wire/records.def"
	{ .name = NULL }
};
