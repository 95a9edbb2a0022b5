/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview_text.h"

#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "recording/span.h"
#include "widgets/progress.h"
#include "widgets/shortname.h"
#include "widgets/sparkline.h"

enum {
	NARROW_COLS = 44,   /* columns; a narrower line has only a name and a number */
	NAME_COLS = 48,	    /* most columns of a name */
	LEAD_COLS = 20,	    /* columns for the subject of a lead, */
	LEAD_COLS_MIN = 17, /* and on a narrow screen */
	COMMAND_COLS = 16,  /* a longer command is not shown */
	NUMBER_COLS = 10,
	SHARE_COLS = 9
};

static size_t name_cols(const struct overview_text *t)
{
	size_t all = t->cols, cols = all * 3 / 8;

	if (all < NARROW_COLS)
		return all > NUMBER_COLS ? all - NUMBER_COLS : 0;
	return cols > NAME_COLS ? NAME_COLS : cols;
}

/* Append escaped text, cut or filled to a number of columns. */
static void add_padded(struct buf *out, const char *text, size_t cols, bool right)
{
	size_t len = strlen(text), width = text_columns(text, len);
	bool cut = width > cols;

	while (width > (cut ? cols - 1 : cols)) {
		do
			len--;
		while (len && ((unsigned char)text[len] & 0xc0) == 0x80);
		width = text_columns(text, len);
	}
	if (right)
		buf_fill(out, ' ', cols - width - cut);
	buf_add(out, text, len);
	buf_adds(out, cut ? "\u2026" : "");
	if (!right)
		buf_fill(out, ' ', cols - width - cut);
}

static void add_number(struct buf *out, uint64_t n, size_t cols)
{
	struct buf text = BUF_INIT;

	buf_add_u64(&text, n);
	add_padded(out, text.p, cols, true);
	buf_release(&text);
}

static bool is_ascii(const struct overview_text *t)
{
	return t->of->app->opt->ascii;
}

/* Columns of the line that are left for a picture. */
static size_t picture_cols(const struct overview_text *t)
{
	size_t used = name_cols(t) + NUMBER_COLS + SHARE_COLS + 2;

	return t->cols > used ? t->cols - used : 0;
}

void overview_text_columns(const struct overview_text *t, size_t *name, size_t *picture)
{
	*name = name_cols(t);
	*picture = t->cols >= NARROW_COLS ? picture_cols(t) : 0;
}

/* Time in ns during which the samples so far were taken. */
static uint64_t sampled_ns(const struct recording *recording)
{
	struct index_progress progress;
	struct span span;

	span_of(recording, &span);
	recording_progress(recording, &progress);
	if (!span.has)
		return 0;
	return progress.state == INDEX_BUILDING ? span.last - span.first
						: span.sample_last - span.sample_first;
}

static void add_rate(const struct overview_text *t, uint64_t n, struct buf *out)
{
	uint64_t ns = sampled_ns(t->of->app->rec);
	double rate = ns ? (double)n * 1e9 / (double)ns : 0;
	struct buf text = BUF_INIT;

	if (ns)
		buf_addf(&text, "%.*f/s", rate < 10 ? 1 : 0, rate);
	add_padded(out, text.p, SHARE_COLS, true);
	buf_release(&text);
}

static void event_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	const struct overview_event *line = &t->of->events.v[i];
	struct buf name = BUF_INIT;

	text_escape_str(&name, t->of->event.events.names.v[line->choice]);
	add_padded(out, name.p, name_cols(t), false);
	add_number(out, line->samples, NUMBER_COLS);
	if (t->cols >= NARROW_COLS) {
		add_rate(t, line->samples, out);
		buf_adds(out, "  ");
		sparkline_add(out, t->of->over_time[i], t->of->steps, picture_cols(t), is_ascii(t));
	}
	buf_release(&name);
}

/* Append a name with its count, share and bar. */
static void share_cell(const struct overview_text *t, const struct ranking *ranking,
		       const char *name, uint64_t n, struct buf *out)
{
	uint64_t all = ranking_records(ranking);
	struct group_value values[GROUP_FIELDS_MAX];
	struct buf share = BUF_INIT;

	add_padded(out, name, name_cols(t), false);
	add_number(out, n, NUMBER_COLS);
	if (t->cols >= NARROW_COLS) {
		buf_addf(&share, "%.1f %%", all ? (double)n * 100 / (double)all : 0.0);
		add_padded(out, share.p, SHARE_COLS, true);
		buf_adds(out, "  ");
		sparkline_add_bar(out, n, ranking_value(ranking, 0, values), picture_cols(t),
				  is_ascii(t));
	}
	buf_release(&share);
}

static void thread_cell(struct overview_text *t, size_t i, struct buf *out)
{
	struct group_value value;
	uint64_t n = ranking_value(&t->of->threads, i, &value);
	struct buf name = BUF_INIT;

	if (value.has) {
		comms_text(&t->comms, (uint32_t)value.num, UINT64_MAX, &name);
		buf_addf(&name, "%s%lld", name.len ? " " : "", (long long)(int32_t)value.num);
	} else {
		buf_adds(&name, "(no thread)");
	}
	share_cell(t, &t->of->threads, name.p, n, out);
	buf_release(&name);
}

/* Append " [libc.so.6]". */
static void add_dso(const struct group_value *value, struct buf *out)
{
	struct buf dso = BUF_INIT;

	groupkey_text(value, &dso);
	if (!strcmp(dso.p, "[kernel.kallsyms]"))
		buf_adds(out, " [kernel]");
	else
		buf_addf(out, *dso.p == '[' ? " %s" : " [%s]", folder_entry(dso.p));
	buf_release(&dso);
}

