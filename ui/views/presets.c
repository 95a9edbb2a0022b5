/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/presets.h"

#include <string.h>

#include "views/counts_columns.h"

struct preset {
	const char *name; /* NULL: after the last */
	struct counts_spec spec;
};

/* ---- branches ---- */

#define BRANCHES_BY(name, by)                                                                      \
	{                                                                                          \
		name,                                                                              \
		{                                                                                  \
			by, branch_aggregates,                                                     \
				.where = "count(brstack) > 0", .titles = branch_titles,            \
				.empty = "no branch stacks: perf record -b writes them"            \
		}                                                                                  \
	}

static const char branch_aggregates[] =
	"sum(brstack.mispred),avg(brstack.mispred),sum(brstack.not_taken),avg(brstack.cycles),"
	"max(brstack.cycles)";

static const struct counts_title branch_titles[] = {
	{ "mispred", 0 }, { "rate", 0 }, { "not taken", 120 }, { "cycles", 0 }, { "most", 100 },
};

/*
 * Only the newest branch counts, as in go-perf's branchstats: each sample is one place, so that
 * shares are those of all branches.
 */
static const char newest_aggregates[] =
	"sum(brstack[0].mispred),avg(brstack[0].mispred),sum(brstack[0].cycles),"
	"avg(brstack[0].cycles),max(brstack[0].cycles)";

static const struct counts_title newest_titles[] = {
	{ "mispred", 0 }, { "rate", 0 }, { "cycles", 0 }, { "mean", 100 }, { "most", 120 },
};

static const struct preset branches[] = {
	BRANCHES_BY("edge", "brstack.from.place,brstack.to.place,brstack.from.dso,brstack.to.dso,"
			    "brstack.from,brstack.to"),
	BRANCHES_BY("block", "brstack.start.place,brstack.from.place,brstack.start,brstack.from"),
	BRANCHES_BY("from", "brstack.from.place,brstack.from"),
	BRANCHES_BY("to", "brstack.to.place,brstack.to"),
	{ "newest",
	  { "comm,brstack[0].from.place,brstack[0].from", newest_aggregates,
	    .sort = "sum(brstack[0].mispred)", .where = "count(brstack) > 0",
	    .titles = newest_titles, .empty = "no branch stacks: perf record -b writes them" } },
	{ NULL, { .by = NULL } },
};

/* ---- memory accesses ---- */

/* perf's util/mem-events.c, c2c_decode_stats(): on powerpc remote is another core with hops. */
#define FAR                                                                                        \
	"(data_src.remote and not data_src.hops or data_src.lvl == REM_CCE1 or "                   \
	"data_src.lvl == REM_CCE2 or data_src.lvl == REM_RAM1 or data_src.lvl == REM_RAM2)"
#define HITM "data_src.op == LOAD and data_src.snoop == HITM"

/* Only measured latencies count: some processors measure none for stores. */
#define LATENCIES                                                                                  \
	"sum(weight),avg(weight where weight > 0),p50(weight where weight > 0),"                   \
	"p99(weight where weight > 0)"

static const char memory_aggregates[] =
	"count(data_src.op == LOAD),count(data_src.op == STORE),count(" HITM "),count(" HITM
	" and " FAR "),count(data_src.op == LOAD and data_src.snoopx == PEER),"
	"distinct(tid where data_src.op == LOAD),"
	"distinct(tid where data_src.op == STORE)," LATENCIES;

static const struct counts_title memory_titles[] = {
	{ "loads", 0 },	 { "stores", 0 }, { "HITM", 0 }, { "remote", 110 },
	{ "peer", 120 }, { "rd", 0 },	  { "wr", 0 },	 { "weight", 100 },
	{ "mean", 0 },	 { "p50", 120 },  { "p99", 0 },
};

#define NEAR(level) "count(data_src.lvl == " level " and not data_src.lvl == MISS and not " FAR "),"

/* Where the data came from. Each access is in one of these columns. */
static const char level_aggregates[] = NEAR("L1") NEAR("LFB") NEAR("L2") NEAR("L3")
	NEAR("RAM") "count(" FAR "),"
		    "count(not " FAR " and (data_src.lvl == MISS or "
		    "not (data_src.lvl == L1 or data_src.lvl == LFB or data_src.lvl == L2 or "
		    "data_src.lvl == L3 or data_src.lvl == RAM)))," LATENCIES;

