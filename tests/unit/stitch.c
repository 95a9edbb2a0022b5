/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths of several samples. Branches are letters: a branch goes from the address of the letter; the
 * newest comes first, as in a stack. The right answers are those that a reader sees.
 */
#include "wire/stitch.h"

#include "base/buf.h"
#include "tap.h"

static void read(struct branches *stack, const char *letters)
{
	stack->list.n = 0;
	for (; *letters; letters++) {
		struct branch *b = vec_add(&stack->list);

		/* '.' is an entry that was not used yet. */
		b->v[BRANCH_FROM] = *letters == '.' ? 0 : (uint64_t)*letters;
		b->v[BRANCH_TO] = *letters == '.' ? 0 : (uint64_t)*letters + 1;
		b->has = 3;
	}
}

/* The way as letters; before each sample's own part how much is common, with '+' if it repeats. */
static void way_is(struct stitch *s, const char *want, const char *name)
{
	struct buf got = BUF_INIT;

	for (size_t i = 0; i <= s->path.list.n; i++) {
		for (size_t k = 1; k < s->samples.n; k++)
			if (s->samples.v[k].from == i)
				buf_addf(&got, " %zu%s ", s->samples.v[k].common,
					 s->samples.v[k].repeats ? "+" : "");
		if (i < s->path.list.n)
			buf_addc(&got, (char)s->path.list.v[i].v[BRANCH_FROM]);
	}
	is_str(got.p, want, "%s", name);
	buf_release(&got);
}

static void begin(struct stitch *s, const char *letters, int64_t index)
{
	struct branches stack = { 0 };

	read(&stack, letters);
	stitch_begin(s, 7, &stack, index);
	branches_release(&stack);
}

static bool add(struct stitch *s, const char *letters, int64_t index)
{
	struct branches stack = { 0 };
	bool added;

	read(&stack, letters);
	added = stitch_add(s, 6, &stack, index);
	branches_release(&stack);
	return added;
}

static void test_overlap(void)
{
	struct stitch s = { 0 };

	begin(&s, "fedc", -1);
	ok(add(&s, "dcba", -1), "two new branches");
	way_is(&s, "fedc 2 ba", "the rest of the sample before follows");
	is_uint(s.samples.v[1].at, 2, "that one was taken two branches before");
	is_uint(s.samples.v[1].row, 6, "and has its name");
	ok(add(&s, "cbaz", -1), "one more");
	way_is(&s, "fedc 2 ba 3 z", "and so on");
	ok(add(&s, "cbaz", -1), "no branch between two samples");
	way_is(&s, "fedc 2 ba 3 z 4 ", "tells nothing more");
	ok(!add(&s, "qrst", -1), "others");
	ok(!add(&s, "", -1), "none");
	way_is(&s, "fedc 2 ba 3 z 4 ", "leave it as it is");
	ok(!add(&s, "zyxw", -1), "one branch in common is not enough");
	ok(!add(&s, "cbay", -1), "all that are there have to be the same");
	stitch_release(&s);
}

static void test_short(void)
{
	struct stitch s = { 0 };

	/* The processor forgot its branches before x. */
	begin(&s, "ba..", -1);
	way_is(&s, "ba", "entries that were never used are none");
	ok(add(&s, "ba", -1), "the same again");
	ok(!add(&s, "xyz", -1), "nothing from before");
	stitch_release(&s);
	begin(&s, "dcba", -1);
	ok(!add(&s, "dc", -1), "a shorter stack had no room for what the later one has");
	ok(add(&s, "ba..", -1), "but it can end where that does");
	way_is(&s, "dcba 2 ", "and tells no more then");
	stitch_release(&s);
	begin(&s, "", -1);
	ok(!add(&s, "ba", -1), "nothing fits to nothing");
	stitch_release(&s);
}

static void test_fields(void)
{
	struct branches stack = { 0 };
	struct stitch s = { 0 };

	read(&stack, "dcba");
	stitch_begin(&s, 7, &stack, -1);
	read(&stack, "cbaz");
	stack.list.v[0].v[BRANCH_MISPRED] = 1;
	ok(!stitch_add(&s, 6, &stack, -1), "the same places, but mispredicted");
	stack.list.v[0].v[BRANCH_MISPRED] = 0;
	stack.list.v[2].v[BRANCH_CYCLES] = 9;
	ok(!stitch_add(&s, 6, &stack, -1), "or after other cycles");
	stack.list.v[2].v[BRANCH_CYCLES] = 0;
	ok(stitch_add(&s, 6, &stack, -1), "the same in all");
	branches_release(&stack);
	stitch_release(&s);
}

static void test_loops(void)
{
	struct stitch s = { 0 };

	begin(&s, "aaaa", -1);
	ok(add(&s, "aaab", -1), "a loop");
	way_is(&s, "aaaa 3+ b", "can have been taken more often than the way tells");
	stitch_release(&s);
	begin(&s, "abab", -1);
	ok(add(&s, "abcd", -1), "the end of a loop in common");
	way_is(&s, "abab 2 cd", "fits once");
	stitch_release(&s);
}

static void test_index(void)
{
	struct stitch s = { 0 };

	begin(&s, "aaaa", 6);
	ok(add(&s, "aaaa", 4), "where the processor says that two branches were taken");
	way_is(&s, "aaaa 2 aa", "it is known how often the loop was taken");
	ok(!add(&s, "aaaa", 0), "four branches leave nothing in common");
	ok(!add(&s, "aaaa", 7), "nor do the five from 7 to 4 in a circle of 8 places");
	stitch_release(&s);
	begin(&s, "aaaa", 1);
	ok(add(&s, "aaaa", 6), "three from 6 to 1 in a circle of 8 places");
	way_is(&s, "aaaa 1 aaa", "leave one in common, which is known to be the same");
	stitch_release(&s);
	begin(&s, "aaaa", 0);
	ok(add(&s, "aaaa", 0), "a processor that always says 0");
	way_is(&s, "aaaa 4+ ", "says nothing");
	stitch_release(&s);
}

int main(void)
{
	test_overlap();
	test_short();
	test_fields();
	test_loops();
	test_index();
	return tap_done();
}
