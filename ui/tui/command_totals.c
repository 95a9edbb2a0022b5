/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that count and add up the records of the list. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "query/lex.h"
#include "tui/command_run.h"
#include "tui/counts_columns.h"
#include "tui/view_branches.h"
#include "tui/view_bytes.h"
#include "tui/view_compare.h"
#include "tui/view_counts.h"
#include "tui/view_heat.h"
#include "tui/view_memory.h"
#include "tui/view_records.h"
#include "tui/view_strips.h"

/* The parts of "AGGREGATES by FIELDS fold sort COLUMN where EXPR", each cut out of the text. */
struct words {
	char *text;
	char *aggregates, *by, *sort; /* NULL: not given; by always is */
	const char *where;	      /* likewise, in the text that was given */
	bool fold;
};

/* The first or last such word that stands neither in parentheses nor in a string; or NULL. */
static char *find_word(char *text, const char *word, bool last)
{
	size_t len = strlen(word);
	char *found = NULL;

	for (char *p = text; *p && (last || !found); p += lex_piece(p))
		if (!strncmp(p, word, len))
			found = p;
	return found;
}

/* Cut the text off before the last such word; what stands behind it, or NULL. */
static char *cut_at(char *text, const char *word)
{
	char *at = find_word(text, word, true);

	if (!at)
		return NULL;
	*at = '\0';
	return at + strlen(word);
}

static void split(struct words *w, const char *arg)
{
	char *where, *by;

	w->text = mem_strdup(arg);
	where = find_word(w->text, " where ", false);
	w->where = where ? arg + (where - w->text) + strlen(" where ") : NULL;
	if (where)
		*where = '\0';
	w->sort = cut_at(w->text, " sort ");
	w->fold = cut_at(w->text, " fold");
	by = cut_at(w->text, " by ");
	w->aggregates = by ? w->text : NULL;
	w->by = by ? by : w->text + (strncmp(w->text, "by ", 3) ? 0 : 3);
}

/* The filter of its own, without one that of the list. */
static int read_where(struct app *app, const struct words *w, const char *arg, struct buf *out,
		      struct err *err)
{
	struct filter *filter;

	if (!w->where) {
		records_filter_applied(view_records_from(app->home), out);
		return 0;
	}
	buf_adds(out, w->where);
	if (filter_parse(&filter, w->where, err) == 0) {
		filter_free(filter);
		return 0;
	}
	err->offset += (uint64_t)(w->where - arg);
	return ERR_PARSE;
}

