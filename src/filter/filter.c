/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "filter/cost.h"
#include "filter/nametest.h"
#include "filter/parse.h"
#include "filter/resolve.h"

int filter_parse_in(struct filter **out, const char *text, const struct filter_context *context,
		    struct err *err)
{
	struct err dropped = ERR_INIT;
	struct resolved resolved;
	struct node *root = NULL;
	int rc;

	err = err ? err : &dropped;
	err_clear(err);
	rc = resolve_text(&resolved, text, context, err);
	if (!rc) {
		rc = parse_expression(resolved.text.p, resolved.text.len, &root, err);
		resolved_column(&resolved, err);
	}
	resolved_release(&resolved);
	if (rc)
		return rc;
	*out = mem_zalloc(sizeof(**out));
	(*out)->text = mem_strdup(text);
	(*out)->root = root;
	(*out)->names = nametest_put(&(*out)->root);
	cost_order(*out);
	return 0;
}

int filter_parse(struct filter **out, const char *text, struct err *err)
{
	return filter_parse_in(out, text, NULL, err);
}

int filter_resolve(const char *text, const struct filter_context *context, struct buf *out,
		   struct err *err)
{
	struct filter *filter;
	struct resolved resolved;
	int rc = filter_parse_in(&filter, text, context, err);

	if (rc)
		return rc;
	filter_free(filter);
	rc = resolve_text(&resolved, text, context, err);
	if (!rc)
		buf_add(out, resolved.text.p, resolved.text.len);
	resolved_release(&resolved);
	return rc;
}

void filter_expression(const struct filter *filter, struct buf *out)
{
	/* The expression has already been parsed, so resolving it cannot fail. */
	if (filter)
		filter_resolve(filter->text, NULL, out, NULL);
}

void filter_free(struct filter *filter)
{
	if (!filter)
		return;
	node_free(filter->root);
	free(filter->text);
	free(filter);
}

void filter_explain(const char *text, const struct err *err, struct buf *out)
{
	size_t len = strlen(text);
	struct buf before = BUF_INIT;

	text_escape_str(out, err->msg);
	buf_adds(out, "\n  ");
	text_escape_str(out, text);
	buf_addc(out, '\n');
	if (err->offset == ERR_NO_OFFSET)
		return;
	text_escape(&before, text, err->offset < len ? (size_t)err->offset : len);
	buf_fill(out, ' ', 2 + text_columns(before.p, before.len));
	buf_adds(out, "^\n");
	buf_release(&before);
}

enum value_when filter_when(const struct filter *filter)
{
	if (!filter)
		return VALUE_AT_ONCE;
	return filter->wants_state ? VALUE_AT_END : filter->when;
}
