/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview_text.h"

#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "recording/span.h"
#include "views/sched_text.h"
#include "widgets/digits.h"
#include "widgets/progress.h"
#include "widgets/shortname.h"
#include "widgets/sparkline.h"

enum {
	NARROW_COLS = 44,   /* columns; a narrower line has only a name and a number */
	WIDE_COLS = 100,    /* columns; a wider line has whole names, and numbers next to them */
	NAME_COLS = 64,	    /* most columns of a name */
	NAME_COLS_MIN = 24, /* and least columns, on a wide screen */
	COMMAND_LINES = 8,  /* most lines of the command line, unless the user opens it */
	END_SHARE = 3,	    /* the end of a command line that is too long gets 1/3 of a line, */
	END_SHARE_MIN = 2,  /* or on a narrow screen 1/2 */
	LEAD_COLS = 20,	    /* columns for the subject of a lead, */
	LEAD_COLS_MIN = 17, /* and on a narrow screen */
	COMMAND_COLS = 16,  /* a longer command is not shown */
	NUMBER_COLS = 12,
	SHARE_COLS = 9,
	RATE_MAX = 99999 /* largest rate whose digits, in groups, leave a blank in SHARE_COLS */
};

static size_t name_cols(const struct overview_text *t)
{
	size_t all = t->cols, cols = all * 3 / 8;

	if (all < NARROW_COLS)
		return all > NUMBER_COLS ? all - NUMBER_COLS : 0;
	if (all < WIDE_COLS)
		return cols;
	cols = all / 2 < NAME_COLS ? all / 2 : NAME_COLS;
	return t->name > cols ? cols : t->name < NAME_COLS_MIN ? NAME_COLS_MIN : t->name;
}

/* Append escaped text, cut or filled to a number of columns; a screen of 20 columns leaves none. */
static void add_padded(struct buf *out, const char *text, size_t cols, bool right)
{
	size_t len = strlen(text), width = text_columns(text, len);
	bool cut = width > cols;

	if (!cols)
		return;
	if (cut) {
		len = text_fitting(text, (int)cols - 1);
		width = text_columns(text, len);
	}
	if (right)
		buf_fill(out, ' ', cols - width - cut);
	buf_add(out, text, len);
	buf_adds(out, cut ? "\u2026" : "");
	if (!right)
		buf_fill(out, ' ', cols - width - cut);
}

/* Append a number, and its unit, on the right. The text of programs (--batch) has it as it is. */
static void add_digits(const struct overview_text *t, struct buf *out, const char *number,
		       size_t cols)
{
	struct buf text = BUF_INIT;

	if (t->of->app->opt->batch)
		buf_adds(&text, number);
	else
		digits_add(number, &text);
	add_padded(out, text.p, cols, true);
	buf_release(&text);
}

