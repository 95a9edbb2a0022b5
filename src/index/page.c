/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/page.h"

#include <stdlib.h>

#include "base/mem.h"
#include "index/column.h"
#include "index/sort.h"

static uint32_t pack(struct buf *packed, const struct order_entry *v, uint32_t n, bool rows)
{
	uint64_t *numbers = mem_alloc(n * sizeof(*numbers));
	size_t before = packed->len;

	for (uint32_t i = 0; i < n; i++)
		numbers[i] = rows ? v[i].row : v[i].key;
	column_pack(packed, numbers, n);
	free(numbers);
	return (uint32_t)(packed->len - before);
}

int page_write(struct container *c, const struct order_entry *v, uint32_t n, struct buf *packed,
	       struct page_entry *page, struct err *err)
{
	struct page_header head = { .rows = n };
	uint64_t chunk;
	int rc;

	buf_reset(packed);
	buf_add(packed, &head, sizeof(head));
	head.column_size[0] = pack(packed, v, n, false);
	head.column_size[1] = pack(packed, v, n, true);
	memcpy(packed->p, &head, sizeof(head));
	*page = (struct page_entry){
		.size = (uint32_t)packed->len,
		.rows = n,
		.first = v[0],
		.last = v[n - 1],
	};
	rc = container_add(c, TAG_PAGE, packed->p, packed->len, &chunk, err);
	if (!rc)
		page->chunk = chunk;
	return rc;
}

/* Fill the entries. They must rise, because look-ups bisect them and the file is untrusted. */
static bool fill_page(const uint64_t *keys, const uint64_t *numbers, const struct page_entry *page,
		      uint64_t rows, struct order_entry *out)
{
	for (uint32_t i = 0; i < page->rows; i++) {
		out[i] = (struct order_entry){ keys[i], numbers[i] };
		if (numbers[i] >= rows || (i && !entry_before(&out[i - 1], &out[i])))
			return false;
	}
	return true;
}

static bool unpack(const uint8_t *p, const struct page_entry *page, uint64_t rows,
		   struct order_entry *out)
{
	uint64_t *numbers = mem_alloc(2 * (size_t)page->rows * sizeof(*numbers));
	struct page_header head;
	bool ok;

	memcpy(&head, p, sizeof(head));
	p += sizeof(head);
	ok = head.rows == page->rows &&
	     (uint64_t)head.column_size[0] + head.column_size[1] == page->size - sizeof(head) &&
	     column_unpack(p, head.column_size[0], numbers, head.rows) &&
	     column_unpack(p + head.column_size[0], head.column_size[1], numbers + head.rows,
			   head.rows) &&
	     fill_page(numbers, numbers + head.rows, page, rows, out);
	free(numbers);
	return ok;
}

bool page_read(const struct container *c, const struct page_entry *page, uint64_t rows,
	       struct order_entry *out)
{
	uint8_t *p = container_chunk(c, page->chunk, TAG_PAGE, page->size);
	bool ok = p && page->size >= sizeof(struct page_header) && unpack(p, page, rows, out);

	free(p);
	return ok;
}
