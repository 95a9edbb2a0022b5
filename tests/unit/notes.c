/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/notes.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "session/state.h"
#include "tap.h"

/* "5* 7=text 9*=both": rows with flags and texts. */
static struct notes *read_notes(const char *text)
{
	struct notes *notes = notes_new();
	char *copy = mem_strdup(text), *state;

	for (char *p = strtok_r(copy, " ", &state); p; p = strtok_r(NULL, " ", &state)) {
		uint64_t row = strtoull(p, &p, 10);

		if (*p == '*')
			notes_flag(notes, row, true);
		p = strchr(p, '=');
		if (p)
			notes_write(notes, row, p + 1);
	}
	free(copy);
	return notes;
}

static void add_notes(const struct notes *notes, struct buf *out)
{
	for (size_t i = 0; i < notes->list.n; i++) {
		const struct note *note = &notes->list.v[i];

		buf_addf(out, "%s%llu%s", i ? " " : "", (unsigned long long)note->row,
			 note->flagged ? "*" : "");
		if (note->text)
			buf_addf(out, "=%s", note->text);
	}
}

static void same(const struct notes *notes, const char *want, const char *name)
{
	struct buf text = BUF_INIT;

	add_notes(notes, &text);
	is_str(text.p, want, "%s", name);
	buf_release(&text);
}

static const struct {
	const char *base, *mine, *theirs, *want;
} merges[] = {
	{ "", "", "", "" },
	{ "", "5*", "7*", "5* 7*" },
	{ "5*", "5*", "", "" },
	{ "5*", "", "5*", "" },
	{ "5*", "", "5* 7=x", "7=x" },
	{ "5=a", "5=b", "5=a", "5=b" },
	{ "5=a", "5=a", "5=b", "5=b" },
	{ "5=a", "5=b", "5=c", "5=b" },
	{ "5=a", "5*=a", "5=c", "5*=c" },
	{ "5=a", "5=a", "5*", "5*" },
	{ "1* 2* 3*", "1* 3* 4*", "1* 2* 5*", "1* 4* 5*" },
};

static void test_merge(void)
{
	for (size_t i = 0; i < sizeof(merges) / sizeof(merges[0]); i++) {
		struct notes *base = read_notes(merges[i].base), *mine = read_notes(merges[i].mine);
		struct notes *theirs = read_notes(merges[i].theirs);

		notes_merge(mine, base, theirs);
		same(mine, merges[i].want, merges[i].want);
		notes_put(base);
		notes_put(mine);
		notes_put(theirs);
	}
}

static void test_notes(void)
{
	struct notes *notes = read_notes("9* 5=x 7*=y"), *clone;
	struct buf long_text = BUF_INIT;

	same(notes, "5=x 7*=y 9*", "ascending");
	ok(notes_find(notes, 7) && !notes_find(notes, 8) && notes_place(notes, 8) == 2, "found");
	is_uint(notes_flags(notes), 2, "flags");
	clone = notes_clone(notes);
	notes_flag(notes, 9, false);
	notes_write(notes, 7, "");
	notes_write(notes, 5, NULL);
	same(notes, "7*", "what says nothing is gone");
	same(clone, "5=x 7*=y 9*", "a clone stays");
	buf_fill(&long_text, 'x', NOTE_BYTES + 5);
	notes_write(notes, 1, long_text.p);
	is_uint(strlen(notes_find(notes, 1)->text), NOTE_BYTES, "a text is cut");
	for (uint64_t row = 10; notes->list.n < NOTES_MAX; row++)
		notes_flag(notes, row, true);
	ok(!notes_flag(notes, 3, true) && notes_flag(notes, 7, false), "there is an end to them");
	buf_release(&long_text);
	notes_put(notes);
	notes_put(clone);
}

/* ---- the state as text ---- */

static void make_state(struct state *state)
{
	state_init(state);
	state->row = 77;
	state->has_filter = state->filter_off = true;
	vec_push(&state->marks, ((struct state_mark){ 'a', 5 }));
	vec_push(&state->conditions, ((struct state_condition){ true, mem_strdup("pid == 1") }));
	vec_push(&state->columns,
		 ((struct state_columns){ mem_strdup("cycles"), mem_strdup("ip") }));
	vec_push(&state->macros, mem_strdup("a(x) pid == $x"));
	notes_flag(state->notes, 3, true);
	notes_write(state->notes, 4, "two words\nin two lines");
}

static void test_state(void)
{
	struct buf text = BUF_INIT, again = BUF_INIT;
	struct state state, read;
	const char *identity;
	char *copy;

	make_state(&state);
	state_write(&state, "who", &text);
	copy = mem_strndup(text.p, text.len);
	state_init(&read);
	is_int(state_read(&read, copy, text.len, &identity, NULL), 0, "what was written is read");
	is_str(identity, "who", "whose it is");
	state_write(&read, "who", &again);
	is_str(strrchr(again.p, 'n'), strrchr(text.p, 'n'), "... and says the same");
	is_str(notes_find(read.notes, 4)->text, "two wordsin two lines", "a note is a line");
	state_release(&read);
	free(copy);

	/* Each bit of it matters, and so does its length. */
	for (size_t bit = 0, bad = 0; bit < 8 * text.len; bit++) {
		copy = mem_strndup(text.p, text.len);
		copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
		state_init(&read);
		bad += state_read(&read, copy, text.len, &identity, NULL) == 0;
		state_release(&read);
		free(copy);
		if (bit + 1 == 8 * text.len)
			is_uint(bad, 0, "no bit can be turned");
	}
	for (size_t len = 0, bad = 0; len < text.len; len++) {
		copy = mem_strndup(text.p, len);
		state_init(&read);
		bad += state_read(&read, copy, len, &identity, NULL) == 0;
		state_release(&read);
		free(copy);
		if (len + 1 == text.len)
			is_uint(bad, 0, "nothing can be cut off");
	}
	state_release(&state);
	buf_release(&text);
	buf_release(&again);
}

int main(void)
{
	test_merge();
	test_notes();
	test_state();
	return done_testing();
}
