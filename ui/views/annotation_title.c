/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/annotation_title.h"

#include <string.h>

#include "base/text.h"
#include "views/annotation_lines.h"
#include "widgets/parts.h"

/* What is wrong with the code or its source lines, in a few words; NULL: nothing. */
static const char *lack_of(const struct code *code)
{
	return code->differs	    ? "NOT THE RECORDED CODE"
	       : code->why	    ? "not all instructions are known"
	       : code->lines_broken ? "reading its source lines failed"
				    : NULL;
}

static void add_lack(const struct annotation *a, struct buf *out)
{
	for (size_t i = 0; a && i < a->functions.n; i++) {
		const char *lack = lack_of(&a->functions.v[i].code);

		if (!lack)
			continue;
		buf_addf(out, "%s%s, " PARTS_MAIN,
			 a->functions.v[i].code.differs ? PARTS_MAIN : PARTS_MORE, lack);
		return;
	}
}

/* The number of samples in the function, and its part of all. */
static void add_samples(const struct annotation_title *t, struct buf *out)
{
	const struct annotation *a = t->annotation;
	uint64_t here = 0, all = a ? a->all.samples : 0;

	for (size_t i = 0; a && i < a->functions.n; i++)
		here += annotation_lines_samples(a, a->functions.v[i].counts);
	text_add_plural(here, "sample", out);
	counted_add_event(t->what, out);
	if (t->chains)
		buf_adds(out, " at it or its calls");
	if (all)
		buf_addf(out, PARTS_MAIN ", %.1f %% of all", 100.0 * (double)here / (double)all);
}

void annotation_title_add(const struct annotation_title *t, struct buf *out)
{
	const struct annotation *a = t->annotation;

	text_escape_str(out, t->symbol);
	if (a && a->functions.n == 1) {
		const char *dso = a->functions.v[0].dso, *slash = strrchr(dso, '/');

		buf_adds(out, PARTS_HINT " in ");
		text_escape_str(out, slash && slash[1] ? slash + 1 : dso);
	}
	buf_adds(out, PARTS_MAIN ": ");
	add_lack(a, out);
	add_samples(t, out);
	if (t->other) {
		buf_adds(out, PARTS_LONG ", versus ");
		text_escape_str(out, t->other);
	}
	counted_add_where(t->what, out);
}
