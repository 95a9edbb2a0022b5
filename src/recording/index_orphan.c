/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/index_orphan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/text.h"
#include "index/container.h"
#include "index/identity.h"

/* The path of the recording of an index; to be freed. NULL: the path is not that of an index. */
static char *recording_of(const char *path)
{
	size_t len;

	return index_place_is_name(path, &len) ? mem_strndup(path, len - strlen(".pnx")) : NULL;
}

/* Returns false if the index has no identity, or cannot be read. */
static bool read_identity(const char *path, struct index_identity *identity)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	struct index_header header;
	struct err err = ERR_INIT;
	bool good;

	if (fd < 0)
		return false;
	good = !container_header(fd, &header, &err);
	close(fd);
	*identity = header.identity;
	return good;
}

static bool is_the_file(int dir_fd, const char *name, const struct index_identity *identity)
{
	struct stat st;

	return !fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode) &&
	       st.st_dev == identity->dev && st.st_ino == identity->ino &&
	       (uint64_t)st.st_size == identity->size &&
	       st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec == identity->mtime_ns;
}

/* The present name of the file in a folder; to be freed. NULL: it is not there. */
static char *name_now(const char *dir, const struct index_identity *identity)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	char *name = NULL;

	while (d && !name && (entry = readdir(d)))
		if (is_the_file(dirfd(d), entry->d_name, identity))
			name = mem_strdup(entry->d_name);
	if (d)
		closedir(d);
	return name;
}

static void add_why(const char *index, const char *recording, struct buf *why)
{
	char *dir = folder_of(index), *now = NULL;
	struct index_identity identity;

	if (read_identity(index, &identity))
		now = name_now(dir, &identity);
	if (now)
		buf_addf(why, "%s is now %s", recording, now);
	else
		buf_addf(why, "there is no %s", recording);
	free(now);
	free(dir);
}

static bool is_orphan(const char *recording)
{
	return recording && access(recording, F_OK) && errno == ENOENT;
}

bool index_orphan_why(const char *path, struct buf *why)
{
	char *recording = recording_of(path);
	bool orphan = is_orphan(recording);

	if (orphan)
		add_why(path, recording, why);
	free(recording);
	return orphan;
}

/* Compare the bytes, and not device and inode: a new file can have those of a deleted one. */
static bool is_index_of(const char *path, const struct perf_file *file)
{
	struct index_identity indexed, now;

	if (!read_identity(path, &indexed) || indexed.size != file->size)
		return false;
	identity_of_file(file, &now);
	return indexed.streams == now.streams && indexed.data_bytes == now.data_bytes &&
	       indexed.sample_hash == now.sample_hash && indexed.events == now.events;
}

/* file NULL: any recording. */
static bool is_wanted(const char *path, const struct perf_file *file)
{
	char *recording = recording_of(path);
	bool wanted = is_orphan(recording) && (!file || is_index_of(path, file));

	free(recording);
	return wanted;
}

static int list(struct cached_indexes *orphans, const char *dir, const struct perf_file *file,
		struct err *err)
{
	int rc = index_cache_list(orphans, dir, err);
	size_t n = 0;

	for (size_t i = 0; i < orphans->list.n; i++) {
		struct cached_index *index = &orphans->list.v[i];

		if (is_wanted(index->path, file))
			orphans->list.v[n++] = *index;
		else
			free(index->path);
	}
	orphans->list.n = n;
	return rc;
}

int index_orphan_list(struct cached_indexes *orphans, const char *dir, struct err *err)
{
	return list(orphans, dir, NULL, err);
}

void index_orphan_beside(struct cached_indexes *orphans, const struct index_place *place,
			 const struct perf_file *file)
{
	struct err err = ERR_INIT;
	char *dir;

	*orphans = (struct cached_indexes){ .list = { .v = NULL } };
	if (!place->path || place->cached)
		return;
	dir = folder_of(place->path);
	list(orphans, dir, file, &err);
	free(dir);
}
