/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTPLACES_H
#define OUT_SCRIPTPLACES_H

#include "out/perfscript.h"
#include "out/scriptsample.h"

/*
 * Addresses as perf script prints them: symbols, objects, frames of call chains. What was
 * written of a frame or a whole chain is kept, as long as the same is mapped: most come again.
 * One thread's.
 */
struct script_places;

struct script_places *script_places_open(struct reader *reader,
					 const struct script_options *options);
void script_places_close(struct script_places *places);

/* What is asked for next is of the sample of this row; shown: enum script_field. */
void script_places_enter(struct script_places *places, const struct row_info *info, uint64_t shown);

/* Symbol and object of an address of the sample's own cpumode, as far as they are shown. */
void script_places_name(struct script_places *places, uint64_t addr, struct buf *out);

/* Its source line on a line of its own, where that is shown. */
void script_places_srcline(struct script_places *places, uint64_t addr, struct buf *out);

/* Of an address that may be on the other side: data, branches. */
void script_places_name_any(struct script_places *places, uint64_t addr, struct buf *out);
/* Its symbol with the offset in it, and its object in brackets, where that is shown. */
void script_places_branch(struct script_places *places, uint64_t addr, bool symbol,
			  struct buf *out);
/* Where it is in the file, or in the kernel; the address itself of what is in memory alone. */
uint64_t script_places_offset(struct script_places *places, uint64_t addr);

/* The frames of a call chain, a line each. */
void script_places_chain(struct script_places *places, const struct script_sample *sample,
			 struct buf *out);

#endif
