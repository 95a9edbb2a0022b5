/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feature sections without names. */
#include "base/text.h"
#include "file/feature_build_id.h"
#include "file/feature_tracing.h"
#include "slice/record_class.h"
#include "slice/scrub.h"
#include "wire/bytes.h"
#include "wire/names.h"

enum {
	STRING_ALIGN = 64,   /* perf's util/header.c, NAME_ALIGN */
	FEATURE_OTHERS = 128 /* from here on, sections are not perf's */
};

struct scrub_job {
	const struct scrub *scrub;
	const struct features *features;
	struct buf *out;
};

static void add_u32(struct buf *out, uint32_t v, bool big)
{
	store_u32((uint8_t *)buf_room(out, 4), v, big);
	buf_added(out, 4);
}

/* Append a string, with its length before it. */
static bool add_string(const struct scrub_job *job, struct cursor *c)
{
	uint32_t len = cursor_u32(c);
	const uint8_t *p = cursor_take(c, len);
	struct buf text = BUF_INIT;

	if (!p)
		return false;
	pseudonym_text(&job->scrub->pseudonym, p, text_nul(p, len), &text);
	buf_fill(&text, 0, STRING_ALIGN - text.len % STRING_ALIGN);
	add_u32(job->out, (uint32_t)text.len, c->big);
	buf_add(job->out, text.p, text.len);
	buf_release(&text);
	return true;
}

static bool add_hostname(const struct scrub_job *job, const uint8_t *p, size_t len)
{
	struct cursor c = { p, len, job->features->big, false };

	return add_string(job, &c);
}

static bool add_cmdline(const struct scrub_job *job, const uint8_t *p, size_t len)
{
	struct cursor c = { p, len, job->features->big, false };
	uint32_t n = cursor_u32(&c);

	add_u32(job->out, n, c.big);
	for (uint32_t i = 0; i < n; i++)
		if (!add_string(job, &c))
			return false;
	return !c.failed;
}

static void add_build_id(void *arg, const uint8_t *entry, size_t size, size_t name)
{
	const struct scrub_job *job = arg;
	bool big = job->features->big;
	size_t start = job->out->len, text = text_nul(entry + name, size - name);

	buf_add(job->out, entry, name);
	if (record_in_kernel(load_u16(entry + 4, big)))
		buf_add(job->out, entry + name, text);
	else
		pseudonym_path(&job->scrub->pseudonym, entry + name, text, job->out);
	buf_addc(job->out, 0);
	buf_fill(job->out, 0, -(job->out->len - start) & 7);
	store_u16((uint8_t *)job->out->p + start + 6, (uint16_t)(job->out->len - start), big);
}

static bool add_build_ids(const struct scrub_job *job, const uint8_t *p, size_t len)
{
	struct scrub_job copy = *job; /* the callback's argument is not const */

	return feature_build_id_each(job->features, p, len, add_build_id, &copy);
}

/* Names of tasks are the last part of the section. */
static bool add_tracing(const struct scrub_job *job, const uint8_t *p, size_t len)
{
	size_t at;

	if (!feature_tracing_tasks(job->features, p, len, &at))
		return false;
	buf_add(job->out, p, at);
	if (at < len)
		buf_fill(job->out, 0, 8);
	return true;
}

static bool add_as_it_is(const struct scrub_job *job, const uint8_t *p, size_t len)
{
	buf_add(job->out, p, len);
	return true;
}

bool scrub_section(const struct scrub *scrub, const struct features *features, unsigned number,
		   const uint8_t *p, size_t len, struct buf *out)
{
	static const struct {
		unsigned number;
		bool (*add)(const struct scrub_job *job, const uint8_t *p, size_t len);
	} named[] = {
		{ FEATURE_TRACING_DATA, add_tracing },
		{ FEATURE_BUILD_ID, add_build_ids },
		{ FEATURE_HOSTNAME, add_hostname },
		{ FEATURE_CMDLINE, add_cmdline },
	};
	struct scrub_job job = { scrub, features, out };

	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		if (named[i].number == number)
			return named[i].add(&job, p, len);
	if (number >= FEATURE_OTHERS || !names_find(&names_feature, number))
		return false;
	return add_as_it_is(&job, p, len);
}
