/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/sqlfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "file/spool.h"

enum {
	COPY_BYTES = 64 << 10
};

struct sqlfile {
	int fd;
	sqlite3 *db;
	sqlite3_vfs vfs; /* its only file is fd */
	char name[32];	 /* name of the vfs, which is unique */
};

/* SQLite's handle of the file. */
struct sql_handle {
	sqlite3_file base;
	int fd;
};

/* ---- a file system with one file ---- */

static int handle_close(sqlite3_file *base)
{
	(void)base;
	return SQLITE_OK;
}

static int handle_read(sqlite3_file *base, void *to, int len, sqlite3_int64 at)
{
	size_t n = io_read_at(((struct sql_handle *)base)->fd, (uint64_t)at, to, (size_t)len);

	if (n == (size_t)len)
		return SQLITE_OK;
	if (errno)
		return SQLITE_IOERR_READ;
	memset((char *)to + n, 0, (size_t)len - n);
	return SQLITE_IOERR_SHORT_READ;
}

static int handle_write(sqlite3_file *base, const void *from, int len, sqlite3_int64 at)
{
	if (spool_write_at(((struct sql_handle *)base)->fd, (uint64_t)at, from, (size_t)len))
		return SQLITE_OK;
	return errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int handle_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	return ftruncate(((struct sql_handle *)base)->fd, size) ? SQLITE_IOERR_TRUNCATE : SQLITE_OK;
}

static int handle_sync(sqlite3_file *base, int flags)
{
	(void)base;
	(void)flags;
	return SQLITE_OK;
}

static int handle_size(sqlite3_file *base, sqlite3_int64 *size)
{
	*size = lseek(((struct sql_handle *)base)->fd, 0, SEEK_END);
	return *size < 0 ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

/* No lock is needed, because no other process can open the file. */
static int handle_lock(sqlite3_file *base, int level)
{
	(void)base;
	(void)level;
	return SQLITE_OK;
}

static int handle_reserved(sqlite3_file *base, int *is)
{
	(void)base;
	*is = 0;
	return SQLITE_OK;
}

static int handle_control(sqlite3_file *base, int op, void *arg)
{
	(void)base;
	(void)op;
	(void)arg;
	return SQLITE_NOTFOUND;
}

static int handle_zero(sqlite3_file *base)
{
	(void)base;
	return 0;
}

static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = handle_close,
	.xRead = handle_read,
	.xWrite = handle_write,
	.xTruncate = handle_truncate,
	.xSync = handle_sync,
	.xFileSize = handle_size,
	.xLock = handle_lock,
	.xUnlock = handle_lock,
	.xCheckReservedLock = handle_reserved,
	.xFileControl = handle_control,
	.xSectorSize = handle_zero,
	.xDeviceCharacteristics = handle_zero,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
	struct sql_handle *handle = (struct sql_handle *)base;

	(void)name;
	base->pMethods = NULL;
	if (!(flags & SQLITE_OPEN_MAIN_DB))
		return SQLITE_CANTOPEN;
	handle->fd = ((struct sqlfile *)vfs->pAppData)->fd;
	base->pMethods = &methods;
	if (out)
		*out = flags;
	return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	(void)name;
	(void)sync;
	return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *is)
{
	(void)vfs;
	(void)name;
	(void)flags;
	*is = 0;
	return SQLITE_OK;
}

static int vfs_path(sqlite3_vfs *vfs, const char *name, int max, char *out)
{
	(void)vfs;
	snprintf(out, (size_t)max, "%s", name);
	return SQLITE_OK;
}

/* ---- the database ---- */

static int fail(const struct sqlfile *f, struct err *err)
{
	return err_set(err, ERR_IO, "SQLite: %s", f->db ? sqlite3_errmsg(f->db) : "out of memory");
}

int sqlfile_open(struct sqlfile **out, const char *dir, struct err *err)
{
	struct sqlfile *f = mem_zalloc(sizeof(*f));
	const sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
	int rc = ERR_IO;

	f->fd = spool_file(dir, err);
	if (f->fd >= 0 && usual) {
		snprintf(f->name, sizeof(f->name), "%p", (void *)f);
		f->vfs = *usual;
		f->vfs.iVersion = 1;
		f->vfs.pNext = NULL;
		f->vfs.szOsFile = sizeof(struct sql_handle);
		f->vfs.zName = f->name;
		f->vfs.pAppData = f;
		f->vfs.xOpen = vfs_open;
		f->vfs.xDelete = vfs_delete;
		f->vfs.xAccess = vfs_access;
		f->vfs.xFullPathname = vfs_path;
		sqlite3_vfs_register(&f->vfs, 0);
		rc = sqlite3_open_v2("samples", &f->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
				     f->name) == SQLITE_OK
			     ? sqlfile_exec(f,
					    "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF;"
					    "PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
					    "PRAGMA locking_mode = EXCLUSIVE;"
					    "PRAGMA cache_size = -8000; BEGIN",
					    err)
			     : fail(f, err);
	}
	if (rc < 0)
		sqlfile_close(f);
	else
		*out = f;
	return rc;
}

static void close_db(struct sqlfile *f)
{
	sqlite3_stmt *statement;

	while ((statement = sqlite3_next_stmt(f->db, NULL)))
		sqlite3_finalize(statement);
	sqlite3_close(f->db);
	f->db = NULL;
}

void sqlfile_close(struct sqlfile *f)
{
	if (!f)
		return;
	if (f->db)
		close_db(f);
	if (f->vfs.zName)
		sqlite3_vfs_unregister(&f->vfs);
	if (f->fd >= 0)
		spool_close(f->fd);
	free(f);
}

int sqlfile_exec(struct sqlfile *f, const char *sql, struct err *err)
{
	return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : fail(f, err);
}

sqlite3_stmt *sqlfile_prepare(struct sqlfile *f, const char *sql, struct err *err)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(f->db, sql, -1, &statement, NULL) != SQLITE_OK)
		fail(f, err);
	return statement;
}

int sqlfile_run(struct sqlfile *f, sqlite3_stmt *statement, struct err *err)
{
	int rc = sqlite3_step(statement) == SQLITE_DONE ? 0 : fail(f, err);

	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	return rc;
}

int sqlfile_finish(struct sqlfile *f, struct output *output, struct err *err)
{
	char *piece;
	size_t n = COPY_BYTES;
	int rc = sqlfile_exec(f, "COMMIT", err);

	close_db(f);
	piece = mem_alloc(COPY_BYTES);
	for (uint64_t at = 0; !rc && n == COPY_BYTES; at += n) {
		n = io_read_at(f->fd, at, piece, COPY_BYTES);
		if (n < COPY_BYTES && errno)
			rc = err_set(err, ERR_IO, "cannot read the database: %s", strerror(errno));
		else
			output_add(output, piece, n);
	}
	free(piece);
	return rc;
}
