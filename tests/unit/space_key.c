/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Address spaces have the same number if their lists of mappings are the same, and another number
 * if anything differs.
 */
#include "recording/space_key.h"

#include "corpus.h"
#include "recording/mappings.h"
#include "recording/symbols.h"

enum {
	SAMPLES = 400 /* of a recording */
};

struct seen {
	uint64_t number, version;
	struct buf text;
};

struct seeing {
	VEC(struct seen) list;
	unsigned wrong, shared; /* shared: of several versions */
};

static bool add_line(void *arg, const struct mapping *m, uint64_t start, uint64_t end)
{
	buf_addf(arg, "%llx-%llx %llx-%llx+%llx %s %s %d ", (unsigned long long)start,
		 (unsigned long long)end, (unsigned long long)m->start, (unsigned long long)m->end,
		 (unsigned long long)m->pgoff, m->file, m->dso, m->has_file);
	buf_add_hexbytes(arg, m->build_id, m->build_id_size);
	/* What a process made there is its own. */
	if (symbols_kind(m) == MODULE_JIT)
		buf_addf(arg, " row %llu", (unsigned long long)m->row);
	buf_addc(arg, '\n');
	return true;
}

static void see(struct seeing *s, struct reader *reader, const struct row_info *info)
{
	struct mappings *mappings = reader_mappings(reader);
	struct seen new = {
		.number = space_key_of(reader, info, CPUMODE_USER),
		.version = mappings_version(mappings, info, CPUMODE_USER),
		.text = BUF_INIT,
	};

	mappings_each(mappings, info, CPUMODE_USER, add_line, &new.text);
	for (size_t i = 0; i < s->list.n; i++) {
		const struct seen *old = &s->list.v[i];
		bool alike = !strcmp(old->text.p, new.text.p);

		s->wrong += alike != (old->number == new.number);
		s->shared += alike && old->version != new.version &&new.text.len;
	}
	vec_push(&s->list, new);
}

static unsigned check(const char *path)
{
	struct recording *recording = corpus_open(path, NULL);
	struct reader *reader = recording ? reader_open(recording) : NULL;
	struct seeing s = { .list = { .v = NULL } };
	struct row_info info;

	for (uint64_t row = 0; reader && row < recording_rows(recording); row++)
		if (!reader_row(reader, row, &info, NULL) && info.type == RECORD_SAMPLE &&
		    s.list.n < SAMPLES)
			see(&s, reader, &info);
	is_uint(s.wrong, 0, "%s: %zu samples", corpus_name(path), s.list.n);
	for (size_t i = 0; i < s.list.n; i++)
		buf_release(&s.list.v[i].text);
	vec_release(&s.list);
	reader_close(reader);
	if (recording)
		recording_close(recording);
	return s.shared;
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	unsigned shared = 0;

	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++)
		shared += check(corpus.paths.v[i]);
	ok(shared > 0, "several processes have the same number");
	corpus_release(&corpus);
	return done_testing();
}
