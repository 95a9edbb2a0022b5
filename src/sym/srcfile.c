/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/srcfile.h"

#include <string.h>

#include "base/io.h"
#include "base/mem.h"
#include "sym/symfile.h"

void srcfile_map(struct srcfile_maps *maps, const char *from, const char *to)
{
	vec_push(&maps->list, ((struct srcfile_map){ mem_strdup(from), mem_strdup(to) }));
}

void srcfile_maps_release(struct srcfile_maps *maps)
{
	for (size_t i = 0; i < maps->list.n; i++) {
		free(maps->list.v[i].from);
		free(maps->list.v[i].to);
	}
	vec_release(&maps->list);
}

void srcfile_release(struct srcfile *file)
{
	buf_release(&file->path);
	buf_release(&file->text);
}

static const char *read_text(struct srcfile *file, const struct symfile *from)
{
	size_t size = (size_t)from->size;

	if (!size)
		return "the file at its path is empty";
	if (from->size > SRCFILE_MAX)
		return "the source file is too large";
	buf_added(&file->text, io_read_at(from->fd, 0, buf_room(&file->text, size), size));
	if (memchr(file->text.p, '\0', file->text.len))
		return "the file at its path is not text";
	return file->text.len ? NULL : "the source file cannot be read";
}

/*
 * Try to read a file at this path. Returns true if something exists there; file->why then has the
 * result. A relative path is only tried below folders, because the current folder of this process
 * is unrelated.
 */
static bool try_path(struct srcfile *file, const char *before, const char *path)
{
	struct symfile from = SYMFILE_INIT;
	struct buf full = BUF_INIT;
	enum sym_why why;

	buf_addf(&full, "%s%s%s", before, *before && *path && *path != '/' ? "/" : "", path);
	why = *full.p == '/' || *before ? symfile_open(&from, full.p) : SYM_WHY_MISSING;
	if (why == SYM_WHY_NONE) {
		file->why = read_text(file, &from);
		file->mtime_ns = from.mtime_ns;
		buf_adds(&file->path, full.p);
	} else if (why != SYM_WHY_MISSING) {
		file->why = "the file at its path cannot be opened, or is not a regular file";
	}
	symfile_release(&from);
	buf_release(&full);
	return why != SYM_WHY_MISSING;
}

static bool try_map(struct srcfile *file, const struct srcfile_map *map, const char *path)
{
	size_t len = strlen(map->from);

	while (len > 1 && map->from[len - 1] == '/')
		len--;
	if (strncmp(path, map->from, len) != 0 ||
	    (path[len] && path[len] != '/' && (!len || map->from[len - 1] != '/')))
		return false;
	return try_path(file, map->to, path + len);
}

void srcfile_read(struct srcfile *file, const char *path, const struct srcfile_maps *maps,
		  const struct symfile_places *places)
{
	const char *root;

	buf_reset(&file->path);
	buf_reset(&file->text);
	file->why = "the source file is not on this machine";
	for (size_t i = maps->list.n; i; i--)
		if (try_map(file, &maps->list.v[i - 1], path))
			return;
	for (size_t i = 0; (root = symfile_root(places, i)); i++)
		if (try_path(file, root, path))
			return;
	if (places->symfs && try_path(file, "", path))
		return;
	for (size_t i = 0; *path != '/' && places->own_folders && places->own_folders[i]; i++)
		if (try_path(file, places->own_folders[i], path))
			return;
}
