/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/copy.h"

#include <string.h>

#include "base/text.h"
#include "field/value.h"
#include "out/json.h"
#include "out/text.h"
#include "records/filter.h"
#include "records/view.h"
#include "session/session_link.h"
#include "term/clipboard.h"
#include "term/clipboard_file.h"

/* Appends the text to copy. False: there is none here. */
typedef bool (*copy_text)(struct view_records *v, struct buf *out);

typedef struct writer *(*writer_open)(struct reader *reader, const struct writer_options *options);

static bool add_row(struct view_records *v, writer_open open, struct buf *out)
{
	struct writer_options options = { .name = records_names_of_line, .name_arg = &v->names };
	struct symbols *symbols = reader_symbols(v->session->reader);
	struct writer *writer;

	session_record(v->session);
	if (!v->session->row)
		return false;
	/* Without a screen no names have been looked up. */
	if (v->view.app->opt->batch)
		options.name = NULL;
	symbols_set_wait(symbols, v->view.app->opt->batch);
	writer = open(v->session->reader, &options);
	writer->row(writer, v->session->row, out);
	writer->close(writer);
	symbols_set_wait(symbols, false);
	return true;
}

static bool copy_line(struct view_records *v, struct buf *out)
{
	return add_row(v, text_open, out);
}

static bool copy_json(struct view_records *v, struct buf *out)
{
	return add_row(v, json_open, out);
}

static bool copy_field(struct view_records *v, struct buf *out)
{
	return records_field_condition(v, out);
}

/* The address that the record is about: that of data, else that of the instruction. */
static bool copy_address(struct view_records *v, struct buf *out)
{
	static const enum field_id fields[] = { F_addr, F_ip };
	struct buf room = BUF_INIT;
	bool has = false;

	for (size_t i = 0; !has && i < sizeof(fields) / sizeof(fields[0]); i++) {
		struct value value =
			value_get(v->session->reader, v->session->row, fields[i], &room);

		has = value.is == VALUE_NUMBER;
		if (has)
			buf_addf(out, "0x%llx", (unsigned long long)value_bits(&value));
	}
	buf_release(&room);
	return has;
}

static bool copy_filter(struct view_records *v, struct buf *out)
{
	conditions_text(&v->session->conditions, out);
	return out->len;
}

static bool copy_link(struct view_records *v, struct buf *out)
{
	return session_link_add(v->session, out);
}

/* clang-format off */
static const struct {
	enum action action;
	const char *name;
	copy_text text;
} copies[] = {
	{ ACTION_COPY_LINE, "line", copy_line },
	{ ACTION_COPY_FIELD, "field", copy_field },
	{ ACTION_COPY_JSON, "json", copy_json },
	{ ACTION_COPY_ADDRESS, "address", copy_address },
	{ ACTION_COPY_FILTER, "filter", copy_filter },
	{ ACTION_COPY_LINK, "link", copy_link },
};
/* clang-format on */

static void copy(struct view_records *v, const struct buf *text)
{
	struct app *app = v->view.app;
	struct buf path = BUF_INIT, escaped = BUF_INIT;
	bool kept = !app->opt->secure && clipboard_file_write(text->p, text->len, &path);

	buf_reset(&app->clipboard);
	buf_add(&app->clipboard, text->p, text->len);
	app->copy = app->settings.v[SETTING_OSC52];
	text_escape_str(&escaped, path.p);
	if (kept)
		app_say(app, "Copied, and saved in %s", escaped.p);
	else if (app->copy && clipboard_fits(text->len))
		app_say(app, "Copied: %s", text->p);
	else
		app_complain(app, "Not copied: the text cannot be saved to a file, and %s.",
			     app->copy ? "it is too long for terminals" : "osc52 is off");
	buf_release(&escaped);
	buf_release(&path);
}

static bool copy_by(struct view_records *v, size_t i)
{
	struct buf text = BUF_INIT, escaped = BUF_INIT;
	bool good;

	session_record(v->session);
	good = v->session->row && copies[i].text(v, &text);
	if (text.len && text.p[text.len - 1] == '\n')
		buf_truncate(&text, text.len - 1);
	/* The text may be pasted into a terminal, so it is made safe for one. */
	text_escape(&escaped, text.p, text.len);
	if (good)
		copy(v, &escaped);
	else
		app_complain(v->view.app, "There is no %s to copy here.", copies[i].name);
	buf_release(&escaped);
	buf_release(&text);
	return good;
}

void records_copy(struct view_records *v, const struct action_call *call)
{
	for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++)
		if (copies[i].action == call->action)
			copy_by(v, i);
}

int records_copy_what(struct app *app, const char *what, struct err *err)
{
	for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
		if (strcmp(copies[i].name, what) != 0)
			continue;
		copy_by(app_records(app), i);
		return 0;
	}
	return err_set_at(err, ERR_PARSE, 0, "expected line, field, json, address, filter or link");
}

const char *records_copy_name(size_t i)
{
	return i < sizeof(copies) / sizeof(copies[0]) ? copies[i].name : NULL;
}

bool records_line(struct app *app, struct buf *out)
{
	return copy_line(app_records(app), out);
}