static int open_counts(struct app *app, const struct words *w, const char *arg,
		       const struct counts_spec *spec, struct err *err)
{
	struct counts_spec own = *spec;
	struct buf where = BUF_INIT;
	int rc = read_where(app, w, arg, &where, err);

	own.where = where.p;
	if (!rc) {
		rc = counts_open(app, &own, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(w->by - w->text);
	}
	buf_release(&where);
	return rc;
}

int command_COUNT(struct app *app, const struct command_call *call, struct err *err)
{
	struct words w;
	int rc;

	split(&w, call->arg);
	rc = open_counts(
		app, &w, call->arg,
		&(struct counts_spec){
			.by = w.by, .aggregates = w.aggregates, .sort = w.sort, .fold = w.fold },
		err);
	free(w.text);
	return rc;
}

/* "period,weight" as "sum(period),sum(weight)"; first: the first of these. */
static void make_sums(const char *fields, struct buf *out, struct buf *first)
{
	for (const char *p = fields + strspn(fields, " ,"); *p; p += strspn(p, " ,")) {
		size_t len = strcspn(p, " ,");

		buf_addf(out, "%ssum(%.*s)", out->len ? "," : "", (int)len, p);
		if (!first->len)
			buf_adds(first, out->p);
		p += len;
	}
}

int command_SUM(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf sums = BUF_INIT, first = BUF_INIT;
	struct words w;
	int rc;

	split(&w, call->arg);
	if (w.aggregates)
		make_sums(w.aggregates, &sums, &first);
	if (first.len)
		rc = open_counts(app, &w, call->arg,
				 &(struct counts_spec){ .by = w.by,
							.aggregates = sums.p,
							.sort = w.sort ? w.sort : first.p,
							.fold = w.fold },
				 err);
	else
		rc = err_set_at(err, ERR_PARSE, 0,
				"expected FIELD by FIELDS, as in period by comm");
	free(w.text);
	buf_release(&sums);
	buf_release(&first);
	return rc;
}

int command_HEAT(struct app *app, const struct command_call *call, struct err *err)
{
	return heat_open(app, call->arg, err);
}

int command_STRIPS(struct app *app, const struct command_call *call, struct err *err)
{
	return strips_open(app, call->arg, err);
}

int command_BYTES(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	bytes_open(app);
	return 0;
}

/* "FILE AGGREGATE by FIELDS where EXPR", of which all but the file can be left out. */
int command_COMPARE(struct app *app, const struct command_call *call, struct err *err)
{
	size_t len = strcspn(call->arg, " ");
	const char *rest = call->arg + len + strspn(call->arg + len, " ");
	char *path = mem_strndup(call->arg, len);
	struct buf where = BUF_INIT;
	struct words w;
	int rc;

	split(&w, rest);
	rc = read_where(app, &w, call->arg, &where, err);
	if (!rc && !len)
		rc = err_set_at(err, ERR_PARSE, 0, "expected the other recording");
	if (!rc)
		rc = compare_open(app, path, *w.by ? w.by : "event,comm", w.aggregates, where.p,
				  err);
	free(w.text);
	free(path);
	buf_release(&where);
	return rc;
}

int command_SORT(struct app *app, const struct command_call *call, struct err *err)
{
	return counts_sort(app, call->arg, err);
}

/* Totals that are asked for by one word. */
struct preset {
	const char *name;
	const struct counts_spec *spec; /* but where */
};

struct presets {
	const char *what; /* of the records that are counted: a condition */
	const struct preset *list;
	size_t n;
};

#define BRANCHES_BY(name, by)                                                                      \
	{                                                                                          \
		name, &(const struct counts_spec)                                                  \
		{                                                                                  \
			by, branch_aggregates, .titles = branch_titles                             \
		}                                                                                  \
	}

static const char branch_aggregates[] =
	"sum(brstack.mispred),avg(brstack.mispred),sum(brstack.not_taken),avg(brstack.cycles),"
	"max(brstack.cycles)";

static const struct counts_title branch_titles[] = {
	{ "mispred", 0 }, { "rate", 0 }, { "not taken", 120 }, { "cycles", 0 }, { "most", 100 },
};

static const struct preset branch_presets[] = {
	BRANCHES_BY("from", "brstack.from,brstack.from.sym"),
	BRANCHES_BY("to", "brstack.to,brstack.to.sym"),
	BRANCHES_BY("edge", "brstack.from,brstack.to,brstack.from.sym,brstack.to.sym"),
	BRANCHES_BY("block", "brstack.start,brstack.from,brstack.from.sym"),
};

/* perf's util/mem-events.c, c2c_decode_stats(): on powerpc remote is another core with hops. */
#define FAR                                                                                        \
	"(data_src.remote and not data_src.hops or data_src.lvl == REM_CCE1 or "                   \
	"data_src.lvl == REM_CCE2 or data_src.lvl == REM_RAM1 or data_src.lvl == REM_RAM2)"
#define HITM "data_src.op == LOAD and data_src.snoop == HITM"

/* Of latencies only those that were measured: some processors have none of stores. */
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

/* Where the data came from, each access in one of the columns. */
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

static const struct counts_spec memory_latencies = { "log2(weight)", level_aggregates,
						     .sort = "log2(weight)",
						     .titles = level_titles };

/* As perf c2c: who reads and writes where in a line. */
static const struct counts_spec memory_offsets = { "addr & 63,tid,sym", memory_aggregates,
						   .sort = "count(" HITM ")",
						   .titles = memory_titles };

static const struct counts_spec memory_lines = { "addr & ~63,addr.pid", memory_aggregates,
						 .sort = "count(" HITM ")", .titles = memory_titles,
						 .below = &memory_offsets };

/* .sort, .below: what it has of that. */
#define MEMORY_BY(name, by, ...)                                                                   \
	{                                                                                          \
		name, &(const struct counts_spec)                                                  \
		{                                                                                  \
			by, memory_aggregates, .titles = memory_titles, __VA_ARGS__                \
		}                                                                                  \
	}

static const struct preset memory_presets[] = {
	MEMORY_BY("source",
		  "data_src.op,data_src.lvl,data_src.lvl_num,data_src.snoop,data_src.tlb", ),
	MEMORY_BY("op", "data_src.op", ),
	MEMORY_BY("level", "data_src.lvl,data_src.lvl_num,data_src.remote", ),
	MEMORY_BY("snoop", "data_src.snoop,data_src.snoopx", ),
	MEMORY_BY("tlb", "data_src.tlb", ),
	{ "latency", &memory_latencies },
	MEMORY_BY("symbol", "sym,dso", ),
	MEMORY_BY("data", "addr.sym,addr.dso", .below = &memory_lines),
	{ "line", &memory_lines },
	{ "offset", &memory_offsets },
	MEMORY_BY("page", "addr & ~4095,addr.pid,data_page_size,phys_addr & ~4095",
		  .below = &memory_lines),
	MEMORY_BY("phys", "phys_addr & ~63", .sort = "count(" HITM ")", .below = &memory_offsets),
};

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static const struct presets branches = { "count(brstack) > 0", branch_presets,
					 COUNT_OF(branch_presets) };
static const struct presets memory = { "data_src", memory_presets, COUNT_OF(memory_presets) };

static int unknown_preset(const struct presets *presets, struct err *err)
{
	struct buf names = BUF_INIT;
	int rc;

	for (size_t i = 0; i < presets->n; i++)
		buf_addf(&names, "%s%s",
			 !i		       ? ""
			 : i + 1 == presets->n ? " or "
					       : ", ",
			 presets->list[i].name);
	rc = err_set_at(err, ERR_PARSE, 0, "expected %s", names.p);
	buf_release(&names);
	return rc;
}

static const struct counts_spec *find_preset(const struct presets *presets, const char *name)
{
	for (size_t i = 0; i < presets->n; i++)
		if (!strcmp(presets->list[i].name, name))
			return presets->list[i].spec;
	return NULL;
}

/* "edge where EXPR", of the records that have what is counted. */
static int open_preset(struct app *app, const struct presets *presets,
		       const struct command_call *call, struct err *err)
{
	struct buf where = BUF_INIT, both = BUF_INIT;
	const struct counts_spec *spec;
	struct words w;
	int rc;

	split(&w, call->arg);
	spec = find_preset(presets, w.by);
	rc = spec ? read_where(app, &w, call->arg, &where, err) : unknown_preset(presets, err);
	buf_addf(&both, where.len ? "(%s) and %s" : "%s%s", where.p, presets->what);
	if (!rc) {
		struct counts_spec own = *spec;

		own.sort = w.sort ? w.sort : spec->sort;
		own.fold = w.fold;
		own.where = both.p;
		rc = counts_open(app, &own, err);
	}
	free(w.text);
	buf_release(&where);
	buf_release(&both);
	return rc;
}

/* "tid,cpu", or the word of a preset. */
int command_SPLIT(struct app *app, const struct command_call *call, struct err *err)
{
	const struct counts_spec *spec = find_preset(&memory, call->arg);

	if (!spec)
		spec = find_preset(&branches, call->arg);
	return counts_split(app, spec ? spec : &(struct counts_spec){ .by = call->arg }, err);
}

int command_BRANCHES(struct app *app, const struct command_call *call, struct err *err)
{
	if (*call->arg)
		return open_preset(app, &branches, call, err);
	branches_open(app, 0);
	return 0;
}

int command_MEM(struct app *app, const struct command_call *call, struct err *err)
{
	if (*call->arg)
		return open_preset(app, &memory, call, err);
	memory_open(app);
	return 0;
}

int command_LINES(struct app *app, const struct command_call *call, struct err *err)
{
	struct command_call count = *call;

	count.arg = "srcfile,srcline";
	return command_COUNT(app, &count, err);
}
