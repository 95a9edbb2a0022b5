/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/annotation_condition.h"

#include <string.h>

#include "filter/lex.h"

void annotation_condition_add(const struct annotation_line *line, const char *symbol, bool chains,
			      struct buf *out)
{
	const struct annotated_function *f = line->function;
	const struct code_line *last = &f->lines.v[line->first + line->n - 1].code;
	struct buf function = BUF_INIT;
	unsigned long long from = f->lines.v[line->first].code.off,
			   to = last->off + (last->len ? last->len - 1 : 0);

	buf_adds(&function, "sym == ");
	lex_quote(&function, symbol, strlen(symbol));
	buf_addf(out, "%s and symaddr == 0x%llx and dso == ", function.p,
		 (unsigned long long)f->symaddr);
	lex_quote(out, f->dso, strlen(f->dso));
	if (line->kind != LINE_TITLE)
		buf_addf(out, " and symoff in {0x%llx..0x%llx}", from, to);
	/* A caller's frame has the address after the call, where a sample can be, too. */
	if (chains && line->kind == LINE_TITLE)
		buf_addf(out, " or stack[%s]", function.p);
	else if (chains)
		buf_addf(out,
			 " or stack[%s and symoff in {0x%llx..0x%llx}] and "
			 "not (%s and symoff == 0x%llx)",
			 function.p, from + 1, to + 1, function.p, to + 1);
	buf_release(&function);
}
