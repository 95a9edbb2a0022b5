/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/index_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/text.h"
#include "index/format.h"
#include "recording/index_place.h"

static int by_use(const void *a, const void *b)
{
	const struct cached_index *x = a, *y = b;

	if (x->used_ns != y->used_ns)
		return x->used_ns < y->used_ns ? -1 : 1;
	return strcmp(x->path, y->path);
}

static void add_entry(struct cached_indexes *indexes, int dir_fd, const char *dir, const char *name)
{
	struct buf path = BUF_INIT;
	struct stat st;
	size_t len;

	if (!index_place_is_name(name, &len))
		return;
	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
		return;
	if (strcmp(dir, ".") != 0)
		buf_addf(&path, "%s/", dir);
	buf_adds(&path, name);
	vec_push(&indexes->list,
		 ((struct cached_index){
			 .path = buf_take(&path),
			 .bytes = (uint64_t)st.st_size,
			 .used_ns = st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec,
			 .unfinished = text_ends_with(name, ".part"),
			 .spans = text_ends_with(name, ".spans") ||
				  text_ends_with(name, ".spans.part"),
		 }));
}

int index_cache_list(struct cached_indexes *indexes, const char *dir, struct err *err)
{
	DIR *d = opendir(dir);
	struct dirent *entry;

	*indexes = (struct cached_indexes){ .list = { .v = NULL } };
	if (!d && errno == ENOENT)
		return 0;
	if (!d)
		return err_set(err, ERR_OPEN, "cannot list %s: %s", dir, strerror(errno));
	while ((entry = readdir(d)))
		add_entry(indexes, dirfd(d), dir, entry->d_name);
	closedir(d);
	if (indexes->list.n)
		qsort(indexes->list.v, indexes->list.n, sizeof(*indexes->list.v), by_use);
	return 0;
}

void cached_indexes_release(struct cached_indexes *indexes)
{
	for (size_t i = 0; i < indexes->list.n; i++)
		free(indexes->list.v[i].path);
	vec_release(&indexes->list);
}

/* Is it the file of a path's index, of what is kept with it, or an unfinished form of these? */
static bool is_of(const char *name, const char *path)
{
	size_t len;

	index_place_is_name(name, &len);
	return strlen(path) == len && !strncmp(name, path, len);
}

void index_cache_make_room(const char *dir, uint64_t limit, uint64_t wanted, const char *keep)
{
	uint64_t total = 0, most = limit > wanted ? limit - wanted : 0;
	struct cached_indexes indexes;
	struct err err = ERR_INIT;

	if (index_cache_list(&indexes, dir, &err))
		return;
	for (size_t i = 0; i < indexes.list.n; i++)
		if (!is_of(indexes.list.v[i].path, keep))
			total += indexes.list.v[i].bytes;
	for (size_t i = 0; i < indexes.list.n && total > most; i++) {
		const struct cached_index *old = &indexes.list.v[i];

		if (!is_of(old->path, keep) && !index_cache_remove(old->path, &err))
			total -= old->bytes;
	}
	cached_indexes_release(&indexes);
}

void index_cache_touch(const char *path)
{
	utimensat(AT_FDCWD, path, NULL, 0);
}

/* Decide by the first bytes; an index that was just created may have none. */
static bool is_index(int fd, const char *path)
{
	char magic[sizeof(INDEX_MAGIC) - 1];
	ssize_t n = pread(fd, magic, sizeof(magic), 0);

	size_t len;

	if (index_place_is_name(path, &len))
		return n >= 0;
	return n == (ssize_t)sizeof(magic) && !memcmp(magic, INDEX_MAGIC, sizeof(magic));
}

int index_cache_remove(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW), rc = 0;
	struct stat st;

	if (fd < 0)
		return err_set(err, ERR_OPEN, "%s", strerror(errno));
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || !is_index(fd, path))
		rc = err_set(err, ERR_OPEN, "not removed: it is not an index");
	else if (flock(fd, LOCK_EX | LOCK_NB))
		rc = err_set(err, ERR_OPEN, "not removed: another perfnav is writing it");
	else if (unlink(path))
		rc = err_set(err, ERR_IO, "cannot remove it: %s", strerror(errno));
	close(fd);
	return rc;
}
