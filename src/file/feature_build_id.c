/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BUILD_ID: a sequence of records up to the end, perf's struct perf_record_header_build_id. */
#include "file/feature_build_id.h"

#include "base/text.h"
#include "file/feature_rows.h"
#include "file/section.h"
#include "wire/names.h"
#include "wire/schema.h"

enum {
	HEADER = 8,
	ID_MAX = 20,
	PID_HOST = -1
};

/* The offsets of fields in an entry. perf before 2.6.34 wrote no pid. */
struct entry_form {
	uint8_t pid; /* 0: none */
	uint8_t id, size, name;
};

static const struct entry_form form_now = { 8, 12, 32, 36 };
static const struct entry_form form_old = { 0, 8, 0, 32 };

static void entry_json(struct section_reader *s, const struct entry_form *form, const uint8_t *p,
		       size_t size, size_t id_len)
{
	const struct name *mode = names_find(&names_cpumode, load_u16(p + 4, s->c.big) & 7);

	report_object(s->r, NULL);
	report_hexbytes(s->r, "build_id", p + form->id, id_len);
	report_bytes(s->r, "file", p + form->name, text_nul(p + form->name, size - form->name));
	if (form->pid)
		report_s64(s->r, "pid", (int32_t)load_u32(p + form->pid, s->c.big));
	if (mode)
		report_str(s->r, "cpumode", mode->name);
	report_end_object(s->r);
}

/* The pid is that of a virtual machine, if it has one. */
static void entry_text(struct section_reader *s, const struct entry_form *form, const uint8_t *p,
		       size_t size, size_t id_len)
{
	int32_t pid = form->pid ? (int32_t)load_u32(p + form->pid, s->c.big) : PID_HOST;
	struct buf line = BUF_INIT;

	buf_add_hexbytes(&line, p + form->id, id_len);
	buf_addc(&line, ' ');
	buf_add(&line, p + form->name, text_nul(p + form->name, size - form->name));
	if (pid != PID_HOST)
		buf_addf(&line, " (guest %d)", pid);
	section_line(s, NULL, &line);
	buf_release(&line);
}

/* The next entry. NULL at the end; bytes that are too few for a header are ignored. */
static const uint8_t *next_entry(struct section_reader *s, const struct entry_form *form,
				 size_t *size)
{
	if (s->c.failed || s->c.left < HEADER)
		return NULL;
	*size = load_u16(s->c.p + 6, s->c.big);
	if (*size < form->name) {
		section_fail(s, "the size of the entry is %zu bytes, the minimum is %u", *size,
			     form->name);
		return NULL;
	}
	return section_take(s, "the entry", *size);
}

/*
 * The form of the entries. If an entry without a pid is read in today's form, its name lacks the
 * first four bytes. Every recording with build ids has the kernel's, whose name decides.
 */
static const struct entry_form *entry_form(const struct section_reader *s)
{
	static const char beheaded[] = "nel.kallsyms]";
	struct section_reader probe = *s;
	const uint8_t *p;
	size_t size;

	probe.problem = (struct buf)BUF_INIT;
	while ((p = next_entry(&probe, &form_now, &size)))
		if (size >= form_now.name + sizeof(beheaded) - 1 &&
		    !memcmp(p + form_now.name, beheaded, sizeof(beheaded) - 1))
			break;
	section_release(&probe);
	return p ? &form_old : &form_now;
}

void feature_build_id_read(struct section_reader *s)
{
	const struct entry_form *form = entry_form(s);
	const uint8_t *p;
	uint64_t i = 0;
	size_t size;

	report_list(s->r, s->key);
	for (; section_next(s, i, 0) && (p = next_entry(s, form, &size)); i++) {
		bool sized = form->size && load_u16(p + 4, s->c.big) & MISC_BUILD_ID_SIZE;
		size_t id_len = sized && p[form->size] <= ID_MAX ? p[form->size] : ID_MAX;

		if (!section_text(s))
			entry_json(s, form, p, size, id_len);
		else if (section_shown(s, i))
			entry_text(s, form, p, size, id_len);
	}
	section_more(s, i);
	report_end_list(s->r);
}

bool feature_build_id_each(const struct features *features, const uint8_t *p, size_t len,
			   feature_build_id_fn *each, void *arg)
{
	struct section_reader s;
	const struct entry_form *form;
	const uint8_t *entry;
	size_t size;
	bool sound;

	section_init(&s, features, p, len);
	form = entry_form(&s);
	while ((entry = next_entry(&s, form, &size)))
		each(arg, entry, size, form->name);
	sound = !s.c.failed;
	section_release(&s);
	return sound;
}