static void add_number(const struct overview_text *t, struct buf *out, uint64_t n)
{
	struct buf number = BUF_INIT;

	buf_add_u64(&number, n);
	add_digits(t, out, number.p, NUMBER_COLS);
	buf_release(&number);
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

size_t overview_text_picture(const struct overview_text *t)
{
	return t->cols >= NARROW_COLS ? picture_cols(t) : 0;
}

/* Time in ns during which the samples so far were taken. 0: it is unknown, or all have one time. */
static uint64_t sampled_ns(const struct recording *recording)
{
	struct index_progress progress;
	struct span span;

	span_of(recording, &span);
	recording_progress(recording, &progress);
	if (!span.has || span.first == span.last)
		return 0;
	return progress.state == INDEX_BUILDING ? span.last - span.first
						: span.sample_last - span.sample_first;
}

/* A rate with a unit is narrower than its column, and does not touch the number before it. */
static void add_large_rate(double rate, struct buf *out)
{
	static const char units[] = "KMGT";
	size_t unit = 0;

	for (rate /= 1000; rate >= 1000 && unit + 2 < sizeof(units); unit++)
		rate /= 1000;
	buf_addf(out, "%.*f %c/s", rate < 100, rate, units[unit]);
}

static void add_rate(const struct overview_text *t, uint64_t n, struct buf *out)
{
	uint64_t ns = sampled_ns(t->of->app->rec);
	double rate = ns ? (double)n * 1e9 / (double)ns : 0;
	struct buf text = BUF_INIT;

	if (ns && rate >= RATE_MAX && !t->of->app->opt->batch)
		add_large_rate(rate, &text);
	else if (ns)
		buf_addf(&text, "%.*f/s", rate < 10 ? 1 : 0, rate);
	else
		buf_addc(&text, '-');
	add_digits(t, out, text.p, SHARE_COLS);
	buf_release(&text);
}

/* ---- how it was recorded ---- */

/*
 * The bytes of a text that a line of cols columns holds: up to a blank if it has one, or else up to
 * a comma.
 */
static size_t line_bytes(const char *text, size_t cols)
{
	size_t len = 0, blank = 0, comma = 0;

	while (text[len]) {
		size_t next = len + 1;

		while (((unsigned char)text[next] & 0xc0) == 0x80)
			next++;
		blank = text[len] == ' ' ? next : blank;
		if (text_columns(text, next) > cols)
			return blank ? blank : comma ? comma : len ? len : next;
		comma = text[len] == ',' ? next : comma;
		len = next;
	}
	return len;
}

/* The number of lines that the whole command line needs. */
static size_t command_lines(const struct overview_text *t)
{
	struct buf command = BUF_INIT;
	size_t lines = 0, at = 0;

	headline_add(t->of->app->rec, HEADLINE_COMMAND, &command);
	do {
		at += line_bytes(command.p + at, t->cols);
		lines++;
	} while (at < command.len);
	buf_release(&command);
	return lines;
}

size_t overview_text_recorded(const struct overview_text *t)
{
	size_t lines = command_lines(t);

	return HEADLINES - 1 + (t->opened || lines < COMMAND_LINES ? lines : COMMAND_LINES);
}

static bool is_cut(const struct overview_text *t, size_t i)
{
	return i < t->command && t->command < command_lines(t);
}

bool overview_text_folds(const struct overview_text *t, size_t i)
{
	return is_cut(t, i) || (t->opened && i < t->command);
}

void overview_text_show_recorded(struct overview_text *t, size_t n)
{
	t->command = n > HEADLINES ? n - (HEADLINES - 1) : 1;
}

/* Append a text without its blanks at the end. */
static void add_words(const char *text, size_t len, struct buf *out)
{
	while (len && text[len - 1] == ' ')
		len--;
	buf_add(out, text, len);
}

/*
 * Append a line that is too long without some words in its middle: the recorded program is at its
 * end.
 */
static void add_ends(const char *text, size_t len, size_t cols, struct buf *out)
{
	size_t most = cols / (cols < NARROW_COLS ? END_SHARE_MIN : END_SHARE), end = len, used;

	while (end && text_columns(text + end - 1, len - end + 1) <= most)
		end--;
	while (end < len && text[end - 1] != ' ')
		end++;
	if (end == len) {
		buf_add(out, text, len);
		return;
	}
	used = text_columns(text + end, len - end) + strlen(" ~ ");
	add_words(text, line_bytes(text, cols > used ? cols - used : 0), out);
	buf_adds(out, " \u2026 ");
	buf_add(out, text + end, len - end);
}

/* The last line of the command line has the rest of it. */
static void recorded_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	struct buf command = BUF_INIT;
	size_t at = 0, len, fits;

	if (i >= t->command) {
		headline_add(t->of->app->rec, (enum headline)(i - t->command + 1), out);
		return;
	}
	headline_add(t->of->app->rec, HEADLINE_COMMAND, &command);
	for (size_t line = 0; line < i; line++)
		at += line_bytes(command.p + at, t->cols);
	fits = line_bytes(command.p + at, t->cols);
	len = i + 1 < t->command ? fits : command.len - at;
	if (fits < len && !t->of->app->opt->batch)
		add_ends(command.p + at, len, t->cols, out);
	else
		add_words(command.p + at, len, out);
	buf_release(&command);
}

/* ---- numbers ---- */

