/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SQLFILE_H
#define OUT_SQLFILE_H

#include <sqlite3.h>

#include "base/err.h"
#include "file/output.h"

/*
 * A new database of SQLite in a file without a name, which is written from its beginning to its
 * end: there is no journal, and memory is bounded. One thread's.
 */
struct sqlfile;

/* dir: where the file is made; NULL: the usual folder. */
int sqlfile_open(struct sqlfile **file, const char *dir, struct err *err);
void sqlfile_close(struct sqlfile *file);

/* Statements that give no rows. ERR_IO. */
int sqlfile_exec(struct sqlfile *file, const char *sql, struct err *err);

/* A statement to be run again and again; sqlfile_close() forgets it. NULL: *err says why. */
sqlite3_stmt *sqlfile_prepare(struct sqlfile *file, const char *sql, struct err *err);

/* Run it with what is bound, and unbind all. */
int sqlfile_run(struct sqlfile *file, sqlite3_stmt *statement, struct err *err);

/* Copy the database, which is then closed to statements, into a file. */
int sqlfile_finish(struct sqlfile *file, struct output *output, struct err *err);

#endif
