/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTSAMPLE_H
#define OUT_SCRIPTSAMPLE_H

#include "base/vec.h"
#include "field/fetch.h"
#include "out/scriptfields.h"
#include "recording/reader.h"
#include "stack/chain.h"
#include "wire/branches.h"
#include "wire/field_offset.h"

/*
 * What perf script prints of a sample, read from its record. Fields that the record does not have
 * are what perf takes for them.
 */

/* Addresses of a call chain behind one marker; 0: behind none. */
struct script_stretch {
	uint64_t context;
	size_t n;
};

/* The markers that perf script follows; linux/perf_event.h, enum perf_callchain_context. */
#define SCRIPT_MARK_HYPERVISOR ((uint64_t)-32)
#define SCRIPT_MARK_KERNEL ((uint64_t)-128)
#define SCRIPT_MARK_USER ((uint64_t)-512)

struct script_sample {
	/* Numbers that a sample has once. */
	uint64_t ip, addr, period, weight, ins_lat, retire_lat, data_src, phys_addr, cgroup,
		data_page_size, code_page_size;
	bool has_chain;
	bool unwound;			      /* user frames of the chain are those of unwinding */
	VEC(uint64_t) ips;		      /* of the chain, with frames that are elsewhere */
	VEC(struct script_stretch) stretches; /* of ips, one behind the other */
	struct branches branches;
	struct buf iregs, uregs; /* as they are printed */
	const uint8_t *raw;	 /* raw_len bytes of the record */
	size_t raw_len;

	/* While it is read: */
	bool given_up; /* perf shows nothing of the chain */
	enum regs_arch arch;
	struct chain elsewhere; /* where user frames are not in the chain alone */
};

void script_sample_init(struct script_sample *sample, struct reader *reader);
void script_sample_release(struct script_sample *sample);

/*
 * How samples of an event are read: what is shown decides what is needed of them, and where
 * all of that has its place in each record, it is loaded from there.
 */
struct script_plan {
	struct layout layout;
	uint64_t period; /* of samples that have none */
	bool chain;	 /* call chains are shown */
	bool elsewhere;	 /* ... with user frames that are not in them */
	struct fetch_plan numbers;
	struct field_offset frames; /* the number of frames, which follow it */
};

/* shown: enum script_field; chain: IP means a call chain, where the event has any. */
void script_plan_make(struct script_plan *plan, const struct layout *layout,
		      const struct event *event, uint64_t shown, bool chain);

/* Read the sample of a row of that reader, which replaces the one before. */
void script_sample_read(struct script_sample *sample, const struct script_plan *plan,
			struct reader *reader, const struct row_info *info);

#endif