/* Where both do not fit, the function comes before its file. */
static void function_cell(struct overview_text *t, size_t i, struct buf *out)
{
	struct group_value values[GROUP_FIELDS_MAX];
	uint64_t n = ranking_value(&t->of->functions, i, values);
	struct buf name = BUF_INIT, both = BUF_INIT;
	size_t cols = name_cols(t);

	if (values[0].has)
		groupkey_text(&values[0], &name);
	else
		buf_adds(&name, "(no name)");
	buf_adds(&both, name.p);
	if (values[1].has)
		add_dso(&values[1], &both);
	if (values[0].has && cols && text_columns(both.p, both.len) > cols) {
		buf_reset(&both);
		shortname_add(name.p, (int)cols, &both);
	}
	share_cell(t, &t->of->functions, both.p, n, out);
	buf_release(&name);
	buf_release(&both);
}

static void problem_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	enum problem_kind kind;

	if (i == t->of->kinds.n) {
		uint64_t n = t->of->unnamed, all = ranking_records(&t->of->functions);

		buf_addf(out, "no symbols for %llu %% of the samples (:symbols)",
			 (unsigned long long)(all ? n * 100 / all : 0));
		return;
	}
	kind = t->of->kinds.v[i];
	if (kind == PROBLEM_FILE) {
		struct problem problem;

		problems_get(t->of->problems, 0, &problem);
		buf_adds(out, problem.text);
		if (t->of->found[kind] > 1)
			buf_addf(out, " (and %llu more)",
				 (unsigned long long)t->of->found[kind] - 1);
		return;
	}
	buf_addf(out, "%s: ", problem_name(kind));
	if (kind == PROBLEM_WAITS) {
		buf_addf(out, "%llu %s doubtful", (unsigned long long)t->of->lost[kind],
			 t->of->lost[kind] == 1 ? "wait is" : "waits are");
		return;
	}
	if (kind == PROBLEM_LOST || kind == PROBLEM_LOST_SAMPLES)
		buf_addf(out, "%llu, in ", (unsigned long long)t->of->lost[kind]);
	buf_addf(out, "%llu %s%s", (unsigned long long)t->of->found[kind],
		 kind == PROBLEM_DAMAGE ? "stretch" : "record",
		 t->of->found[kind] == 1  ? ""
		 : kind == PROBLEM_DAMAGE ? "es"
					  : "s");
}

static void lead_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	const struct lead *lead = t->of->leads[i];
	size_t cols = t->cols < NARROW_COLS	? name_cols(t)
		      : t->cols / 3 < LEAD_COLS ? LEAD_COLS_MIN
						: LEAD_COLS;
	struct buf key = BUF_INIT;

	add_padded(out, lead->what, cols, false);
	buf_adds(out, lead->shows);
	if (lead->action != ACTION_NONE)
		app_keys_of(t->of->app, lead->action, 1, &key);
	else if (strlen(lead->command) < COMMAND_COLS)
		buf_addf(&key, ":%s", lead->command);
	/* Enter opens the line, too. */
	if (key.len && cols + strlen(lead->shows) + key.len + 3 <= t->cols)
		buf_addf(out, " (%s)", key.p);
	buf_release(&key);
}

/* For a section without lines: append what it waits for, or that it is empty. */
void overview_text_add_empty(const struct overview_text *t, enum overview_section section,
			     struct buf *out)
{
	static const char *const none[OVERVIEW_SECTIONS] = {
		[OVERVIEW_EVENTS] = "no samples",    [OVERVIEW_THREADS] = "no samples",
		[OVERVIEW_FUNCTIONS] = "no samples", [OVERVIEW_PROBLEMS] = "none found",
		[OVERVIEW_LEADS] = "nothing yet",
	};

	if (section == OVERVIEW_FUNCTIONS && overview_section_busy(t->of, section) && !t->of->parts)
		progress_waiting(t->of->app->rec, out);
	else if (overview_section_busy(t->of, section))
		buf_adds(out, section == OVERVIEW_PROBLEMS ? "searching\u2026" : "counting\u2026");
	else
		buf_adds(out, none[section]);
}

void overview_text_add_rest(const struct overview_text *t, enum overview_section section, size_t i,
			    struct buf *out)
{
	buf_addf(out, "%zu more", overview_count(t->of, section) - i);
}

void overview_text_add(struct overview_text *t, enum overview_section section, size_t i,
		       struct buf *out)
{
	switch (section) {
	case OVERVIEW_RECORDED:
		headline_add(t->of->app->rec, (enum headline)i, out);
		break;
	case OVERVIEW_EVENTS:
		event_cell(t, i, out);
		break;
	case OVERVIEW_THREADS:
		thread_cell(t, i, out);
		break;
	case OVERVIEW_FUNCTIONS:
		function_cell(t, i, out);
		break;
	case OVERVIEW_PROBLEMS:
		problem_cell(t, i, out);
		break;
	default:
		lead_cell(t, i, out);
		break;
	}
}

void overview_text_add_heading(const struct overview_text *t, struct buf *out)
{
	buf_fill(out, ' ', name_cols(t));
	add_padded(out, "samples", NUMBER_COLS, true);
}

void overview_text_init(struct overview_text *t, const struct overview *of)
{
	*t = (struct overview_text){ .of = of };
	comms_init(&t->comms, of->app->rec);
}

void overview_text_release(struct overview_text *t)
{
	comms_release(&t->comms);
}
