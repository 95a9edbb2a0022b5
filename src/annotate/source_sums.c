/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/source_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Lines of the function come before those of inlined functions. */
static int compare_sums(const void *a, const void *b)
{
	const struct code_source *x = ((const struct source_sum *)a)->source,
				 *y = ((const struct source_sum *)b)->source;
	int order = (x->inlined != NULL) - (y->inlined != NULL);

	if (!order && x->inlined)
		order = strcmp(x->inlined, y->inlined);
	if (!order)
		order = strcmp(x->file, y->file);
	return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

void source_sums_make(struct source_sums *sums, const struct annotated_function *f, size_t events)
{
	size_t n = f->code.sources.n;

	sums->n = n;
	sums->lines = mem_zalloc((n + 1) * sizeof(*sums->lines));
	sums->counts = mem_zalloc((n + 1) * events * sizeof(*sums->counts));
	for (size_t i = 0; i < n; i++)
		sums->lines[i] = (struct source_sum){ .source = &f->code.sources.v[i],
						      .counts = &sums->counts[i * events] };
	sums->rest = (struct source_sum){ .counts = &sums->counts[n * events] };
	for (size_t i = 0; i < f->lines.n; i++) {
		const struct annotated_line *line = &f->lines.v[i];
		uint32_t source = line->code.source;
		struct source_sum *sum = source == CODE_NO_SOURCE ? &sums->rest
								  : &sums->lines[source];

		for (size_t k = 0; k < events; k++)
			annotation_add(&sum->counts[k], &line->counts[k]);
	}
	qsort(sums->lines, n, sizeof(*sums->lines), compare_sums);
}

void source_sums_release(struct source_sums *sums)
{
	free(sums->lines);
	free(sums->counts);
}
