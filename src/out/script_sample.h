/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_SAMPLE_H
#define OUT_SCRIPT_SAMPLE_H

#include "base/vec.h"
#include "field/fetch.h"
#include "out/script_fields.h"
#include "recording/reader.h"
#include "stack/chain.h"
#include "wire/branches.h"
#include "wire/field_offset.h"

/*
 * The values of a sample that perf script prints, read from its record. Fields that the record
 * lacks have perf's default values.
 */

/* Addresses of a call chain after one marker; context 0: no marker. */
struct script_run {
	uint64_t context;
	size_t n;
};

struct script_sample {
	/* Numbers that a sample has once. */
	uint64_t ip, addr, period, weight, ins_lat, retire_lat, data_src, phys_addr, cgroup,
		data_page_size, code_page_size;
	bool has_chain;
	bool unwound;		     /* user frames of the chain come from unwinding */
	VEC(uint64_t) ips;	     /* of the chain, with frames from elsewhere */
	VEC(struct script_run) runs; /* parts of ips, in order */
	struct branches branches;
	struct buf iregs, uregs; /* as they are printed */
	const uint8_t *raw;	 /* raw_len bytes of the record */
	size_t raw_len;

	/* During reading: */
	bool given_up; /* perf prints nothing of the chain */
	enum regs_arch arch;
	struct chain elsewhere; /* if user frames are not only in the chain */
};

void script_sample_init(struct script_sample *sample, struct reader *reader);
void script_sample_release(struct script_sample *sample);

/*
 * How to read the samples of an event. The shown fields determine which values are needed. If all
 * of these have fixed offsets in each record, they are loaded from there.
 */
struct script_plan {
	struct layout layout;
	uint64_t period; /* of samples that have none */
	bool chain;	 /* call chains are shown */
	bool elsewhere;	 /* and have user frames from elsewhere */
	struct fetch_plan numbers;
	struct field_offset frames; /* of the number of frames; the frames follow the number */
};

/*
 * shown: enum script_field. chain: the field ip is printed as the call chain if the event has call
 * chains.
 */
void script_plan_make(struct script_plan *plan, const struct layout *layout,
		      const struct event *event, uint64_t shown, bool chain);

/* Read the sample of a row of that reader, in place of the previous sample. */
void script_sample_read(struct script_sample *sample, const struct script_plan *plan,
			struct reader *reader, const struct row_info *info);

#endif
