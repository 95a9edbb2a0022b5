/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/state_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/io.h"
#include "base/text.h"
#include "folders.h"
#include "recording/recording_key.h"
#include "session/state_merge.h"

/* ---- where ---- */

static bool folder(struct buf *out)
{
	if (!folders_state(out))
		return false;
	buf_adds(out, "/recordings");
	return folder_make(out->p);
}

static bool path_of(const struct recording *recording, struct buf *out)
{
	uint64_t key = recording_key(recording);

	if (!key || !folder(out))
		return false;
	buf_addf(out, "/%016llx", (unsigned long long)key);
	return true;
}

/* ---- reading ---- */

static bool read_all(int fd, struct buf *text)
{
	struct stat st;
	size_t n;

	errno = 0;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size > STATE_BYTES)
		return false;
	n = io_read(fd, buf_room(text, STATE_BYTES + 1), STATE_BYTES + 1);
	buf_added(text, n);
	return n <= STATE_BYTES && !errno;
}

static bool load(struct state *state, const struct recording *recording, const char *path,
		 struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct buf text = BUF_INIT;
	const char *identity = "";
	bool good = false;

	if (fd < 0 && errno != ENOENT)
		err_set(err, ERR_STALE, "cannot be read: %s", strerror(errno));
	if (fd < 0)
		return false;
	if (!read_all(fd, &text))
		err_set(err, ERR_STALE, "cannot be read: %s",
			errno ? strerror(errno) : "not a regular file, or too large");
	else if (state_read(state, text.p, text.len, &identity, err) == 0)
		good = recording_key_matches(recording, identity);
	close(fd);
	buf_release(&text);
	return good;
}

bool state_file_load(struct state *state, const struct recording *recording, struct err *err)
{
	struct buf path = BUF_INIT;
	bool good = path_of(recording, &path) && load(state, recording, path.p, err);

	/* What could be read of it means nothing then. */
	if (!good) {
		state_release(state);
		state_init(state);
	}
	buf_release(&path);
	return good;
}

/* ---- writing ---- */

static int cannot(const char *path, struct err *err)
{
	int why = errno;
	struct buf escaped = BUF_INIT;

	text_escape_str(&escaped, path);
	err_set(err, ERR_IO, "%s: %s", escaped.p, strerror(why));
	buf_release(&escaped);
	return ERR_IO;
}

/* The file is either replaced completely or unchanged. */
static int replace(const char *dir, const char *path, const struct buf *text, struct err *err)
{
	struct buf temporary = BUF_INIT;
	int fd, rc = 0;

	/* Always the same name: whoever has the lock writes over what a killed program left. */
	buf_addf(&temporary, "%s/.new", dir);
	fd = open(temporary.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0) {
		rc = cannot(path, err);
	} else {
		if (!io_write(fd, text->p, text->len))
			rc = cannot(path, err);
		if (close(fd) < 0 && rc == 0)
			rc = cannot(path, err);
		if (rc == 0 && rename(temporary.p, path) < 0)
			rc = cannot(path, err);
		if (rc < 0)
			unlink(temporary.p);
	}
	buf_release(&temporary);
	return rc;
}

/* The file of the folder that was not changed for the longest time; the number of files. */
static size_t oldest(const char *dir, struct buf *name)
{
	DIR *d = opendir(dir);
	struct timespec least = { 0 };
	struct dirent *entry;
	size_t n = 0;

	while (d && (entry = readdir(d)) != NULL) {
		struct stat st;

		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(d), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		if (n++ &&
		    (st.st_mtim.tv_sec > least.tv_sec ||
		     (st.st_mtim.tv_sec == least.tv_sec && st.st_mtim.tv_nsec >= least.tv_nsec)))
			continue;
		least = st.st_mtim;
		buf_reset(name);
		buf_addf(name, "%s/%s", dir, entry->d_name);
	}
	if (d)
		closedir(d);
	return n;
}

static void make_room(const char *dir)
{
	struct buf name = BUF_INIT;

	while (oldest(dir, &name) > STATE_FILES && unlink(name.p) == 0)
		;
	buf_release(&name);
}

/* A file that cannot be read stays, under another name: somebody may still make sense of it. */
static int put_aside(const char *path, struct err *err)
{
	struct buf aside = BUF_INIT;
	int rc = 0;

	buf_addf(&aside, "%s.damaged", path);
	if (rename(path, aside.p) < 0)
		rc = cannot(path, err);
	buf_release(&aside);
	return rc;
}

/* What others have kept meanwhile. */
static int merge(struct state *state, const struct state *base, const struct recording *recording,
		 const char *path, bool notes_alone, struct err *err)
{
	struct err why = ERR_INIT;
	struct state theirs;

	state_init(&theirs);
	if (!load(&theirs, recording, path, &why)) {
		state_release(&theirs);
		return why.code ? put_aside(path, err) : 0;
	}
	if (notes_alone) {
		struct state mine = *state;

		notes_merge(state->notes, base->notes, theirs.notes);
		*state = theirs;
		state->notes = mine.notes;
		mine.notes = theirs.notes;
		theirs = mine;
	} else {
		state_merge(state, base, &theirs);
	}
	state_release(&theirs);
	return 0;
}

int state_file_save(struct state *state, const struct state *base,
		    const struct recording *recording, bool notes_alone, struct err *err)
{
	struct buf dir = BUF_INIT, path = BUF_INIT, lock = BUF_INIT, text = BUF_INIT,
		   identity = BUF_INIT;
	int rc = 0, fd = -1;

	if (folder(&dir) && path_of(recording, &path)) {
		buf_addf(&lock, "%s/.lock", dir.p);
		fd = open(lock.p, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (fd >= 0)
			flock(fd, LOCK_EX);
		rc = merge(state, base, recording, path.p, notes_alone, err);
		recording_key_text(recording, &identity);
		state_write(state, identity.p, &text);
		if (rc == 0 && text.len > STATE_BYTES)
			rc = err_set(err, ERR_IO, "the state is larger than %d bytes", STATE_BYTES);
		else if (rc == 0)
			rc = replace(dir.p, path.p, &text, err);
		make_room(dir.p);
		if (fd >= 0)
			close(fd);
	}
	buf_release(&dir);
	buf_release(&path);
	buf_release(&lock);
	buf_release(&text);
	buf_release(&identity);
	return rc;
}

void state_file_use_notes(struct recording *recording)
{
	struct state state;

	state_init(&state);
	if (state_file_load(&state, recording, NULL) && state.notes->list.n)
		recording_set_notes(recording, notes_get(state.notes));
	state_release(&state);
}
