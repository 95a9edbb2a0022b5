/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a row present, and how many elements or bytes does it ask for? */
#include <string.h>

#include "wire/bytes.h"
#include "wire/walk.h"

/* Do these rows use up the rest of the record exactly? */
static bool walk_fits(const struct walk *w, const struct row *rows)
{
	struct walk dry = *w;

	dry.dry = true;
	dry.note = NULL;
	walk_rows(&dry, rows);
	return !dry.note && dry.pos == dry.end;
}

/*
 * For a sample without a branch stack the kernel omits hw_idx, but for an empty branch stack it
 * writes it. With nr 0 only the length of the record distinguishes the two.
 */
static bool when_hw_idx(struct walk *w, const struct row *row)
{
	const struct layout *l = w->layout;

	if (!(l->sample_type & SAMPLE_BRANCH_STACK) || !(l->branch_type & BRANCH_HW_INDEX))
		return false;
	if (w->reg[REG_NR])
		return true;
	return !walk_fits(w, row + 1);
}

/* Counters exist only if the PMU supplied them: the record's length has to agree. */
static bool when_counters(struct walk *w, const struct row *row)
{
	const struct layout *l = w->layout;

	if (!(l->sample_type & SAMPLE_BRANCH_STACK) || !l->counters || !w->reg[REG_NR])
		return false;
	return !walk_fits(w, row + 1);
}

/*
 * Linux before 3.16, and the kernel of RHEL 7 even later, wrote MMAP2 without prot and flags. A
 * name has at least 8 bytes; if it has more, none of its first four bytes is 0, but one of prot's
 * always is.
 */
static bool when_prot(const struct walk *w)
{
	return w->end - w->pos > 8 && memchr(w->rec + w->pos, 0, 4);
}

static bool when_prog_name(const struct walk *w, uint64_t want)
{
	uint64_t size = w->end - w->pos, longest = 512;

	/*
	 * Two rows ask, for 512 and for 256 bytes. If the first took the name, the second is not
	 * there.
	 */
	if (w->pos != RECORD_HEADER_SIZE)
		return false;
	if (size < longest + 8 ||
	    load_u64(w->rec + w->pos + longest, w->layout->big) > (size - longest - 8) / 320)
		longest = 256;
	return want == longest;
}

/* A simpleperf type and a size, with its upper half first, that is too large for one record. */
static bool when_split_head(const struct walk *w)
{
	const uint8_t *p = w->rec + w->pos;

	return w->end - w->pos >= RECORD_HEADER_SIZE &&
	       load_u32(p, w->layout->big) - RECORD_SIMPLEPERF_START < RECORDS_SIMPLEPERF &&
	       load_u16(p + 4, w->layout->big);
}

bool walk_when(struct walk *w, const struct row *row)
{
	const struct when *when = &row->when;
	uint64_t v;

	switch ((enum when_src)when->src) {
	case WHEN_SAMPLE_TYPE:
		v = w->layout->sample_type;
		break;
	case WHEN_READ_FORMAT:
		v = w->layout->read_format;
		break;
	case WHEN_BRANCH_TYPE:
		v = w->layout->branch_type;
		break;
	case WHEN_MISC:
		v = w->misc;
		break;
	case WHEN_REG:
		v = w->reg[when->reg];
		break;
	case WHEN_LEFT:
		return (w->end - w->pos >= when->want) != when->negate;
	case WHEN_FITS:
		return (w->end - w->pos >= w->reg[when->reg]) != when->negate;
	case WHEN_HW_IDX:
		return when_hw_idx(w, row);
	case WHEN_COUNTERS:
		return when_counters(w, row);
	case WHEN_PROT:
		return when_prot(w);
	case WHEN_PROG_NAME:
		return when_prog_name(w, when->want);
	case WHEN_SPLIT_HEAD:
		return when_split_head(w);
	case WHEN_ALWAYS:
	default:
		return true;
	}
	return ((v & when->mask) == when->want) != when->negate;
}

uint64_t walk_count(const struct walk *w, const struct row *row)
{
	const struct count *c = &row->count;

	switch ((enum count_src)c->src) {
	case COUNT_REG:
		return w->reg[c->reg];
	case COUNT_REST:
		return UINT64_MAX;
	case COUNT_PRODUCT:
		return w->reg[c->reg] * w->reg[c->reg2] * 8;
	case COUNT_USER_MASK:
		return w->layout->regs_user;
	case COUNT_INTR_MASK:
		return w->layout->regs_intr;
	case COUNT_FIXED:
		return c->n;
	case COUNT_TEXT8:
		return w->reg[c->reg] < UINT32_MAX ? (w->reg[c->reg] + 8) & ~7ull : UINT64_MAX;
	case COUNT_ONE:
	default:
		return 1;
	}
}
