/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SQLFILE_H
#define OUT_SQLFILE_H

#include <sqlite3.h>

#include "base/err.h"
#include "file/output.h"

/*
 * A new SQLite database in a file without a name. It is written once, from the beginning to the
 * end: there is no journal, and memory is bounded. For one thread.
 */
struct sqlfile;

/* dir: folder for the file; NULL: the default folder. Returns 0 or ERR_IO. */
int sqlfile_open(struct sqlfile **file, const char *dir, struct err *err);
void sqlfile_close(struct sqlfile *file);

/* Run statements that return no rows. Returns 0 or ERR_IO. */
int sqlfile_exec(struct sqlfile *file, const char *sql, struct err *err);

/*
 * Prepare a statement for repeated use. sqlfile_close() frees it. Returns NULL on an error, with
 * the reason in *err.
 */
sqlite3_stmt *sqlfile_prepare(struct sqlfile *file, const char *sql, struct err *err);

/* Run the statement with the bound values, and clear the bindings. Returns 0 or ERR_IO. */
int sqlfile_run(struct sqlfile *file, sqlite3_stmt *statement, struct err *err);

/* Copy the database into a file. No statements can be run afterwards. Returns 0 or ERR_IO. */
int sqlfile_finish(struct sqlfile *file, struct output *output, struct err *err);

#endif
