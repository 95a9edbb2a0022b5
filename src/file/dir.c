/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"

bool dir_is(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static char *join(const char *dir, const char *name)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s", dir, name);
	return buf_take(&path);
}

char *dir_data(const char *path)
{
	return join(path, "data");
}

/* Order names by length, then by text: data.2 comes before data.10. */
static int compare(const void *a, const void *b)
{
	const char *x = *(const char *const *)a, *y = *(const char *const *)b;
	size_t nx = strlen(x), ny = strlen(y);

	if (nx != ny)
		return nx < ny ? -1 : 1;
	return strcmp(x, y);
}

static bool is_stream(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/*
 * As in perf, every regular file whose name begins with "data." is a stream. An index of this
 * program is none.
 */
static bool stream_name(const char *name)
{
	size_t len = strlen(name);

	return !strncmp(name, "data.", 5) && len > 5 && name[5] >= '0' && name[5] <= '9' &&
	       strspn(name + 5, "0123456789") == len - 5;
}

int dir_streams(struct dir_names *names, const char *path, struct err *err)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	memset(names, 0, sizeof(*names));
	if (!dir)
		return err_set(err, ERR_OPEN, "cannot read the folder: %s", strerror(errno));
	while ((entry = readdir(dir))) {
		char *full;

		if (!stream_name(entry->d_name))
			continue;
		full = join(path, entry->d_name);
		if (is_stream(full))
			vec_push(&names->v, full);
		else
			free(full);
	}
	closedir(dir);
	if (names->v.n)
		qsort(names->v.v, names->v.n, sizeof(*names->v.v), compare);
	return 0;
}

void dir_names_release(struct dir_names *names)
{
	for (size_t i = 0; i < names->v.n; i++)
		free(names->v.v[i]);
	vec_release(&names->v);
}
