/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans in the list of records: columns wait for them, and a key goes from one end to the other. */
#include "records/spans.h"

#include <string.h>

#include "base/text.h"
#include "filter/shown_event.h"
#include "recording/reader_text.h"
#include "records/view.h"
#include "spans/spans.h"
#include "wire/fields.h"

/* "syscall read, complete: 0.000001051 s" */
static void add_span(const struct spans_one *span, struct buf *out)
{
	buf_adds(out, span->kind->name);
	if (span->len) {
		buf_addc(out, ' ');
		text_escape(out, span->name, span->len);
	}
	buf_addf(out, ", %s", spans_state(span->state));
	if (!span->has_dur && !span->dur)
		return;
	buf_adds(out, span->has_dur ? ": " : ": at least ");
	field_id_text(out, F_span_dur, span->dur);
	buf_adds(out, " s");
}

void records_spans_add_thread(struct session *session, uint64_t row, struct row_info *info,
			      struct buf *out)
{
	size_t start;

	if (reader_row(session->reader, row, info, NULL) < 0 || !info->has_tid) {
		buf_adds(out, "an unknown thread");
		return;
	}
	start = out->len;
	reader_comm(session->reader, info, out);
	buf_addf(out, "%s%d", out->len > start ? ":" : "", (int)info->tid);
}

bool records_spans_has_wakeups(const struct recording *rec)
{
	return shown_event_exists(rec, "sched:sched_waking") ||
	       shown_event_exists(rec, "sched:sched_wakeup");
}

/* Is the span a wait that a wakeup ends? A preempted thread waits only for a CPU. */
static bool needs_wakeup(const struct spans_one *span)
{
	const char *const *never = span->kind->never_woken;

	for (; never && *never; never++)
		if (strlen(*never) == span->len && !memcmp(*never, span->name, span->len))
			return false;
	return !strcmp(span->kind->name, "offcpu");
}

/* Append who ended a wait: ". Woken by sh:7352 (record 80), ran 0.013 ms later". */
static void add_waker(struct session *session, const struct spans_one *span, struct buf *out)
{
	struct row_info begin, wakeup = { .row = 0 };

	if (span->has_wakeup) {
		buf_adds(out, ". Woken by ");
		records_spans_add_thread(session, span->wakeup, &wakeup, out);
		if (wakeup.has_tid && wakeup.ordinal != ROW_NO_ORDINAL)
			buf_addf(out, " (record %llu)", (unsigned long long)wakeup.ordinal);
		if (span->has_dur && !reader_row(session->reader, span->begin, &begin, NULL)) {
			buf_adds(out, ", ran ");
			text_add_ms(begin.time + span->dur - wakeup.time, out);
			buf_adds(out, " ms later");
		}
	} else if (needs_wakeup(span) && !records_spans_has_wakeups(session->rec)) {
		buf_adds(out, ". No wakeups are recorded");
	}
}

static void add_description(struct session *session, const struct spans_one *span, struct buf *out)
{
	add_span(span, out);
	add_waker(session, span, out);
}

/* unhidden: the end where the cursor is now, whose record the filter hid. NULL: it hid none. */
static void report_span(struct view_records *v, const struct spans_one *span, const char *unhidden)
{
	struct buf text = BUF_INIT;

	add_description(v->session, span, &text);
	if (unhidden)
		buf_addf(&text, ". Filter off (it hid the %s); %s turns it on.", unhidden,
			 app_key_of(v->view.app, ACTION_FILTER_TOGGLE));
	app_say(v->view.app, "%s", text.p);
	buf_release(&text);
}

/* Describe the span that begins at the cursor, as soon as the search for its record has ended. */
static bool report_wanted(struct view_records *v)
{
	/* Nobody else needs them: they take a pass over the recording. */
	struct spans_view *spans = v->span_wanted ? spans_view(v->session->reader, NULL) : NULL;
	struct buf text = BUF_INIT;
	struct spans_one span;
	uint64_t row;

	if (!spans || session_filter_is_running(v->session))
		return false;
	v->span_wanted = false;
	row = session_at(v->session);
	if (row == UINT64_MAX || !spans_begun(spans, row, &span))
		return false;
	add_description(v->session, &span, &text);
	if (span.has_dur)
		buf_addf(&text, ". %s: its end; ", app_key_of(v->view.app, ACTION_SPAN));
	else
		buf_adds(&text, ". It has no end in the recording; ");
	app_say(v->view.app, "%s%s: call chain.", text.p,
		app_key_of(v->view.app, ACTION_VIEW_CHAIN));
	buf_release(&text);
	return true;
}

void records_report_span(struct app *app)
{
	struct view_records *v = app_records(app);

	v->span_wanted = true;
	report_wanted(v);
}

/* Report why there is no other end. span: that the record begins; NULL: none. */
static void report_no_end(struct view_records *v, const struct spans_one *span)
{
	struct app *app = v->view.app;
	struct buf text = BUF_INIT;

	if (span) {
		add_description(v->session, span, &text);
		app_complain(app, "%s. It has no end in the recording.", text.p);
	} else {
		app_complain(app, "This record neither begins nor ends a span.");
	}
	buf_release(&text);
}

/*
 * Go to the other end of the span that the record begins or ends. The one that it begins comes
 * first.
 */
static void go_to_other_end(struct view_records *v, struct spans_view *spans, uint64_t row)
{
	struct spans_one span, ended;
	bool begins = spans_begun(spans, row, &span), hidden;
	uint64_t other;

	if (!(begins && span.has_dur) && spans_ended(spans, row, &ended) &&
	    ended.state != SPAN_ORPHANED) {
		begins = false;
		span = ended;
	} else if (!begins || !span.has_dur) {
		report_no_end(v, begins ? &span : NULL);
		return;
	}
	session_place_leave(v->session);
	other = begins ? span.end : span.begin;
	hidden = session_filter_hides(v->session, other);
	if (hidden)
		session_filter_off(v->session);
	session_place_go_row(v->session, other);
	report_span(v, &span, !hidden ? NULL : begins ? "end" : "beginning");
}

void records_span(struct view_records *v, const struct action_call *call)
{
	uint64_t row = session_at(v->session);
	struct spans_view *spans = spans_view(v->session->reader, NULL);

	(void)call;
	if (row == UINT64_MAX)
		return;
	if (spans) {
		go_to_other_end(v, spans, row);
		return;
	}
	v->span_from = row + 1;
	app_say(v->view.app, "Looking for spans\u2026");
}

bool records_spans_resume(struct view_records *v)
{
	bool made = spans_resume(v->session->rec), came = made != v->spans_made;
	uint64_t from = v->span_from;

	v->spans_made = made;
	came |= report_wanted(v);
	if (!made || !from)
		return came;
	v->span_from = 0;
	if (session_at(v->session) == from - 1)
		go_to_other_end(v, spans_view(v->session->reader, NULL), from - 1);
	return true;
}
