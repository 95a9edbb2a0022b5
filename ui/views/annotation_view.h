/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_VIEW_H
#define VIEWS_ANNOTATION_VIEW_H

#include "annotate/annotation_job.h"
#include "annotate/annotation_other.h"
#include "annotate/sourcetext.h"
#include "base/mem.h"
#include "query/symbolizer.h"
#include "views/annotation_columns.h"
#include "views/annotation_lines.h"
#include "views/counted.h"
#include "views/table.h"

/*
 * The view of a function, for the files that it consists of: views/annotation.c counts and has the
 * cells and the keys, views/annotation_act.c has the actions, and views/annotation_open.c opens it.
 */
struct view_annotation {
	struct view_table table;
	struct counted_records what;
	char *symbol;			    /* NULL: it is still being looked up, */
	struct symbolizer_request *request; /* by this request; NULL: nothing is looked up */
	struct row_info row;
	struct symbolizer_address address; /* where the view was opened, */
	bool placed;			   /* if it was opened at an address */
	struct annotation_job *job;	   /* NULL: nothing was counted yet */
	struct annotation *annotation;	   /* NULL: there is none yet */
	uint64_t came;			   /* cursor when annotation came; equal: nobody moved it */
	bool chains;			   /* count samples at the calls of their stack, too */
	struct annotation_other *other;	   /* NULL: nothing is compared */
	bool other_known;		   /* it has the function */
	bool reported;			   /* the result of the comparison was reported */
	enum sym_why lost;		   /* why a file that may have the function was not read */
	struct annotation_columns columns;
	struct annotation_lines lines;
	struct symfile_places places;
	struct sourcetext *texts;
	struct buf title;
};

static inline struct view_annotation *annotation_view_of(const struct view_table *vt)
{
	return container_of(vt, struct view_annotation, table);
}

/* Make the lines, the columns and the title again. */
void annotation_view_make_lines(struct view_annotation *v);

/* Drop the annotation, because something else is to be counted. */
void annotation_view_forget(struct view_annotation *v);

/* Start to count, if the name of the function is known. */
void annotation_view_start(struct view_annotation *v);

/* Start to compare with the recording at path. It can be the path of the comparison that ends. */
void annotation_view_compare(struct view_annotation *v, const char *path);

/* Put the cursor on a line, and that line in the middle of the screen. SIZE_MAX: do not move. */
void annotation_view_go_to(struct view_annotation *v, size_t line);

/* ---- annotation_act.c: the function of struct table_ops ---- */

bool annotation_view_act(struct view_table *vt, const struct action_call *call);

#endif
