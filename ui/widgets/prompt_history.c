/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/prompt_history.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io.h"
#include "base/text.h"
#include "base/vec.h"
#include "file/output.h"
#include "folders.h"

static bool path_of(const char *name, struct buf *out)
{
	if (!folders_state(out))
		return false;
	buf_addf(out, "/history-%s", name);
	return true;
}

/* Read the end of the file, starting with a complete line. */
static void read_end(int fd, struct buf *text)
{
	struct stat st;
	off_t from;

	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		return;
	from = st.st_size > PROMPT_HISTORY_BYTES ? st.st_size - PROMPT_HISTORY_BYTES : 0;
	buf_added(text, io_read_at(fd, (uint64_t)from, buf_room(text, PROMPT_HISTORY_BYTES),
				   PROMPT_HISTORY_BYTES));
	if (from) {
		char *newline = memchr(text->p, '\n', text->len);
		size_t cut = newline ? (size_t)(newline + 1 - text->p) : text->len;

		memmove(text->p, text->p + cut, text->len - cut);
		buf_truncate(text, text->len - cut);
	}
}

/* Typed lines have no control characters, so other lines in the file are ignored. */
static bool is_line(const char *line, size_t len)
{
	uint32_t cp;

	for (size_t i = 0, n; i < len; i += n) {
		n = text_utf8((const uint8_t *)line + i, len - i, &cp);
		if (!n || text_is_unsafe(cp))
			return false;
	}
	return len > 0 && len <= PROMPT_HISTORY_LINE;
}

/* Replace the file by these lines. */
static void shorten(const char *path, char *const *lines, size_t n)
{
	struct output *output;

	if (output_open(&output, path, true, NULL) < 0)
		return;
	for (size_t i = 0; i < n; i++) {
		output_add(output, lines[i], strlen(lines[i]));
		output_add(output, "\n", 1);
	}
	output_finish(output, NULL);
	output_close(output);
}

void prompt_history_load(const char *name, size_t most, void (*add)(const char *line))
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	VEC(char *) lines = { 0 };
	size_t first;
	int fd = -1;

	if (path_of(name, &path))
		fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd >= 0) {
		read_end(fd, &text);
		close(fd);
	}
	for (char *p = text.p, *newline, *end = p + text.len;
	     (newline = memchr(p, '\n', (size_t)(end - p))) != NULL; p = newline + 1) {
		*newline = '\0';
		if (is_line(p, (size_t)(newline - p)))
			vec_push(&lines, p);
	}
	first = lines.n > most ? lines.n - most : 0;
	for (size_t i = first; i < lines.n; i++)
		add(lines.v[i]);
	if (lines.n > 2 * most)
		shorten(path.p, lines.v + first, lines.n - first);
	vec_release(&lines);
	buf_release(&text);
	buf_release(&path);
}

void prompt_history_append(const char *name, const char *line)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	int fd = -1;

	if (is_line(line, strlen(line)) && path_of(name, &path))
		fd = open(path.p,
			  O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
			  0600);
	if (fd >= 0) {
		/* Write the line at once, so that lines of several programs are not mixed. */
		buf_addf(&text, "%s\n", line);
		if (write(fd, text.p, text.len) < 0)
			buf_reset(&text); /* the line is lost */
		close(fd);
	}
	buf_release(&text);
	buf_release(&path);
}
