/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SQLITE_SCHEMA_H
#define OUT_SQLITE_SCHEMA_H

/*
 * The tables and views of perf's export-to-sqlite.py, as statements of SQL, except for columns that
 * samples have no data for.
 */

/* For an empty database. Row 0 of each table is inserted; it means unknown. */
extern const char sqlite_schema_tables[];

/*
 * The table and the view of context switches. perf drops them if there are no switches, and its
 * viewer then shows no chart of them.
 */
extern const char sqlite_schema_switches[];

/* The views of sqlite_schema_tables; and columns that depend on rows, so this comes last. */
extern const char sqlite_schema_views[];

#endif
