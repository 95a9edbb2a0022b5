/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EVENT_DESC: the events again, with their names. */
#include "file/feature_rows.h"
#include "file/section.h"
#include "file/section_ranges.h"

static void desc_text(struct section_reader *s, const struct event_desc *desc)
{
	struct buf line = BUF_INIT;
	struct section_ranges ids = { &line };

	buf_add(&line, desc->name, desc->name_len);
	buf_adds(&line, desc->nr_ids ? ": ids " : ": no ids");
	for (uint32_t i = 0; i < desc->nr_ids; i++)
		section_ranges_add(&ids, load_u64(desc->ids + 8 * (size_t)i, s->c.big));
	section_ranges_end(&ids);
	section_line(s, NULL, &line);
	buf_release(&line);
}

static void desc_json(struct section_reader *s, const struct event_desc *desc)
{
	report_object(s->r, NULL);
	report_bytes(s->r, "name", desc->name, desc->name_len);
	report_values(s->r, "ids");
	for (uint32_t k = 0; k < desc->nr_ids; k++)
		report_u64(s->r, NULL, load_u64(desc->ids + 8 * (size_t)k, s->c.big));
	report_end_values(s->r);
	report_end_object(s->r);
}

static bool desc_next(struct section_reader *s, uint32_t attr_size, struct event_desc *desc)
{
	*desc = (struct event_desc){ .attr_size = attr_size };
	desc->attr = section_take(s, "the attr", attr_size);
	desc->nr_ids = section_u32(s, "the number of ids");
	desc->name = section_string(s, "the name", &desc->name_len);
	desc->ids = section_take(s, "the ids", 8 * (uint64_t)desc->nr_ids);
	return desc->ids;
}

void feature_event_desc_read(struct section_reader *s)
{
	uint32_t n = section_u32(s, "the number of events");
	uint32_t attr_size = section_u32(s, "the size of the attrs");
	uint64_t i;

	report_list(s->r, s->key);
	for (i = 0; n && section_next(s, i, n); i++) {
		struct event_desc desc;

		if (!desc_next(s, attr_size, &desc))
			break;
		if (!section_text(s))
			desc_json(s, &desc);
		else if (section_shown(s, i))
			desc_text(s, &desc);
	}
	section_more(s, i);
	report_end_list(s->r);
}
