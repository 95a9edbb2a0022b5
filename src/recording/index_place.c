/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/index_place.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/text.h"

/*
 * The recording's path, without slashes after the name of a folder, and with a name instead of "."
 * and "..", so that a name can be made of it.
 */
static char *bare_path(const struct perf_file *file)
{
	size_t len = strlen(file->path);
	const char *name;
	char *bare, *real;

	while (len > 1 && file->path[len - 1] == '/')
		len--;
	bare = mem_strndup(file->path, len);
	name = folder_entry(bare);
	if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return bare;
	real = realpath(bare, NULL);
	if (!real)
		return bare;
	free(bare);
	return real;
}

/*
 * Recordings with the same name in different folders share the cache: the inode distinguishes them.
 */
static char *cache_path(const struct perf_file *file, const char *bare, const char *dir)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s-%llx-%llx.pnx", dir, folder_entry(bare),
		 (unsigned long long)file->id.dev, (unsigned long long)file->id.ino);
	return buf_take(&path);
}

static bool folder_writable(const char *path)
{
	char *dir = folder_of(path);
	bool ok = !access(dir, W_OK);

	free(dir);
	return ok;
}

/* An index next to the recording is used even if its folder is not writable. */
void index_place_choose(struct index_place *place, const struct perf_file *file,
			const struct recording_options *options)
{
	struct buf beside = BUF_INIT;
	char *bare;

	*place = (struct index_place){ .path = NULL };
	if (options->no_index || file->spooled)
		return;
	if (options->index_path) {
		place->path = mem_strdup(options->index_path);
		return;
	}
	bare = bare_path(file);
	buf_addf(&beside, "%s.pnx", bare);
	place->cached = !folder_writable(bare) && access(beside.p, R_OK) && options->cache_dir &&
			folder_make(options->cache_dir);
	place->path = place->cached ? cache_path(file, bare, options->cache_dir)
				    : mem_strdup(beside.p);
	buf_release(&beside);
	free(bare);
}

void index_place_release(struct index_place *place)
{
	free(place->path);
	place->path = NULL;
}

static bool cut_end(const char *path, size_t *len, const char *end)
{
	size_t n = strlen(end);

	if (*len <= n || memcmp(path + *len - n, end, n) != 0)
		return false;
	*len -= n;
	return true;
}

bool index_place_is_name(const char *path, size_t *len)
{
	size_t bare = *len = strlen(path);

	cut_end(path, len, ".part");
	cut_end(path, len, INDEX_PLACE_SPANS);
	bare = *len;
	return cut_end(path, &bare, ".pnx") && path[bare - 1] != '/';
}

enum {
	MAGIC_LEN = sizeof(INDEX_MAGIC) - 1
};

/*
 * The number of bytes that the file has of the magic of an index; -1: it has others, or is not a
 * regular file. A pipe is not opened, because closing it would end its writer.
 */
static ssize_t magic_of(const char *path)
{
	char magic[MAGIC_LEN];
	struct stat st;
	ssize_t n;
	int fd;

	if (stat(path, &st))
		return 0;
	if (!S_ISREG(st.st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return 0;
	n = pread(fd, magic, sizeof(magic), 0);
	close(fd);
	if (n <= 0)
		return 0;
	return memcmp(magic, INDEX_MAGIC, (size_t)n) ? -1 : n;
}

bool index_place_is_index(const char *path)
{
	return magic_of(path) == MAGIC_LEN;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* A damaged index may be replaced: it counts as one by its name. */
int index_place_check(const struct recording_options *options, struct err *err)
{
	if (!options->index_path || options->no_index)
		return 0;
	if (is_folder(options->index_path))
		return err_set(err, ERR_OPEN, "--index %s: it is a folder; expected a file",
			       options->index_path);
	if (text_ends_with(options->index_path, ".pnx"))
		return 0;
	if (magic_of(options->index_path) >= 0)
		return 0;
	return err_set(err, ERR_OPEN,
		       "--index %s: the file exists and is not an index; choose another path",
		       options->index_path);
}