static const struct counts_title level_titles[] = {
	{ "L1", 0 },	 { "LFB", 0 },	  { "L2", 0 },	  { "L3", 0 },
	{ "RAM", 0 },	 { "remote", 0 }, { "other", 0 }, { "weight", 100 },
	{ "mean", 100 }, { "p50", 120 },  { "p99", 120 },
};

/* The total latency, split by the latency of each access, as go-perf's memlat shows it. */
#define BIN(condition) "sum(weight where weight " condition "),"
static const char bin_aggregates[] = BIN("< 8") BIN("in {8..15}") BIN("in {16..31}")
	BIN("in {32..63}") BIN("in {64..127}") BIN("in {128..255}") BIN("in {256..511}")
		BIN("in {512..1023}") BIN(">= 1024") "sum(weight)";

static const struct counts_title bin_titles[] = {
	{ "<8", 0 },   { "8-", 0 },   { "16-", 0 },  { "32-", 0 },   { "64-", 0 },
	{ "128-", 0 }, { "256-", 0 }, { "512-", 0 }, { "1024-", 0 }, { "weight", 0 },
};

#define NO_ACCESS "no accesses to memory: perf mem record and perf record -d write them"
#define BY_HITM .sort = "count(" HITM ")", .where = "data_src and addr"

/* sort, where, below: in the rest. */
#define MEMORY(by, ...)                                                                            \
	{                                                                                          \
		by, memory_aggregates, .titles = memory_titles, .empty = NO_ACCESS, __VA_ARGS__    \
	}

#define BINS(by)                                                                                   \
	{                                                                                          \
		by, bin_aggregates, .sort = "sum(weight)", .where = "data_src and weight",         \
				    .titles = bin_titles, .empty = NO_ACCESS                       \
	}

/* As in perf c2c: who reads and writes which part of a cache line. */
#define OFFSETS MEMORY("addr & 63,tid,sym", BY_HITM)
#define LINES MEMORY("addr & ~63,addr.pid", BY_HITM, .below = &offsets)

static const struct counts_spec offsets = OFFSETS, lines = LINES;

static const struct preset memory[] = {
	{ "line", LINES },
	{ "offset", OFFSETS },
	{ "page", MEMORY("addr & ~4095,addr.pid,data_page_size,phys_addr & ~4095",
			 .where = "data_src and addr", .below = &lines) },
	{ "phys", MEMORY("phys_addr & ~63", .sort = "count(" HITM ")",
			 .where = "data_src and phys_addr", .below = &offsets) },
	{ "data", MEMORY("addr.sym,addr.dso", .where = "data_src and addr", .below = &lines) },
	{ "symbol", MEMORY("sym,dso", .where = "data_src") },
	{ "latency",
	  { "log2(weight)", level_aggregates, .sort = "log2(weight)", .where = "data_src",
	    .titles = level_titles, .empty = NO_ACCESS } },
	{ "bins", BINS("sym,dso") },
	{ "bins-source", BINS("data_src.op,data_src.lvl,data_src.lvl_num,data_src.snoop") },
	{ "bins-line", BINS("addr & ~63,addr.pid") },
	{ "bins-place", BINS("srcline,sym") },
	{ "level", MEMORY("data_src.lvl,data_src.lvl_num,data_src.remote", .where = "data_src") },
	{ "snoop", MEMORY("data_src.snoop,data_src.snoopx", .where = "data_src") },
	{ "tlb", MEMORY("data_src.tlb", .where = "data_src") },
	{ "op", MEMORY("data_src.op", .where = "data_src") },
	{ "source", MEMORY("data_src.op,data_src.lvl,data_src.lvl_num,data_src.snoop,data_src.tlb",
			   .where = "data_src") },
	{ NULL, { .by = NULL } },
};

/* ---- all of them ---- */

static const struct preset *list_of(enum preset_kind kind)
{
	return kind == PRESET_MEMORY ? memory : branches;
}

const struct counts_spec *preset_find(enum preset_kind kind, const char *name)
{
	const struct preset *p = list_of(kind);

	while (p->name && strcmp(p->name, name) != 0)
		p++;
	return p->name ? &p->spec : NULL;
}

const char *preset_name(enum preset_kind kind, size_t i)
{
	return list_of(kind)[i].name;
}

const char *preset_fields(enum preset_kind kind, size_t i)
{
	return list_of(kind)[i].spec.by;
}
