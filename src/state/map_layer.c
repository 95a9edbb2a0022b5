/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/map_layer.h"

bool map_layer_add(void *arg, const struct region *region, uint64_t start, uint64_t end)
{
	struct map_layer *layer = arg;

	vec_push(&layer->parts, ((struct map_part){ *region, start, end }));
	return true;
}

static void add_visible(struct map_layer *out, const struct map_part *part, uint64_t start,
			uint64_t end)
{
	if (start < end)
		vec_push(&out->parts, ((struct map_part){ part->region, start, end }));
}

void map_layer_put_over(struct map_layer *out, const struct map_layer *child,
			const struct map_layer *parent)
{
	uint64_t at = 0; /* out has everything below it, or the child covers it */
	size_t i = 0, k = 0;

	while (i < child->parts.n || k < parent->parts.n) {
		const struct map_part *c = i < child->parts.n ? &child->parts.v[i] : NULL;
		const struct map_part *p = k < parent->parts.n ? &parent->parts.v[k] : NULL;
		uint64_t start = p && p->start > at ? p->start : at;

		if (p && (!c || start < c->start)) {
			uint64_t end = c && c->start < p->end ? c->start : p->end;

			add_visible(out, p, start, end);
			at = end > at ? end : at;
			if (end == p->end)
				k++;
			continue;
		}
		if (!c)
			break;
		vec_push(&out->parts, *c);
		at = c->end;
		i++;
		while (k < parent->parts.n && parent->parts.v[k].end <= at)
			k++;
	}
}