static void event_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	const struct overview_event *line = &t->of->events.v[i];
	struct buf name = BUF_INIT, same = BUF_INIT;
	size_t used, n = t->of->event.events.choices.v[line->choice].n;

	text_escape_str(&name, overview_event_name(t->of, i));
	if (n > 1)
		buf_addf(&same, " (%zu events)", n);
	used = same.len < name_cols(t) ? same.len : 0;
	if (text_columns(name.p, name.len) + used <= name_cols(t)) {
		buf_add(&name, same.p, used);
		used = 0;
	}
	add_padded(out, name.p, name_cols(t) - used, false);
	buf_add(out, same.p, used);
	add_number(t, out, line->samples);
	if (t->cols >= NARROW_COLS) {
		add_rate(t, line->samples, out);
		buf_adds(out, "  ");
		sparkline_add(out, t->of->over_time[i], t->of->steps, picture_cols(t), is_ascii(t));
	}
	buf_release(&name);
	buf_release(&same);
}

/* A counter has no rate. */
static size_t counter_cols(const struct overview_text *t)
{
	return t->cols < NARROW_COLS ? NUMBER_COLS : NUMBER_COLS + SHARE_COLS;
}

static void counter_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	const struct overview_counter *counter = &t->of->counters.v[i];
	const struct counter_value *value = &counter->value;
	struct buf name = BUF_INIT, text = BUF_INIT;

	text_escape_str(&name, counter->name);
	add_padded(out, name.p, name_cols(t), false);
	counter_value_text(value, &text);
	add_digits(t, out, text.p, counter_cols(t));
	if (t->cols >= NARROW_COLS && value->running && value->running < value->enabled)
		buf_addf(out, "  scaled from %.1f %%",
			 (double)value->running * 100 / (double)value->enabled);
	buf_release(&name);
	buf_release(&text);
}

/*
 * Append a name with its count, its share of all, and a bar that is longest for `most`. all 0: it
 * has no share.
 */
static void share_cell(const struct overview_text *t, const char *name, uint64_t n, uint64_t all,
		       uint64_t most, struct buf *out)
{
	struct buf share = BUF_INIT;

	add_padded(out, name, name_cols(t), false);
	add_number(t, out, n);
	if (t->cols >= NARROW_COLS && !all) {
		buf_adds(out, "  left out of the shares");
	} else if (t->cols >= NARROW_COLS) {
		buf_addf(&share, "%.1f %%", (double)n * 100 / (double)all);
		add_padded(out, share.p, SHARE_COLS, true);
		buf_adds(out, "  ");
		sparkline_add_share(out, n, most, picture_cols(t), is_ascii(t));
	}
	buf_release(&share);
}

/*
 * Append "perf, then echo 5805" for a thread that had another name in many samples. The first name
 * is cut to fit cols columns; cols 0: it is not cut.
 */
static void thread_name(struct overview_text *t, size_t i, size_t cols, struct buf *out)
{
	const struct thread_rank *thread = &t->of->threads.list.v[i];
	struct buf last = BUF_INIT, earlier = BUF_INIT, name = BUF_INIT;
	size_t used;

	if (thread_ranking_is_idle(thread)) {
		buf_adds(out, IDLE_NAME " 0");
		return;
	}
	if (!thread->has) {
		buf_adds(out, "(no thread)");
		return;
	}
	/* The kernel has taken the number of a thread that exits. */
	if (thread->tid == UINT32_MAX) {
		buf_adds(out, "-1 (exiting)");
		return;
	}
	comms_text(&t->comms, thread->tid, UINT64_MAX, &last);
	if (last.len && thread_ranking_earlier(&t->of->threads, thread, last.p, &earlier))
		buf_adds(&name, ", then ");
	buf_addf(&name, "%s%s%d", last.p, last.len ? " " : "", (int)thread->tid);
	used = text_columns(name.p, name.len);
	if (earlier.len && (!cols || used + 1 < cols)) {
		size_t whole = text_columns(earlier.p, earlier.len);

		add_padded(out, earlier.p, !cols || used + whole < cols ? whole : cols - used,
			   false);
	}
	buf_adds(out, name.p);
	buf_release(&last);
	buf_release(&earlier);
	buf_release(&name);
}

