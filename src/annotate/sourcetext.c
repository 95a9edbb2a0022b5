/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/sourcetext.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"

struct source_file_text {
	char *path; /* path as it was requested */
	struct srcfile file;
	VEC(const char *) lines; /* where lines begin in the file's text, and the text's end */
};

struct sourcetext {
	const struct srcfile_maps *maps;
	const struct symfile_places *places;
	VEC(struct source_file_text *) list; /* few, because a function comes from few files */
	size_t maps_n;			     /* entries of maps when the files were read */
	struct buf scratch;
};

struct sourcetext *sourcetext_open(const struct srcfile_maps *maps,
				   const struct symfile_places *places)
{
	struct sourcetext *texts = mem_zalloc(sizeof(*texts));

	texts->maps = maps;
	texts->places = places;
	buf_init(&texts->scratch);
	return texts;
}

static void forget(struct sourcetext *texts)
{
	for (size_t i = 0; i < texts->list.n; i++) {
		struct source_file_text *text = texts->list.v[i];

		vec_release(&text->lines);
		srcfile_release(&text->file);
		free(text->path);
		free(text);
	}
	vec_release(&texts->list);
}

void sourcetext_close(struct sourcetext *texts)
{
	if (!texts)
		return;
	forget(texts);
	buf_release(&texts->scratch);
	free(texts);
}

static struct source_file_text *read_text(struct sourcetext *texts, const char *path)
{
	struct source_file_text *text = mem_zalloc(sizeof(*text));
	const char *p, *end, *newline;

	text->path = mem_strdup(path);
	text->file = (struct srcfile)SRCFILE_INIT;
	srcfile_read(&text->file, path, texts->maps, texts->places);
	p = text->file.text.p;
	end = p + text->file.text.len;
	for (; p < end; p = newline ? newline + 1 : end) {
		vec_push(&text->lines, p);
		newline = memchr(p, '\n', (size_t)(end - p));
	}
	vec_push(&text->lines, end);
	vec_push(&texts->list, text);
	return text;
}

static struct source_file_text *find_text(struct sourcetext *texts, const char *path)
{
	if (texts->maps_n != texts->maps->list.n)
		forget(texts);
	texts->maps_n = texts->maps->list.n;
	for (size_t i = 0; i < texts->list.n; i++)
		if (!strcmp(texts->list.v[i]->path, path))
			return texts->list.v[i];
	return read_text(texts, path);
}

const char *sourcetext_why(struct sourcetext *texts, const char *path)
{
	return find_text(texts, path)->file.why;
}

/*
 * A line of a file, from 1, without its end, valid until the next call. NULL: there is no such
 * line.
 */
static const char *line_of(struct sourcetext *texts, const char *path, uint32_t line, size_t *len)
{
	struct source_file_text *text = find_text(texts, path);
	const char *p;

	if (text->file.why || !line || line >= text->lines.n)
		return NULL;
	p = text->lines.v[line - 1];
	*len = (size_t)(text->lines.v[line] - p);
	while (*len && (p[*len - 1] == '\n' || p[*len - 1] == '\r'))
		--*len;
	return p;
}

static void add_text(struct sourcetext *texts, const char *text, size_t len, unsigned blanks,
		     struct buf *out)
{
	struct buf *line = &texts->scratch;
	size_t begin = 0;

	buf_reset(line);
	text_escape_line(line, text, len);
	while (begin < line->len && line->p[begin] == ' ')
		begin++;
	buf_fill(out, ' ', (begin + blanks - 1) / blanks);
	buf_add(out, line->p + begin, line->len - begin);
}

void sourcetext_add(struct sourcetext *texts, const struct code_source *source, unsigned blanks,
		    struct buf *out)
{
	struct buf *place = &texts->scratch;
	size_t len;
	const char *text = line_of(texts, source->file, source->line, &len);

	buf_reset(place);
	code_place(source, place);
	text_escape(out, place->p, place->len);
	if (source->inlined) {
		buf_adds(out, " (inlined ");
		text_escape_str(out, source->inlined);
		buf_addc(out, ')');
	}
	if (text) {
		buf_adds(out, "  ");
		add_text(texts, text, len, blanks, out);
	}
}
