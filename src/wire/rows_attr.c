/* SPDX-License-Identifier: GPL-3.0-or-later */
/* struct perf_event_attr, linux/perf_event.h; it grew in steps of PERF_ATTR_SIZE_VER*. */
#include "wire/rows.h"

/* clang-format off */

static const struct row attr_flags[] = {
	BIT(attr_disabled, 0, 1),
	BIT(attr_inherit, 1, 1),
	BIT(attr_pinned, 2, 1),
	BIT(attr_exclusive, 3, 1),
	BIT(attr_exclude_user, 4, 1),
	BIT(attr_exclude_kernel, 5, 1),
	BIT(attr_exclude_hv, 6, 1),
	BIT(attr_exclude_idle, 7, 1),
	BIT(attr_mmap, 8, 1),
	BIT(attr_comm, 9, 1),
	BIT(attr_freq, 10, 1),
	BIT(attr_inherit_stat, 11, 1),
	BIT(attr_enable_on_exec, 12, 1),
	BIT(attr_task, 13, 1),
	BIT(attr_watermark, 14, 1),
	BIT(attr_precise_ip, 15, 2),
	BIT(attr_mmap_data, 17, 1),
	BIT(attr_sample_id_all, 18, 1),
	BIT(attr_exclude_host, 19, 1),
	BIT(attr_exclude_guest, 20, 1),
	BIT(attr_exclude_callchain_kernel, 21, 1),
	BIT(attr_exclude_callchain_user, 22, 1),
	BIT(attr_mmap2, 23, 1),
	BIT(attr_comm_exec, 24, 1),
	BIT(attr_use_clockid, 25, 1),
	BIT(attr_context_switch, 26, 1),
	BIT(attr_write_backward, 27, 1),
	BIT(attr_namespaces, 28, 1),
	BIT(attr_ksymbol, 29, 1),
	BIT(attr_bpf_event, 30, 1),
	BIT(attr_aux_output, 31, 1),
	BIT(attr_cgroup, 32, 1),
	BIT(attr_text_poke, 33, 1),
	BIT(attr_build_id, 34, 1),
	BIT(attr_inherit_thread, 35, 1),
	BIT(attr_remove_on_exec, 36, 1),
	BIT(attr_sigtrap, 37, 1),
	BIT(attr_defer_callchain, 38, 1),
	BIT(attr_defer_output, 39, 1),
	END
};

static const struct row aux_actions[] = {
	BIT(attr_aux_start_paused, 0, 1),
	BIT(attr_aux_pause, 1, 1),
	BIT(attr_aux_resume, 2, 1),
	END
};

/* Rows after VER0 are present while bytes are left. */
const struct row rows_attr[] = {
	U32(attr_type),
	U32(attr_size),
	U64(attr_config),
	U64(attr_sample_period),
	U64(attr_sample_type),
	U64(attr_read_format),
	BITS(attr_flags, 8, attr_flags, .flags = ROW_FLAT | ROW_MIRROR),
	U32(attr_wakeup),
	U32(attr_bp_type),
	U64(attr_config1),
	U64(attr_config2, IF_LEFT(8)),
	U64(attr_branch_type, IF_LEFT(8)),
	U64(attr_regs_user, IF_LEFT(8)),
	U32(attr_stack_user, IF_LEFT(4)),
	S32(attr_clockid, IF_LEFT(4)),
	U64(attr_regs_intr, IF_LEFT(8)),
	U32(attr_aux_watermark, IF_LEFT(4)),
	U16(attr_max_stack, IF_LEFT(2)),
	U16(attr_reserved, IF_LEFT(2), STRUCTURAL),
	U32(attr_aux_sample_size, IF_LEFT(4)),
	BITS(attr_aux_action, 4, aux_actions, .flags = ROW_FLAT | ROW_MIRROR, IF_LEFT(4)),
	U64(attr_sig_data, IF_LEFT(8)),
	U64(attr_config3, IF_LEFT(8)),
	U64(attr_config4, IF_LEFT(8)),
	U16(attr_simd_enabled, IF_LEFT(2)),
	U16(attr_simd_pred_qwords, IF_LEFT(2)),
	U16(attr_simd_vec_qwords, IF_LEFT(2)),
	U16(attr_reserved, IF_LEFT(2), STRUCTURAL),
	U32(attr_simd_pred_intr, IF_LEFT(4)),
	U32(attr_simd_pred_user, IF_LEFT(4)),
	U64(attr_simd_vec_intr, IF_LEFT(8)),
	U64(attr_simd_vec_user, IF_LEFT(8)),
	END
};
