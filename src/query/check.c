/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/check.h"

#include "base/text.h"

static bool is_known(const struct tracefmts *formats, const char *name)
{
	for (size_t i = 0; i < formats->list.n; i++)
		if (tracefmt_has(formats->list.v[i], name))
			return true;
	return false;
}

static const char *nearest(const struct tracefmts *formats, const char *name)
{
	unsigned best = 3;
	const char *found = NULL;

	for (size_t i = 0; i < formats->list.n; i++) {
		const struct tracefmt *format = formats->list.v[i];

		for (size_t k = 0; k < format->names.n; k++) {
			unsigned d = text_distance(name, format->names.v[k], 2);

			if (d < best) {
				best = d;
				found = format->names.v[k];
			}
		}
	}
	return found;
}

static const char *unknown_name(const struct node *node, const struct tracefmts *formats)
{
	const char *name;

	if (!node)
		return NULL;
	if (node->word == W_tp_field && node->reg && !is_known(formats, node->reg))
		return node->reg;
	name = unknown_name(node->a, formats);
	return name ? name : unknown_name(node->b, formats);
}

bool check_filter(const struct filter *filter, const struct tracefmts *formats, struct buf *out)
{
	const char *name = filter ? unknown_name(filter->root, formats) : NULL, *near;

	if (!name)
		return false;
	near = nearest(formats, name);
	buf_addf(out, "no tracepoint of the recording has a field tp.%s", name);
	if (near)
		buf_addf(out, "; did you mean tp.%s?", near);
	return true;
}
