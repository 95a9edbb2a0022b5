/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/parts.h"

#include <string.h>

#include "base/text.h"
#include "base/vec.h"

#define MARKS PARTS_MAIN PARTS_MORE PARTS_LONG PARTS_HINT

enum {
	LEAST = 10 /* columns of the beginning of a long part */
};

struct part {
	char rank; /* its mark */
	struct buf text;
	int cols, width; /* of the text; of what is shown */
};

struct line_parts {
	VEC(struct part) list;
};

/* Get the next part. False: there are none. */
static bool next(const char **text, char *rank, const char **part, size_t *len)
{
	*rank = *PARTS_MAIN;
	for (; **text && strchr(MARKS, **text); ++*text)
		*rank = **text;
	*part = *text;
	*len = strcspn(*text, MARKS);
	*text += *len;
	return *len;
}

static void split(const char *text, struct line_parts *parts)
{
	struct part part = { .width = 0 };
	const char *from;
	size_t len;

	while (next(&text, &part.rank, &from, &len)) {
		buf_init(&part.text);
		buf_add(&part.text, from, len);
		part.cols = (int)text_columns(from, len);
		vec_push(&parts->list, part);
	}
}

static int width_in(const struct part *part, int room)
{
	if (part->cols <= room)
		return part->cols;
	return part->rank == *PARTS_MAIN || (part->rank == *PARTS_LONG && room >= LEAST) ? room : 0;
}

static void fit(struct line_parts *parts, int room)
{
	for (const char *rank = MARKS; *rank; rank++)
		for (size_t i = 0; i < parts->list.n; i++) {
			struct part *part = &parts->list.v[i];

			if (part->rank != *rank)
				continue;
			part->width = width_in(part, room);
			room -= part->width;
		}
}

int parts_draw(const struct surface *s, int row, int col, int width, enum style style,
	       const char *text)
{
	struct line_parts parts = { { NULL } };

	split(text, &parts);
	fit(&parts, width);
	for (size_t i = 0; i < parts.list.n; i++) {
		struct part *part = &parts.list.v[i];

		surface_put_left(s, row, col, part->width, style, part->text.p);
		col += part->width;
		buf_release(&part->text);
	}
	vec_release(&parts.list);
	return col;
}

int parts_columns(const char *text)
{
	const char *part;
	size_t len, cols = 0;
	char rank;

	while (next(&text, &rank, &part, &len))
		cols += text_columns(part, len);
	return (int)cols;
}

void parts_add(const char *text, struct buf *out)
{
	const char *part;
	size_t len;
	char rank;

	while (next(&text, &rank, &part, &len))
		buf_add(out, part, len);
}
