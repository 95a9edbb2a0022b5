/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/srcstack.h"

#include <string.h>

static void add_text(struct buf *packed, const char *text)
{
	buf_add(packed, text ? text : "", text ? strnlen(text, SRCSTACK_TEXT_MAX) : 0);
	buf_addc(packed, '\0');
}

void srcstack_add(struct buf *packed, const struct source_frame *frame)
{
	const uint32_t place[2] = { frame->line, frame->column };

	buf_add(packed, place, sizeof(place));
	add_text(packed, frame->name);
	add_text(packed, frame->file);
}

/* Returns NULL for a missing text. */
static const char *take_text(const char **p, const char *end)
{
	const char *text = *p, *nul = memchr(text, '\0', (size_t)(end - text));

	if (nul)
		*p = nul + 1;
	return nul ? text : NULL;
}

static const char *known(const char *text)
{
	return *text ? text : NULL;
}

bool srcstack_unpack(struct srcstack *stack, const void *bytes, size_t len)
{
	const char *p = bytes, *end = p + len;

	stack->n = 0;
	while (p < end) {
		uint32_t place[2];
		const char *name, *file;

		if ((size_t)(end - p) < sizeof(place) || stack->n == SRCSTACK_MAX)
			return false;
		memcpy(place, p, sizeof(place));
		p += sizeof(place);
		name = take_text(&p, end);
		file = name ? take_text(&p, end) : NULL;
		if (!file)
			return false;
		stack->v[stack->n++] =
			(struct source_frame){ known(name), known(file), place[0], place[1] };
	}
	return true;
}
