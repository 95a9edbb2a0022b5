/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/marks_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io.h"
#include "file/output.h"
#include "folders.h"
#include "recording/recording_key.h"

/* 26 lines of long paths. */
#define MARKS_BYTES (1 << 20)

static bool path_of(struct buf *out)
{
	if (!folders_state(out))
		return false;
	buf_adds(out, "/marks");
	return true;
}

/* A missing file, or one of another kind, has no marks. */
static void read_file(struct buf *text)
{
	struct buf path = BUF_INIT;
	struct stat st;
	int fd = -1;

	if (path_of(&path))
		fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= MARKS_BYTES)
		buf_added(text, io_read(fd, buf_room(text, MARKS_BYTES), MARKS_BYTES));
	if (fd >= 0)
		close(fd);
	buf_release(&path);
}

/* "A KEY ROW\tPATH\tPATH\n" */
static bool read_line(char *line, struct file_mark *mark)
{
	char *end, *tab = strchr(line, '\t');

	*mark = (struct file_mark){ .letter = line[0] };
	if (!marks_file_has(line[0]) || line[1] != ' ' || !tab)
		return false;
	mark->key = strtoull(line + 2, &end, 16);
	if (*end != ' ')
		return false;
	mark->row = strtoull(end + 1, &end, 10);
	if (end != tab)
		return false;
	while (tab) {
		char *path = tab + 1;

		tab = strchr(path, '\t');
		if (tab)
			*tab = '\0';
		vec_push(&mark->paths, mem_strdup(path));
	}
	return true;
}

void file_mark_release(struct file_mark *mark)
{
	for (size_t i = 0; i < mark->paths.n; i++)
		free(mark->paths.v[i]);
	vec_release(&mark->paths);
}

bool marks_file_has(char letter)
{
	return letter >= 'A' && letter <= 'Z';
}

bool marks_file_find(char letter, struct file_mark *mark)
{
	struct buf text = BUF_INIT;
	bool found = false;

	read_file(&text);
	for (char *state, *p = strtok_r(text.p, "\n", &state); p && !found;
	     p = strtok_r(NULL, "\n", &state)) {
		found = read_line(p, mark) && mark->letter == letter;
		if (!found)
			file_mark_release(mark);
	}
	buf_release(&text);
	return found;
}

static bool add_line(struct buf *out, char letter, const struct recording *recording, uint64_t row)
{
	uint64_t key = recording_key(recording);
	bool good = key != 0;

	buf_addf(out, "%c %llx %llu", letter, (unsigned long long)key, (unsigned long long)row);
	for (size_t i = 0; good && i < recording_parts(recording); i++) {
		char *path = realpath(recording_path(recording, i), NULL);

		good = path && !strpbrk(path, "\t\n");
		if (good)
			buf_addf(out, "\t%s", path);
		free(path);
	}
	buf_addc(out, '\n');
	return good;
}

bool marks_file_set(char letter, const struct recording *recording, uint64_t row)
{
	struct buf text = BUF_INIT, fresh = BUF_INIT, path = BUF_INIT;
	struct output *output;
	bool good = add_line(&fresh, letter, recording, row) && path_of(&path);

	read_file(&text);
	for (char *state, *p = strtok_r(text.p, "\n", &state); p; p = strtok_r(NULL, "\n", &state))
		if (*p != letter)
			buf_addf(&fresh, "%s\n", p);
	if (good && output_open(&output, path.p, true, NULL) == 0) {
		output_add(output, fresh.p, fresh.len);
		good = output_finish(output, NULL) == 0;
		output_close(output);
	} else {
		good = false;
	}
	buf_release(&text);
	buf_release(&fresh);
	buf_release(&path);
	return good;
}
