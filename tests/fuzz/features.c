/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: sections of features. The first byte has the byte order; each section is its
 * number, its length in two bytes, and as many bytes.
 */
#include "file/features.h"

#include "fuzz/fuzz.h"

enum {
	SECTION_HEAD = 3,
	NUMBERS = 48 /* beyond, it is simpleperf's */
};

static void add_all(struct features *features, const uint8_t *p, size_t left)
{
	while (left >= SECTION_HEAD) {
		unsigned number = p[0] < NUMBERS ? p[0] : FEATURE_META_INFO;
		size_t len = p[1] | (size_t)p[2] << 8;

		p += SECTION_HEAD;
		left -= SECTION_HEAD;
		if (len > left)
			len = left;
		features_add(features, number, (struct section){ 0, len }, p);
		p += len;
		left -= len;
	}
}

static void take_event(void *arg, size_t i, const struct event_desc *desc)
{
	volatile uint8_t *sum = arg;

	(void)i;
	for (uint32_t at = 0; at < desc->attr_size; at++)
		*sum ^= desc->attr[at];
	for (size_t at = 0; at < desc->name_len; at++)
		*sum ^= (uint8_t)desc->name[at];
	for (size_t at = 0; at < (size_t)desc->nr_ids * 8; at++)
		*sum ^= desc->ids[at];
}

static void ask(const struct features *features)
{
	struct buf text = BUF_INIT;
	uint8_t sum = 0;
	size_t len;

	features_nr_cpus(features);
	features_number(features, FEATURE_DIR_FORMAT);
	features_text(features, FEATURE_HOSTNAME, &text);
	features_meta(features, "product_props", &len);
	features_event_desc(features, take_event, &sum);
	buf_release(&text);
}

static void tell(const struct features *features, enum report_form form)
{
	struct buf out = BUF_INIT;
	struct report report;

	report_init(&report, form, &out);
	report_object(&report, NULL);
	features_report(features, &report);
	report_end_object(&report);
	if (memchr(out.p, '\033', out.len))
		give_up("an escape is not escaped");
	buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct features features;

	if (!size)
		return 0;
	features_init(&features, data[0] & 1);
	add_all(&features, data + 1, size - 1);
	ask(&features);
	tell(&features, REPORT_JSON);
	tell(&features, REPORT_TEXT);
	features_release(&features);
	return 0;
}
