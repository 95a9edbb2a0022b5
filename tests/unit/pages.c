/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing arrays whose pages are on the heap, in mapped files, or nowhere but on the heap. */
#include "file/spill_pages.h"
#include "tap.h"

enum {
	ELEMENTS = 100000
};

struct element {
	uint64_t number;
	char rest[112];
};

static bool fill(struct pages *pages)
{
	const struct element *first = NULL;

	for (uint64_t i = 0; i < ELEMENTS; i++) {
		struct element e = { .number = i * i };

		pages_add(pages, &e);
		if (!i)
			first = pages_at(pages, 0);
	}
	for (uint64_t i = 0; i < ELEMENTS; i++)
		if (((const struct element *)pages_at(pages, i))->number != i * i)
			return false;
	return pages_count(pages) == ELEMENTS && first == pages_at(pages, 0);
}

static void check_spill(const char *dir, bool mapped)
{
	struct spill_pages spill;
	struct pages pages;
	size_t heap = 0, files = 0;

	spill_pages_init(&spill, dir);
	pages_init_in(&pages, sizeof(struct element), &spill.room);
	ok(fill(&pages), "%s: all elements", dir);
	for (size_t i = 0; i < PAGES_MAX; i++) {
		if (spill.pages[i].mapped)
			files += spill.pages[i].size;
		else
			heap += spill.pages[i].size;
	}
	ok(mapped ? files && heap < 4 * SPILL_ARRAY_HEAP : !files,
	   "... %zu bytes on the heap, %zu in files", heap, files);
	pages_release(&pages);
	spill_pages_release(&spill);
}

int main(void)
{
	struct pages pages;

	pages_init(&pages, sizeof(struct element));
	ok(fill(&pages), "the heap: all elements");
	pages_release(&pages);
	check_spill("/tmp", true);
	check_spill("/nowhere", false);
	return done_testing();
}
