/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_PLACES_H
#define OUT_SCRIPT_PLACES_H

#include "out/perfscript.h"
#include "out/script_sample.h"

/*
 * Addresses as perf script prints them: symbols, objects, frames of call chains. The text of a
 * frame or of a whole chain is kept as long as mappings do not change, because most of them recur.
 * For one thread.
 */
struct script_places;

struct script_places *script_places_open(struct reader *reader,
					 const struct script_options *options);
void script_places_close(struct script_places *places);

/* The next calls are about the sample of this row. shown: enum script_field. */
void script_places_enter(struct script_places *places, const struct row_info *info, uint64_t shown);

/* Append symbol and object of an address in the sample's own cpumode, if they are shown. */
void script_places_name(struct script_places *places, uint64_t addr, struct buf *out);

/* Append the address's source line on a line of its own, if it is shown. */
void script_places_srcline(struct script_places *places, uint64_t addr, struct buf *out);

/*
 * As script_places_name(), for an address that may be in the kernel or in user space: of data or a
 * branch.
 */
void script_places_name_any(struct script_places *places, uint64_t addr, struct buf *out);
/* Append the address's symbol with an offset, and its object in brackets, if it is shown. */
void script_places_branch(struct script_places *places, uint64_t addr, bool symbol,
			  struct buf *out);
/*
 * The offset of an address in its file, or in the kernel; if its code is in no file, the address
 * itself.
 */
uint64_t script_places_offset(struct script_places *places, uint64_t addr);

/* Append the frames of a call chain, a line each. */
void script_places_chain(struct script_places *places, const struct script_sample *sample,
			 struct buf *out);

#endif