/* The idle task has no share in what the threads did. */
static void thread_cell(struct overview_text *t, size_t i, struct buf *out)
{
	const struct thread_ranking *threads = &t->of->threads;
	const struct thread_rank *thread = &threads->list.v[i];
	uint64_t all = threads->samples;
	struct buf name = BUF_INIT;

	if (thread_ranking_is_idle(thread))
		all = thread_ranking_has_idle(threads) ? 0 : thread->samples;
	thread_name(t, i, name_cols(t), &name);
	share_cell(t, name.p, thread->samples, all, threads->list.v[0].samples, out);
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

/* Append a function with its file. */
static void function_name(const struct overview_text *t, size_t i, struct buf *out)
{
	struct group_value values[GROUP_FIELDS_MAX];

	ranking_value(&t->of->functions, i, values);
	if (values[0].has)
		groupkey_text(&values[0], out);
	else
		buf_adds(out, "(no name)");
	if (values[1].has)
		add_dso(&values[1], out);
	else if (!values[0].has)
		buf_adds(out, " [unknown]");
}

/* If both do not fit, only the function is shown. */
static void function_cell(struct overview_text *t, size_t i, struct buf *out)
{
	struct group_value values[GROUP_FIELDS_MAX];
	uint64_t n = ranking_value(&t->of->functions, i, values);
	struct buf name = BUF_INIT, both = BUF_INIT;
	size_t cols = name_cols(t);

	function_name(t, i, &both);
	if (values[0].has && cols && text_columns(both.p, both.len) > cols) {
		groupkey_text(&values[0], &name);
		buf_reset(&both);
		shortname_add(name.p, (int)cols, &both);
	}
	share_cell(t, both.p, n, ranking_records(&t->of->functions),
		   ranking_value(&t->of->functions, 0, values), out);
	buf_release(&name);
	buf_release(&both);
}

void overview_text_fit(struct overview_text *t, enum overview_section section, size_t i)
{
	struct buf name = BUF_INIT;
	size_t cols;

	if (section == OVERVIEW_EVENTS)
		text_escape_str(&name, overview_event_name(t->of, i));
	else if (section == OVERVIEW_COUNTERS)
		text_escape_str(&name, t->of->counters.v[i].name);
	else if (section == OVERVIEW_THREADS)
		thread_name(t, i, 0, &name);
	else if (section == OVERVIEW_FUNCTIONS)
		function_name(t, i, &name);
	cols = name.len ? text_columns(name.p, name.len) : 0;
	if (cols > t->name)
		t->name = cols;
	buf_release(&name);
}

static const char *kind_name(unsigned kind)
{
	return kind == OVERVIEW_NO_SYMBOLS ? "no symbols" : problem_name(kind);
}

/*
 * Append a problem of a file. If it is wider than cols, leave out its explanation, which follows a
 * colon; with several files, the first colon follows the name of the file.
 */
static void add_file_problem(const struct overview_text *t, const char *text, size_t cols,
			     struct buf *out)
{
	const struct app *app = t->of->app;
	const char *colon = strstr(text, ": ");

	if (colon && recording_parts(app->rec) > 1)
		colon = strstr(colon + 1, ": ");
	if (colon && !app->opt->batch && text_columns_str(text) > cols)
		buf_add(out, text, (size_t)(colon - text));
	else
		buf_adds(out, text);
}

static void problem_cell(const struct overview_text *t, size_t i, struct buf *out)
{
	unsigned kind = t->of->kinds.v[i];

	if (kind == OVERVIEW_NO_SYMBOLS) {
		uint64_t n = t->of->unnamed, all = ranking_records(&t->of->functions);

		buf_addf(out,
			 overview_is_unmapped(t->of)
				 ? "the addresses of %llu %% of the samples are in no map"
				 : "no symbols for %llu %% of the samples (:symbols)",
			 (unsigned long long)(all ? n * 100 / all : 0));
		return;
	}
	if (kind == PROBLEM_FILE) {
		uint64_t n = problems_of_kind(t->of->problems, kind);
		struct buf more = BUF_INIT;
		struct problem problem;

		problems_get(t->of->problems, 0, &problem);
		if (n > 1)
			buf_addf(&more, " (and %llu more)", (unsigned long long)n - 1);
		add_file_problem(t, problem.text, t->cols > more.len ? t->cols - more.len : 0, out);
		buf_adds(out, more.p);
		buf_release(&more);
		return;
	}
	buf_addf(out, "%s: ", kind_name(kind));
	problems_add_total(t->of->problems, kind, out);
	if (kind == PROBLEM_LOST_SAMPLES && problems_of_kind(t->of->problems, PROBLEM_LOST))
		buf_adds(out, "; lost records can include them");
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

/* Append the events that were recorded without samples, such as those of perf stat. */
static void add_no_events(const struct overview_text *t, struct buf *out)
{
	const struct events *events = &recording_file(t->of->app->rec, 0)->events;

	buf_adds(out, "no samples");
	for (size_t i = 0; i < events->list.n; i++) {
		buf_adds(out, i ? ", " : " of ");
		text_escape_str(out, events->list.v[i].name);
	}
}

/* For a section without lines: append what it waits for, or that it is empty. */
void overview_text_add_empty(const struct overview_text *t, enum overview_section section,
			     struct buf *out)
{
	static const char *const none[OVERVIEW_SECTIONS] = {
		[OVERVIEW_THREADS] = "no samples",
		[OVERVIEW_FUNCTIONS] = "no samples",
		[OVERVIEW_PROBLEMS] = "none found",
		[OVERVIEW_LEADS] = "nothing yet",
	};

	if (section == OVERVIEW_FUNCTIONS && overview_section_busy(t->of, section) && !t->of->parts)
		progress_waiting(t->of->app->rec, out);
	else if (overview_section_busy(t->of, section))
		buf_adds(out, section == OVERVIEW_PROBLEMS ? "searching\u2026" : "counting\u2026");
	else if (section == OVERVIEW_EVENTS)
		add_no_events(t, out);
	else
		buf_adds(out, none[section]);
}

void overview_text_add_rest(const struct overview_text *t, enum overview_section section, size_t i,
			    struct buf *out)
{
	const struct thread_ranking *threads = &t->of->threads;
	size_t n = overview_count(t->of, section);

	if (section == OVERVIEW_THREADS && thread_ranking_has_idle(threads)) {
		buf_addf(out, "%zu more, and " IDLE_NAME " 0: %llu, left out of the shares",
			 n - i - 1, (unsigned long long)threads->list.v[n - 1].samples);
		return;
	}
	buf_addf(out, "%zu more", n - i);
	if (section != OVERVIEW_PROBLEMS)
		return;
	for (const char *before = ": "; i < n; i++, before = ", ")
		buf_addf(out, "%s%s", before, kind_name(t->of->kinds.v[i]));
}

void overview_text_add(struct overview_text *t, enum overview_section section, size_t i,
		       struct buf *out)
{
	switch (section) {
	case OVERVIEW_RECORDED:
		recorded_cell(t, i, out);
		break;
	case OVERVIEW_EVENTS:
		event_cell(t, i, out);
		break;
	case OVERVIEW_COUNTERS:
		counter_cell(t, i, out);
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

bool overview_text_has_head(enum overview_section section)
{
	return section == OVERVIEW_EVENTS || section == OVERVIEW_THREADS ||
	       section == OVERVIEW_FUNCTIONS;
}

void overview_text_add_head(const struct overview_text *t, enum overview_section section,
			    struct buf *out)
{
	bool events = section == OVERVIEW_EVENTS;

	overview_text_add_heading(t, out);
	if (t->cols < NARROW_COLS)
		return;
	add_padded(out, events ? "rate" : "share", SHARE_COLS, true);
	buf_adds(out, events ? "  over time" : "");
}

void overview_text_add_heading(const struct overview_text *t, struct buf *out)
{
	buf_fill(out, ' ', name_cols(t));
	if (t->of->events.n || !t->of->counters.n)
		add_padded(out, "samples", NUMBER_COLS, true);
	else
		add_padded(out, "counted", counter_cols(t), true);
}

void overview_text_init(struct overview_text *t, const struct overview *of)
{
	*t = (struct overview_text){ .of = of, .command = 1 };
	comms_init(&t->comms, of->app->rec);
}

void overview_text_release(struct overview_text *t)
{
	comms_release(&t->comms);
}
