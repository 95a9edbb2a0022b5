/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans in the list of records: columns wait for them, and a key goes from one end to the other. */
#include "records/spans.h"

#include "base/text.h"
#include "records/view.h"
#include "spans/spans.h"
#include "wire/fields.h"

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

/* unhidden: the end where the cursor is now, whose record the filter hid. NULL: it hid none. */
static void say_span(struct view_records *v, const struct spans_one *span, const char *unhidden)
{
	struct buf text = BUF_INIT;

	add_span(span, &text);
	if (unhidden)
		buf_addf(&text, ". Filter off (it hid the %s); %s turns it on.", unhidden,
			 app_key_of(v->view.app, ACTION_FILTER_TOGGLE));
	app_say(v->view.app, "%s", text.p);
	buf_release(&text);
}

/* Describe the span that begins at the cursor, as soon as the search for its record has ended. */
static bool report(struct view_records *v)
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
	add_span(&span, &text);
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
	report(v);
}

/* Say why there is no other end. span: that the record begins; NULL: none. */
static void complain(struct app *app, const struct spans_one *span)
{
	struct buf text = BUF_INIT;

	if (span) {
		add_span(span, &text);
		app_complain(app, "%s. It has no end in the recording.", text.p);
	} else {
		app_complain(app, "This record neither begins nor ends a span.");
	}
	buf_release(&text);
}

/* The span that the record begins comes first: the record may also end one. */
static void go(struct view_records *v, struct spans_view *spans, uint64_t row)
{
	struct spans_one span, ended;
	bool begins = spans_begun(spans, row, &span), hidden;
	uint64_t other;

	if (!(begins && span.has_dur) && spans_ended(spans, row, &ended) &&
	    ended.state != SPAN_ORPHANED) {
		begins = false;
		span = ended;
	} else if (!begins || !span.has_dur) {
		complain(v->view.app, begins ? &span : NULL);
		return;
	}
	session_place_leave(v->session);
	other = begins ? span.end : span.begin;
	hidden = session_filter_hides(v->session, other);
	if (hidden)
		session_filter_off(v->session);
	session_place_go_row(v->session, other);
	say_span(v, &span, !hidden ? NULL : begins ? "end" : "beginning");
}

void records_span(struct view_records *v, const struct action_call *call)
{
	uint64_t row = session_at(v->session);
	struct spans_view *spans = spans_view(v->session->reader, NULL);

	(void)call;
	if (row == UINT64_MAX)
		return;
	if (spans) {
		go(v, spans, row);
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
	came |= report(v);
	if (!made || !from)
		return came;
	v->span_from = 0;
	if (session_at(v->session) == from - 1)
		go(v, spans_view(v->session->reader, NULL), from - 1);
	return true;
}
