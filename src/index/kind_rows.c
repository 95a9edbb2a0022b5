/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/kind_rows.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "index/index_private.h"

static void make_room(struct kind_rows *counts, uint64_t kinds)
{
	uint64_t n = kinds + kinds / 2;

	if (counts->n >= kinds)
		return;
	counts->v = mem_realloc(counts->v, n * sizeof(*counts->v));
	memset(counts->v + counts->n, 0, (n - counts->n) * sizeof(*counts->v));
	counts->n = n;
}

void kind_rows_count(struct kind_rows *counts, uint64_t n, const uint64_t *kinds, uint32_t rows)
{
	uint64_t(*v)[2];
	uint32_t i = 0;

	make_room(counts, n);
	v = counts->v;
	for (; i + 2 <= rows; i += 2) {
		v[kinds[i]][0]++;
		v[kinds[i + 1]][1]++;
	}
	if (i < rows)
		v[kinds[i]][0]++;
}

void kind_rows_move(struct kind_rows *from, struct kind_rows *to)
{
	make_room(to, from->n);
	for (uint64_t i = 0; i < from->n; i++) {
		to->v[i][0] += from->v[i][0];
		to->v[i][1] += from->v[i][1];
	}
	kind_rows_release(from);
}

void kind_rows_release(struct kind_rows *counts)
{
	free(counts->v);
	*counts = (struct kind_rows){ .n = 0 };
}

void kind_rows_publish(struct index *index)
{
	const struct kind_rows *counted = &index->counted;
	uint64_t kinds = index_kinds(index);

	for (uint64_t i = 0; i < kinds; i++) {
		uint64_t rows = i < counted->n ? counted->v[i][0] + counted->v[i][1] : 0;

		rows = htole64(rows);
		pages_add(&index->kind_rows, &rows);
	}
	atomic_store(&index->rows_counted, index_rows(index));
}

bool kind_rows_sound(const uint64_t *numbers, uint64_t n, uint64_t kinds, uint64_t rows)
{
	if (n != kinds)
		return false;
	for (uint64_t i = 0; i < n; i++) {
		if (le64toh(numbers[i]) > rows)
			return false;
		rows -= le64toh(numbers[i]);
	}
	return !rows;
}
