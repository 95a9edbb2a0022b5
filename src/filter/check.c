/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check.h"

#include <string.h>

#include "base/text.h"
#include "filter/check_absent.h"
#include "filter/check_kind.h"
#include "filter/check_lacking.h"
#include "filter/check_moment.h"
#include "filter/check_seconds.h"
#include "recording/span.h"
#include "spans/spans.h"

/* ---- fields of tracepoints ---- */

static const struct tracefmts *formats_of(const struct recording *recording, size_t part)
{
	return &recording_file(recording, part)->formats;
}

static bool is_known(const struct recording *recording, const char *name)
{
	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct tracefmts *formats = formats_of(recording, part);

		for (size_t i = 0; i < formats->list.n; i++)
			if (tracefmt_has(formats->list.v[i], name))
				return true;
	}
	return false;
}

/* Update best with the name of the format that needs the fewest edits from name. */
static void nearest_in(const struct tracefmt *format, const char *name, unsigned *best,
		       const char **found)
{
	for (size_t k = 0; k < format->names.n; k++) {
		unsigned d = text_distance(name, format->names.v[k], 2);

		if (d < *best) {
			*best = d;
			*found = format->names.v[k];
		}
	}
}

static const char *nearest(const struct recording *recording, const char *name)
{
	unsigned best = 3;
	const char *found = NULL;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct tracefmts *formats = formats_of(recording, part);

		for (size_t i = 0; i < formats->list.n; i++)
			nearest_in(formats->list.v[i], name, &best, &found);
	}
	return found;
}

static bool is_unknown_member(struct recording *recording, enum field_id field, const char *member)
{
	if (!member)
		return false;
	if (field_is_of_span(field))
		return !spans_has_kind(recording, member, strlen(member));
	return field == F_tp_field && !is_known(recording, member);
}

static int refuse_kind(struct recording *recording, const char *name, struct err *err)
{
	struct buf text = BUF_INIT, kinds = BUF_INIT;
	const char *kind;
	int rc;

	for (size_t i = 0; (kind = spans_kind_name(recording, i)); i++)
		buf_addf(&kinds, "%s, ", kind);
	text_escape_str(&text, name);
	rc = err_set(err, ERR_PARSE,
		     "%s is not a kind of span: expected %sor a name that --span or "
		     ":define-span defines",
		     text.p, kinds.p);
	buf_release(&text);
	buf_release(&kinds);
	return rc;
}

static int refuse_field(const struct recording *recording, const char *name, struct err *err)
{
	const char *near = nearest(recording, name);
	struct buf text = BUF_INIT;
	int rc;

	text_escape_str(&text, name);
	if (near)
		buf_adds(&text, "; did you mean tp.");
	if (near)
		text_escape_str(&text, near);
	rc = err_set(err, ERR_PARSE, "no tracepoint of the recording has a field tp.%s%s", text.p,
		     near ? "?" : "");
	buf_release(&text);
	return rc;
}

static int refuse_member(struct recording *recording, enum field_id field, const char *member,
			 struct err *err)
{
	return field_is_of_span(field) ? refuse_kind(recording, member, err)
				       : refuse_field(recording, member, err);
}

/* ---- the time of day ---- */

int check_wall(const struct recording *recording, uint64_t column, struct err *err)
{
	uint64_t wall;

	for (size_t part = 0; part < recording_parts(recording); part++)
		if (span_wall(recording, part, &wall))
			return 0;
	return err_set_at(err, ERR_PARSE, column,
			  "the recording has no wall clock: it was made without -k CLOCK of perf "
			  "record, or its CLOCK_DATA is missing");
}

/* ---- names that cannot exist ---- */

struct unknown_search {
	struct recording *recording;
	const struct node *unknown;
	const struct node *wall; /* the first node that needs a wall clock */
};

static bool look_for_unknown(const struct node *node, void *arg)
{
	struct unknown_search *m = arg;

	if (node->kind == NODE_FIELD && is_unknown_member(m->recording, node->field, node->member))
		m->unknown = node;
	if (!m->wall && (node->kind == NODE_MOMENT || node_is_field(node, F_wall)))
		m->wall = node;
	return !m->unknown;
}

int check_filter(const struct filter *filter, struct recording *recording, struct err *err)
{
	struct unknown_search m = { .recording = recording };
	int rc;

	if (filter && filter->root)
		node_visit(filter->root, look_for_unknown, &m);
	if (!m.unknown)
		return m.wall ? check_wall(recording, m.wall->pos, err) : 0;
	rc = refuse_member(recording, m.unknown->field, m.unknown->member, err);
	if (err)
		err->offset = m.unknown->pos;
	return rc;
}

int check_field(const struct field *field, struct recording *recording, struct err *err)
{
	if (!is_unknown_member(recording, field->id, field->member))
		return 0;
	return refuse_member(recording, field->id, field->member, err);
}

bool check_warn(const struct filter *filter, struct recording *recording, struct buf *out)
{
	return check_absent(filter, recording, out) || check_kind(filter, recording, out) ||
	       check_seconds(filter, recording, out) || check_moment(filter, recording, out) ||
	       check_lacking(filter, recording, out) || check_absent_symbol(filter, recording, out);
}
